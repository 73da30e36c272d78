# Names every cycle between the folders of a module, with the types that close it.
#
# Files that lie in no folder are the module's own vocabulary and its face: they may use every
# folder and be used by it. The files are read twice: for what each declares, then for what each
# uses.
#
# It reads words, not meanings. What it cannot see: members that an extension in another folder
# adds, functions and constants outside of types, and types that are declared inside `#if` or inside
# others. Whoever adds one of these looks where it belongs.
FNR == 1 {
  quoted = commented = 0
  parts = split(FILENAME, path, "/")
  module = path[2]
  folder = parts > 3 ? path[3] : ""
  # The first file met again begins the second reading.
  if (FILENAME in seen) reading = 2
  seen[FILENAME] = 1
}
{
  line = code_of($0)
  if (folder == "") next
  if (reading != 2) {
    if (match(line, /^ (@[A-Za-z]+([(][^)]*[)])? )*((public|open|package|internal|final|indirect|nonisolated) )*(struct|class|enum|protocol|actor|typealias) [A-Za-z_]+/)) {
      text = substr(line, RSTART, RLENGTH)
      sub(/.* /, "", text)
      declared[module, text] = folder
    }
    next
  }
  gsub(/[^A-Za-z_.]+/, " ", line)
  words = split(line, word, /[ ]+/)
  for (i = 1; i <= words; i++) {
    names = split(word[i], name, /[.]/)
    if (name[1] == module && names > 1) name[1] = name[2]
    if (!((module, name[1]) in declared)) continue
    other = declared[module, name[1]]
    if (other == folder) continue
    edge[module, folder, other] = 1
    if (index(types[module, folder, other], " " name[1]) == 0)
      types[module, folder, other] = types[module, folder, other] " " name[1]
    folders[module] = folders[module] (index(folders[module], "/" folder "/") ? "" : "/" folder "/")
    folders[module] = folders[module] (index(folders[module], "/" other "/") ? "" : "/" other "/")
  }
}
END {
  for (module in folders) {
    count = split(folders[module], all, /\/+/)
    for (i = 1; i <= count; i++)
      for (j = 1; j <= count; j++)
        reaches[module, all[i], all[j]] = ((module, all[i], all[j]) in edge)
    for (k = 1; k <= count; k++)
      for (i = 1; i <= count; i++)
        for (j = 1; j <= count; j++)
          if (reaches[module, all[i], all[k]] && reaches[module, all[k], all[j]])
            reaches[module, all[i], all[j]] = 1
    for (i = 1; i <= count; i++)
      for (j = 1; j <= count; j++)
        if (((module, all[i], all[j]) in edge) && reaches[module, all[j], all[i]])
          print "Sources/" module "/" all[i] ": uses" types[module, all[i], all[j]] " of " all[j] ", which leads back — the folders of a module form no cycle"
  }
}
