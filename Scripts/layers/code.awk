# What of a line of Swift is code: without comments and without the words of texts.
#
# Keeps `quoted` (inside a text of several lines) and `commented` from line to line; whoever reads
# a new file sets both to 0.
function code_of(line,    code, mark, at) {
  sub(/\r$/, "", line)
  sub(/^\357\273\277/, "", line)
  gsub(/[\013\014]/, " ", line)
  code = ""
  while (line != "") {
    if (commented) {
      if (!(at = index(line, "*/"))) break
      commented = 0; line = substr(line, at + 2)
    } else if (quoted) {
      if (!(at = index(line, "\"\"\""))) {
        code = code interpolated(line)
        break
      }
      code = code interpolated(substr(line, 1, at - 1))
      quoted = 0; line = substr(line, at + 3)
    } else if (match(line, /\/\/|\/\*|#+"[^"].*"#+|#+"".?"#+|#+\/.*\/#+|"""|"([^"\\]|\\.)*"/)) {
      code = code " " substr(line, 1, RSTART - 1)
      mark = substr(line, RSTART, RLENGTH)
      line = mark == "//" ? "" : substr(line, RSTART + RLENGTH)
      commented = mark == "/*"; quoted = mark == "\"\"\""
      # What a text interpolates is code.
      if (mark ~ /^"./ && mark != "\"\"\"") code = code interpolated(mark)
    } else {
      code = code " " line
      line = ""
    }
  }
  return code
}

function interpolated(text,    code, at) {
  code = ""
  while ((at = index(text, "\\("))) {
    text = substr(text, at + 2)
    code = code " " text
  }
  return code
}
