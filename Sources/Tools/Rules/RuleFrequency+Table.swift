extension RuleFrequency {
  /// Written by `make measure-rules`: the grader, then for each file its puzzles,
  /// those solved, and for each rule the puzzles that use it and those that need it.
  static let table = """
    grader 3
    05x05-1-easy 1000 1000 direct.neighbours=1000/868 direct.forced=1000/0 \
    direct.complete=562/292 tiling.overhang=972/506 counting.marks=804/589 tiling.pairs=14/2 \
    hypothetical.direct=210/200 hypothetical.tiling=15/14 hypothetical.counting=1/1
    06x06-1-easy 1000 1000 direct.neighbours=995/914 direct.forced=1000/0 direct.complete=871/584 \
    tiling.overhang=942/564 counting.marks=831/701 tiling.pairs=14/6 hypothetical.direct=127/108 \
    hypothetical.tiling=20/13 hypothetical.counting=4/2 hypothetical.propagated=8/8
    06x06-1-medium 1000 1000 direct.neighbours=995/837 direct.forced=1000/0 \
    direct.complete=863/501 tiling.overhang=982/466 counting.marks=874/568 tiling.pairs=7/3 \
    hypothetical.direct=304/267 hypothetical.tiling=33/27 hypothetical.counting=8/7 \
    hypothetical.propagated=8/8
    08x08-1-hard 1000 1000 direct.neighbours=998/899 direct.forced=1000/0 direct.complete=981/664 \
    tiling.overhang=972/425 counting.marks=959/659 tiling.pairs=16/4 hypothetical.direct=294/231 \
    hypothetical.tiling=49/29 hypothetical.counting=36/23 hypothetical.propagated=19/19
    08x08-1-medium 1000 1000 direct.neighbours=999/950 direct.forced=1000/0 \
    direct.complete=970/756 tiling.overhang=918/519 counting.marks=959/821 tiling.pairs=19/5 \
    hypothetical.direct=138/123 hypothetical.tiling=9/8 hypothetical.counting=6/1 \
    hypothetical.propagated=6/6
    10x10-2-hard 1000 993 direct.neighbours=993/973 direct.forced=993/0 direct.complete=947/161 \
    tiling.forced=971/62 tiling.adjacency=420/2 tiling.overhang=980/130 counting.marks=871/84 \
    tiling.pairs=636/104 counting.tiles=601/100 tiling.parts=488/124 hypothetical.direct=698/77 \
    hypothetical.tiling=689/106 hypothetical.counting=566/95 hypothetical.propagated=450/200 \
    hypothetical.chained=338/331
    10x10-2-medium 1000 1000 direct.neighbours=1000/994 direct.forced=1000/0 \
    direct.complete=975/371 tiling.forced=988/113 tiling.adjacency=673/13 tiling.overhang=992/263 \
    counting.marks=962/245 tiling.pairs=610/198 counting.tiles=536/167 tiling.parts=388/176 \
    hypothetical.direct=470/133 hypothetical.tiling=375/78 hypothetical.counting=300/81 \
    hypothetical.propagated=224/127 hypothetical.chained=132/132
    14x14-3-hard 1000 525 direct.neighbours=777/521 direct.forced=551/0 direct.complete=519/11 \
    tiling.forced=797/18 tiling.adjacency=489/0 tiling.overhang=892/8 counting.marks=374/1 \
    tiling.pairs=517/12 counting.tiles=491/17 tiling.parts=460/24 hypothetical.direct=420/1 \
    hypothetical.tiling=968/19 hypothetical.counting=793/15 hypothetical.propagated=365/18 \
    hypothetical.chained=924/460
    14x14-3-medium 1000 984 direct.neighbours=993/984 direct.forced=985/0 direct.complete=964/427 \
    tiling.forced=994/170 tiling.adjacency=752/10 tiling.overhang=992/296 counting.marks=698/123 \
    tiling.pairs=789/264 counting.tiles=680/254 tiling.parts=485/227 hypothetical.direct=371/100 \
    hypothetical.tiling=373/97 hypothetical.counting=256/54 hypothetical.propagated=175/74 \
    hypothetical.chained=157/142
    17x17-4-special 7 2 direct.neighbours=3/2 direct.forced=2/0 direct.complete=2/0 \
    tiling.forced=3/0 tiling.adjacency=3/0 tiling.overhang=4/1 counting.marks=1/0 \
    tiling.pairs=2/0 counting.tiles=1/0 tiling.parts=1/0 hypothetical.direct=1/1 \
    hypothetical.tiling=5/0 hypothetical.counting=2/0 hypothetical.propagated=1/0 \
    hypothetical.chained=4/1
    21x21-5-special 6 0 direct.neighbours=3/0 tiling.forced=3/0 tiling.adjacency=1/0 \
    tiling.overhang=3/0 tiling.pairs=1/0 hypothetical.tiling=5/0 hypothetical.chained=4/0
    second/09x09-2-easy 51 51 direct.neighbours=51/42 direct.forced=51/0 direct.complete=51/51 \
    tiling.forced=51/51
    second/09x09-2-expert 108 108 direct.neighbours=108/101 direct.forced=108/0 \
    direct.complete=91/9 tiling.forced=90/1 tiling.adjacency=33/0 tiling.overhang=81/11 \
    counting.marks=63/5 tiling.pairs=59/8 counting.tiles=25/2 tiling.parts=20/6 \
    hypothetical.direct=75/8 hypothetical.tiling=87/2 hypothetical.counting=70/2 \
    hypothetical.propagated=45/4 hypothetical.chained=80/80
    second/09x09-2-hard 226 226 direct.neighbours=226/226 direct.forced=226/0 \
    direct.complete=213/79 tiling.forced=226/19 tiling.adjacency=95/0 tiling.overhang=224/79 \
    counting.marks=197/68 tiling.pairs=177/93 counting.tiles=92/37 tiling.parts=67/36 \
    hypothetical.direct=86/52 hypothetical.tiling=48/45 hypothetical.counting=2/2 \
    hypothetical.propagated=1/1
    second/09x09-2-medium 400 400 direct.neighbours=400/399 direct.forced=400/0 \
    direct.complete=392/231 tiling.forced=399/76 tiling.adjacency=160/6 tiling.overhang=366/233 \
    counting.marks=190/101 tiling.pairs=132/68 counting.tiles=57/26 tiling.parts=33/14 \
    hypothetical.direct=66/46 hypothetical.tiling=26/25 hypothetical.counting=1/1
    second/10x10-2-easy 400 400 direct.neighbours=400/384 direct.forced=400/0 \
    direct.complete=400/400 tiling.forced=400/398 tiling.overhang=2/2
    second/10x10-2-expert 399 394 direct.neighbours=394/389 direct.forced=394/0 \
    direct.complete=378/32 tiling.forced=381/7 tiling.adjacency=166/0 tiling.overhang=388/22 \
    counting.marks=344/12 tiling.pairs=225/17 counting.tiles=212/23 tiling.parts=175/40 \
    hypothetical.direct=287/9 hypothetical.tiling=330/14 hypothetical.counting=316/44 \
    hypothetical.propagated=236/101 hypothetical.chained=193/188
    second/10x10-2-hard 399 399 direct.neighbours=399/399 direct.forced=399/0 \
    direct.complete=395/183 tiling.forced=399/54 tiling.adjacency=132/3 tiling.overhang=390/107 \
    counting.marks=385/136 tiling.pairs=282/151 counting.tiles=136/51 tiling.parts=95/52 \
    hypothetical.direct=153/72 hypothetical.tiling=96/60 hypothetical.counting=39/19 \
    hypothetical.propagated=27/26 hypothetical.chained=1/1
    second/10x10-2-medium 400 400 direct.neighbours=400/400 direct.forced=400/0 \
    direct.complete=400/379 tiling.forced=400/274 tiling.adjacency=50/2 tiling.overhang=195/154 \
    counting.marks=87/67 tiling.pairs=25/14 counting.tiles=12/7 tiling.parts=5/2 \
    hypothetical.direct=7/5 hypothetical.tiling=3/3
    second/11x11-2-mixed 399 397 direct.neighbours=399/396 direct.forced=398/0 \
    direct.complete=397/103 tiling.forced=399/29 tiling.adjacency=163/1 tiling.overhang=392/62 \
    counting.marks=371/45 tiling.pairs=248/45 counting.tiles=265/61 tiling.parts=205/68 \
    hypothetical.direct=245/32 hypothetical.tiling=228/38 hypothetical.counting=203/25 \
    hypothetical.propagated=170/97 hypothetical.chained=100/98
    second/14x14-3-mixed 400 297 direct.neighbours=358/296 direct.forced=300/0 \
    direct.complete=288/59 tiling.forced=366/17 tiling.adjacency=229/3 tiling.overhang=373/41 \
    counting.marks=220/20 tiling.pairs=277/53 counting.tiles=237/39 tiling.parts=209/41 \
    hypothetical.direct=195/20 hypothetical.tiling=302/18 hypothetical.counting=249/17 \
    hypothetical.propagated=128/21 hypothetical.chained=249/149
    second/21x21-5-mixed 200 200 direct.neighbours=200/200 direct.forced=200/0 \
    direct.complete=198/51 tiling.forced=200/69 tiling.adjacency=144/4 tiling.overhang=171/103 \
    counting.marks=57/24 tiling.pairs=83/65 counting.tiles=32/20 tiling.parts=11/5 \
    hypothetical.direct=12/7 hypothetical.tiling=10/3 hypothetical.counting=6/2 \
    hypothetical.propagated=3/3 hypothetical.chained=2/2
    second/25x25-6-mixed 200 200 direct.neighbours=200/200 direct.forced=200/0 \
    direct.complete=200/193 tiling.forced=200/147 tiling.adjacency=61/1 tiling.overhang=89/77 \
    counting.marks=7/6 tiling.pairs=9/7 counting.tiles=2/1 tiling.parts=1/1 \
    hypothetical.direct=3/3 hypothetical.tiling=1/1
    """
}
