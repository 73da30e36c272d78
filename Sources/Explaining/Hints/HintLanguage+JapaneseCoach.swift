extension HintLanguage {
  /// What the coach says in Japanese.
  static func japaneseCoaching(_ coaching: Coaching) -> String {
    switch coaching {
    case .lookAt: "{where}に注目しましょう。"
    case .lookAround: "{star}の星のまわりに注目しましょう。"

    case .sumOfOne:
      "{where}に必要な星の数を、その空きマスを覆う2×2に入る数と比べてみましょう。その差から何が分かる"
        + "でしょうか？"
    case .kissing:
      "{where}の空きマスをできるだけ少ない2×2で覆うと、どの2×2にも星が入ります。そのうち隣り合う2つは、"
        + "空きマスが3個ずつのキスするLの形です。その隣のどこに星を置くと、2つの星がどちらもその星と同"
        + "じ行か列に入るしかなくなるでしょうか？"
    case .pressure:
      "どこに星を置くと、{where}に、1つおきの空きマスが同じ行か列にしかないMやTの形が残り、そこの星が多"
        + "くなりすぎるでしょうか？"
    case .lookAgain: "{place}を見直してみましょう。"
    case .wrongStar: "{place}の星は間違いです。"
    case .wrongMark: "{place}の印は間違いです。"
    case .touchingStar: "{place}の星は間違いです。ほかの星と隣り合っています。"
    case .surplusStar: "{place}の星は間違いです。{where}の星が{count}個になり、多すぎます。"
    case .impossibleStar: "{place}の星は間違いです。ここに星があると、解がなくなります。"
    case .neededStar: "{place}の印は間違いです。ここに星がないと、解がなくなります。"

    case .solved: "完成しています。"
    }
  }

  /// The rules in Japanese: their names, and what to look for.
  static func japaneseRule(_ rule: Technique) -> RuleWords {
    switch rule {
    case .neighbours:
      RuleWords(
        "星のまわり",
        "星どうしは、斜めにも隣り合いません。{star}の星のまわりに注目しましょう。")
    case .forced:
      RuleWords(
        "残りマスで決まる星",
        "{where}にあと必要な星の数と、残っている空きマスの数を比べてみましょう。")
    case .complete:
      RuleWords(
        "星がそろった行・列・ブロック",
        "{where}の星を数えてみましょう。")
    case .tilingForced:
      RuleWords(
        "2×2で決まる星",
        "2×2の範囲に星は1個しか入りません。{where}の空きマスをできるだけ少ない2×2で覆うと、どの2×2"
          + "にも星が入ります。ほかに選びようがないのはどこでしょうか？")
    case .tilingAdjacency:
      RuleWords(
        "2×2で消える内側のマス",
        "2×2の範囲に星は1個しか入りません。{where}の空きマスをできるだけ少ない2×2で覆うと、どの2×2"
          + "にも星が入ります。その中で、場所を取りすぎるマスはどれでしょうか？")
    case .tilingOverhang:
      RuleWords(
        "2×2で消える隣のマス",
        "2×2の範囲に星は1個しか入りません。{where}の空きマスをできるだけ少ない2×2で覆うと、どの2×2"
          + "にも星が入ります。その隣で、場所を取りすぎるマスはどれでしょうか？")
    case .counting:
      RuleWords(
        "行や列とブロックの数え合わせ",
        "{where}にあと必要な星を、行や列とブロックとで数え比べてみましょう。")
    case .pairs:
      RuleWords(
        "隣り合う2本の行・列と2×2",
        "{where}をまとめて考え、空きマスをできるだけ少ない2×2で覆ってみましょう。どの2×2にも星が入"
          + "ります。")
    case .tilingCounting:
      RuleWords(
        "行や列とブロックの数え合わせ（2×2）",
        "{where}について、各ブロックがその行や列に置ける星の数と、置かなければならない数を数えてみ"
          + "ましょう。2×2の範囲に星は1個しか入りません。")
    case .parts:
      RuleWords(
        "ブロックの一部と2×2",
        "{where}について、ブロックの星がその行や列の中に何個、外に何個入るかを考えてみましょう。ど"
          + "ちらかの部分には余地が残りません。")
    case .assumeDirect:
      RuleWords(
        "仮に星を置くとマスが足りない",
        "空きマスに1つずつ仮に星を置き、入らなくなるマスに印をつけてみましょう。{where}の空きマス"
          + "は足りるでしょうか？")
    case .assumeTiling:
      RuleWords(
        "仮に星を置くと余地が足りない",
        "空きマスに1つずつ仮に星を置き、入らなくなるマスに印をつけてみましょう。2×2に1個として、"
          + "{where}に余地は足りるでしょうか？")
    case .assumeCounting:
      RuleWords(
        "仮に星を置くと数が合わない",
        "空きマスに1つずつ仮に星を置き、入らなくなるマスに印をつけてみましょう。{where}で、行や列"
          + "とブロックの数は合うでしょうか？")
    case .assumePropagated:
      RuleWords(
        "仮に星を置くと矛盾する",
        "空きマスに1つずつ仮に星を置き、それで決まる星も置いてみましょう。{where}はどうなるでしょ"
          + "うか？")
    case .assumeChained:
      RuleWords(
        "仮に置いた星を2×2も使って追う",
        "空きマスに1つずつ仮に星を置き、2×2も使って、それで決まることを追ってみましょう。{where}は"
          + "どうなるでしょうか？")
    case .assumeDeep:
      RuleWords(
        "仮に置いた星を数え合わせも使って追う",
        "空きマスに1つずつ仮に星を置き、それで決まることを最後まで追ってみましょう。{where}はどう"
          + "なるでしょうか？")
    case .ways:
      RuleWords(
        "すべての置き方を調べる",
        "{where}の星の置き方をすべて調べ、それぞれを追ってみましょう。成り立つものに共通するのは何"
          + "でしょうか？")
    case .assumeSums:
      RuleWords(
        "仮の星で足し算が合わなくなる",
        "空きマスに1つずつ仮に星を置き、足し引きも使って、それで決まることを追ってみましょう。{where}の"
          + "数の足し算はまだ合うでしょうか？")
    case .sumFew:
      RuleWords(
        "4つまでの行・列・ブロックと2×2の足し引き",
        "{where}のうち、いくつかに必要な星の数を足し、同じマスに対してほかのものや2×2に入る数と比"
          + "べてみましょう。その差から何が分かるでしょうか？")
    case .sumSome:
      RuleWords(
        "5つか6つの行・列・ブロックと2×2の足し引き",
        "{where}のうち、いくつかに必要な星の数を足し、同じマスに対してほかのものや2×2に入る数と比"
          + "べてみましょう。その差から何が分かるでしょうか？")
    case .sumMany:
      RuleWords(
        "7つか8つの行・列・ブロックと2×2の足し引き",
        "{where}のうち、いくつかに必要な星の数を足し、同じマスに対してほかのものや2×2に入る数と比"
          + "べてみましょう。その差から何が分かるでしょうか？")
    case .sumAny:
      RuleWords(
        "必要なだけの行・列・ブロックと2×2の足し引き",
        "{where}のうち、いくつかに必要な星の数を足し、同じマスに対してほかのものや2×2に入る数と比"
          + "べてみましょう。その差から何が分かるでしょうか？")
    }
  }
}
