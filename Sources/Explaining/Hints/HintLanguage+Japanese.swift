extension HintLanguage {
  /// Japanese; numbers are digits, with a counter behind them.
  public static let japanese = HintLanguage(
    code: "ja", name: "日本語",
    numbers: [],
    template: japaneseTemplate, coaching: japaneseCoaching, rule: japaneseRule)

  /// What hints say in Japanese.
  private static func japaneseTemplate(_ situation: Situation) -> String {
    switch situation {
    case .neighboursMark:
      "星どうしは隣り合わないので、{star}の星に隣接する{place}には星が入りません。"
    case .neighboursMarks:
      "星どうしは隣り合わないので、{star}の星を囲む{count}個の空きマスには星が入りません。"
    case .neighboursSome:
      "星どうしは隣り合わないので、{star}の星に隣接する次のマスには星が入りません：{cells}。"
    case .neighboursStars:
      "星どうしは隣り合わないので、次の星を囲む空きマスには星が入りません：{stars}。"

    case .forcedOne: "{where}には{need}必要ですが、空きマスは1個しか残っていないので、{then}。"
    case .forcedTwo:
      "{where}には{need}必要ですが、空きマスは2個しか残っていないので、両方に星が入ります：{cells}"
        + "。"
    case .forcedMany:
      "{where}には{need}必要ですが、空きマスは{count}個しか残っていないので、そのすべてに星が入りま"
        + "す：{cells}。"

    case .completeOneMark:
      "{where}にはもう星が入っているので、最後の空きマスである{place}には星が入りません。"
    case .completeOneMarks: "{where}にはもう星が入っているので、残りのマスには星が入りません。"
    case .completeTwoMark:
      "{where}にはもう星が2個とも入っているので、最後の空きマスである{place}には星が入りません。"
    case .completeTwoMarks:
      "{where}にはもう星が2個とも入っているので、残りのマスには星が入りません。"
    case .completeManyMark:
      "{where}にはもう星が{count}個すべて入っているので、最後の空きマスである{place}には星が入りま"
        + "せん。"
    case .completeManyMarks:
      "{where}にはもう星が{count}個すべて入っているので、残りのマスには星が入りません。"

    case .tilingForcedLast: "{where}には{need}必要ですが、入る場所は{place}しかありません。"
    case .tilingForced: "{where}には{need}必要です。隣り合わないようにどう置いても、{then}。"
    case .adjacencyOne: "{then}。{there}星を置くと、{where}に必要なもう1個の星が入らなくなります。"
    case .adjacencyMany:
      "{then}。{there}星を置くと、{where}に必要な残り{count}個の星が入りきらなくなります。"
    case .overhangLastMark:
      "{then}。このマスは、{where}で{lack}が入りうるマスのすべてに接しているからです。"
    case .overhangLastMarks:
      "{then}。どのマスも、{where}で{lack}が入りうるマスのすべてに接しているからです。"
    case .overhangMany:
      "{then}。{there}星を置くと、{where}の空きマスに接しすぎて、{lack}が入りきらなくなります。"

    case .pairsForced:
      "{demand}で、それ以上入る余地はありません。隣り合わないようにどう置いても、{then}。"
    case .pairsInside:
      "{then}。{demand}で、それ以上入る余地はありません。{there}星を置くと、入る数が足りなくなりま"
        + "す。"
    case .pairsBeside:
      "{then}。{demand}で、それ以上入る余地はありません。{there}星を置くと、接するマスが多すぎて足"
        + "りなくなります。"

    case .countingInsideOne:
      "{regions}は空きマスがすべて{lines}にあり、{need}必要です。これは{lines}の残りの星の数と同じ"
        + "なので、{then}。"
    case .countingInsideMany:
      "{regions}は空きマスがすべて{lines}にあり、合わせて{need}必要です。これは{lines}の残りの星の"
        + "数と同じなので、{then}。"
    case .countingOutsideOne:
      "{lines}の空きマスはすべて{regions}のものなので、{regions}には、そこに{need}必要です。ほかに"
        + "は要らないので、{then}。"
    case .countingOutsideMany:
      "{lines}の空きマスはすべて{regions}のものなので、{regions}には、そこに合わせて{need}必要です"
        + "。ほかには要らないので、{then}。"
    case .tilesInside:
      "{lines}の外には{regions}の星がすべて入る余地がないので、{lines}には少なくとも{shares}が入り"
        + "ます。そこに必要なのはそれだけなので、{then}。"
    case .tilesOutside:
      "{demand}で、そこに入るのは多くても{shares}です。ちょうど足りる数なので、{spent}の星をほかに"
        + "回す余裕はなく、{then}。"

    case .partsFullInside:
      "{demand}で、そこに入るのは多くても{shares}です。ちょうど足りる数なので、{region}はそこに"
        + "{stars}を置くことになり、余地は残りません。どう置いても、{then}。"
    case .partsFullOutside:
      "{demand}で、そこに入るのは多くても{shares}です。ちょうど足りる数なので、{region}はその外に"
        + "{stars}を置くことになり、余地は残りません。どう置いても、{then}。"
    case .partsSpentInside:
      "{lines}の外には{regions}の星がすべて入る余地がないので、{lines}には少なくとも{shares}が入り"
        + "ます。そこに必要なのはそれだけなので、{region}はそこに{stars}を置くことになり、余地は残"
        + "りません。どう置いても、{then}。"
    case .partsSpentOutside:
      "{lines}の外には{regions}の星がすべて入る余地がないので、{lines}には少なくとも{shares}が入り"
        + "ます。そこに必要なのはそれだけなので、{region}はその外に{stars}を置くことになり、余地は"
        + "残りません。どう置いても、{then}。"
    case .partsGeneral:
      "{lines}に入る{regions}の星はちょうど足りる数なので、あるブロックの一部には余地が残りません。"
        + "したがって、{then}。"

    case .assumePlain: "{place}に星を置くと、{failure:plain}ため、そのマスには星が入りません。"
    case .assumeMarks:
      "{place}に星を置き、そこから順に入らなくなるマスを除くと、{failure}。したがって、{then}。"
    case .assumeStar: "{place}に星を置くと、{cells}の星も決まり、{failure}。したがって、{then}。"
    case .assumeStars:
      "{place}に星を置くと、次の星も決まります：{cells}。すると、{failure:plain}ため、{then}。"
    case .assumeStarsMany:
      "{place}に星を置くと、ほかの{count}個の星も次々に決まります。すると、{failure:plain}ため、"
        + "{then}。"

    case .kissingLs:
      "{demand}で、それ以上入る余地はないので、{blocks}に星が1個ずつ入ります。キスするLの形です。"
        + "{place}に星を置くと、その2個も{line}に入るしかなく、{line}の星が{count}個になります。"
        + "したがって、{then}。"
    case .pressuredT:
      "{place}に星を置くと、{lines}に入る星が1個足りなくなります。{across}にあるTの形には、多くて"
        + "も{most}しか入りません。{more}個なら、どちらも{stars}しか入らない{line}に並ぶからです。"
        + "したがって、{then}。"
    case .pressuredM:
      "{place}に星を置くと、{lines}に入る星が1個足りなくなります。{across}にあるMの形には、多くて"
        + "も{most}しか入りません。{more}個なら、すべて{stars}しか入らない{line}に並ぶからです。"
        + "したがって、{then}。"
    case .pressuredRun:
      "{place}に星を置くと、{lines}に入る星が1個足りなくなります。そこの{across}には、多くても"
        + "{most}しか入りません。{more}個なら、すべて{stars}しか入らない{line}に並ぶからです。"
        + "したがって、{then}。"

    case .sumShort:
      "{demand}です。{cells}を除くと、{all}{cover}の中にあり、そこに入るのは多くても{room}です。し"
        + "たがって、{then}。"
    case .sumFull:
      "{demand}で、{all}{cover}の中にあり、そこに入るのは{room}までです。ちょうど足りる数なので、"
        + "{then}。"
    case .sumSpare:
      "{then}。{demand}で、{all}{cover}の中にあり、そこに入るのは{room}までです。{there}星を置くと"
        + "、そのうち{waste}個分が無駄になりますが、余裕は{spare}個分しかありません。"
    case .sumAllOne: "その空きマスはすべて、"
    case .sumAllMany: "その空きマスはすべて、"
    case .sumAllOften: "どの空きマスも、数える回数だけ、"
    case .sumTwice: "{names}（{twice}は2回数える）"
    case .sumTwiceAll: "{names}（2回数える）"
    case .sumTimesOne: "{names}×{times}"
    case .sumTimesMany: "（{names}）×{times}"
    case .sumListed:
      "{then}。そうでないと足し算が合いません。埋める側：{held}（{need}）。入る場所：{cover}（{room}）。"

    case .ways: "{where}に{need:を}置く方法は{count}通りあります。成り立つどの置き方でも、{then}。"
    case .waysNone: "{where}に{need:を}置く{count}通りの方法はどれも成り立たないので、{then}。"

    case .generalContainers: "{containers}から、次のことが分かります。{then}。"
    case .generalPlain: "{then}。"

    case .failureNoCell: "{where}に{lack}を置ける空きマスがなく[なります|plain:なる]"
    case .failureOneCell: "{where}に{lack}を置くための空きマスが1個しかなく[なります|plain:なる]"
    case .failureFewCells:
      "{where}に{lack}を置くための空きマスが{count}個しかなく[なります|plain:なる]"
    case .failureOver: "{where}の星が{count}個になり、多すぎ[ます|plain:る]"
    case .failureTouching: "{where}には隣り合う星しか置け[なくなります|plain:なくなる]"
    case .failureBeside: "{where}の星がほかの星と隣り合[います|plain:う]"
    case .failureClash: "{where}の星を、もう星の入らない{other}に置くしかなく[なります|plain:なる]"
    case .failureRoom: "{where}に{lack}が入りきらなく[なります|plain:なる]"
    case .failurePair: "{where}に{lack}が入りきらなく[なります|plain:なる]"
    case .failurePairOver:
      "{where}に{lack}を入れると、どちらかの星が多すぎることに[なります|plain:なる]"
    case .failureUnder:
      "{lines}には{stars}が必要なのに、多くても{most}しか入らなく[なります|plain:なる]"
    case .failureUnderNone: "{lines}には{stars}が必要なのに、1個も入らなく[なります|plain:なる]"
    case .failureExcess:
      "{lines}には{regions}から少なくとも{least}が入ることになり、上限の{stars}を超え"
        + "[ます|plain:る]"
    case .failureExcessNone:
      "{lines}には{regions}から少なくとも{least}が入ることになるのに、そこにはもう"
        + "[入りません|plain:入らない]"
    case .failureSum: "{where}には{need}が必要なのに、多くても{room}しか入らなく[なります|plain:なる]"
    case .failureGeneral: "{containers}を満たす置き方がなく[なります|plain:なる]"

    case .thenStar: "{place}に星が入り[ます|te:]"
    case .thenStars: "{cells}に星が入り[ます|te:]"
    case .thenMark: "{place}には星が入りません"
    case .thenMarks: "{cells}には星が入りません"
    case .thenMarksMany: "{count}個のマスには星が入りません"
    case .thenBoth: "{stars:te}、{marks}"
    case .thenRestInside: "{lines}の残りの空きマスには星が入りません"
    case .thenRestOutside: "{regions}のほかの空きマスには星が入りません"
    case .thereOne: "そこに"
    case .thereMany: "そのどれかに"

    case .demandOne: "{where}には{need}必要"
    case .demandMany: "{where}には合わせて{need}必要"
    case .needFirstOne: "星[が|を:を]1個"
    case .needFirstMany: "星[が|を:を]{count}個"
    case .needMoreOne: "星[が|を:を]あと1個"
    case .needMoreMany: "星[が|を:を]あと{count}個"
    case .lackOnly: "星"
    case .lackLast: "最後の星"
    case .lackMany: "必要な星{count}個"
    case .lackTogetherOne: "必要な星"
    case .lackTogetherMany: "必要な星（合わせて{count}個）"
    case .starsOne: "星1個"
    case .starsMany: "星{count}個"
    case .share: "{regions}の{stars}"
    case .shareEach: "{regions}の{stars}ずつ"

    case .row: "{number}行目"
    case .rows: "{numbers}行目"
    case .column: "{number}列目"
    case .columns: "{numbers}列目"
    case .region: "ブロック{number}"
    case .regions: "ブロック{numbers}"
    case .block: "{place}を左上とする2×2の範囲"
    case .blocks: "{count}か所の2×2の範囲（左上：{cells}）"
    case .cell: "{place}のマス"
    case .cells: "{count}個のマス（{cells}）"
    case .place: "{row}行{column}列"
    case .placesInRow: "{number}行{numbers}列"
    case .placesInColumn: "{numbers}行{number}列"

    case .listRange: "{first}〜{last}"
    case .listComma: "{list}、{last}"
    case .listAnd: "{list}と{last}"
    case .listNumbersComma: "{list}・{last}"
    case .listNumbersAnd: "{list}・{last}"
    case .listNumbersAndSoft: "{list}・{last}"
    case .listGroups: "{list}、{last}"
    }
  }
}
