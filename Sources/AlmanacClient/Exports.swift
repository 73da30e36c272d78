// Boards, puzzles, hints and rows of progress are what an app has in its hands all the time: one
// import brings them.
@_exported public import Explaining
@_exported public import Notation
@_exported public import PlayerState
@_exported public import StarBattle
