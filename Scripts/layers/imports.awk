# Names every import that the table does not allow. Expects `table` and `system` in the environment.
BEGIN {
  rows = split(ENVIRON["table"], row, "\n")
  for (i = 1; i <= rows; i++) {
    if (split(row[i], part, /[ ]*[|][ ]*/) < 3) continue
    sub("@system", ENVIRON["system"], part[2])
    known[part[1]] = 1
    listed[part[1]] = part[2]
    reason[part[1]] = part[3]
    names = split(part[2], name, " ")
    for (j = 1; j <= names; j++) allowed[part[1], name[j]] = 1
  }
}
FNR == 1 {
  split(FILENAME, path, "/")
  module = path[2]
  quoted = commented = 0
  print "checked"
  if (!known[module])
    print FILENAME ":1: " module " has no row in the table of Scripts/check-layers: add it there and to docs/architecture.md"
}
{
  statements = split(code_of($0), statement, ";")
  for (i = 1; i <= statements; i++) {
    text = statement[i]
    while (gsub(/[(][^()]*[)]/, "", text)) {}
    gsub(/@[A-Za-z_]+/, " ", text)
    words = split(text, word, " ")
    at = 1
    if (word[at] ~ /^(public|package|internal|fileprivate|private)$/) at++
    if (word[at++] != "import") continue
    if (at < words && word[at] ~ /^(struct|class|enum|protocol|typealias|func|let|var|actor|macro)$/) at++
    target = word[at]
    sub(/[.].*/, "", target)
    gsub(/`/, "", target)
    if (allowed[module, target]) print "used " module " " target
    else if (known[module] && target != module)
      print FILENAME ":" FNR ": " module " may not import " target " — " reason[module] " (it may import: " (listed[module] == "" ? "nothing" : listed[module]) ")"
  }
}
