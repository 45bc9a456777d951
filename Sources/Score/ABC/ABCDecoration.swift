extension ABCDecoration {
  /// The decoration of this name between exclamation marks; nil where it is not known.
  static func named(_ name: ArraySlice<UInt8>) -> ABCDecoration? { names[ABC.string(name)] }

  private static let names: [String: ABCDecoration] = {
    var table: [String: ABCDecoration] = [
      "staccato": .staccato, ".": .staccato, "wedge": .wedge, "staccatissimo": .wedge,
      "breath": .breath, "fermata": .fermata, "invertedfermata": .fermata, "H": .fermata,
      "accent": .accent(15), ">": .accent(15), "emphasis": .accent(15), "L": .accent(15),
      "marcato": .accent(25), "^": .accent(25),
      "sfz": .accent(30), "sf": .accent(30), "fz": .accent(30), "rfz": .accent(30),
      "rf": .accent(30), "sffz": .accent(40), "sfp": .forteThen(forte: 6, then: 3),
      "fp": .forteThen(forte: 6, then: 3), "ffp": .forteThen(forte: 7, then: 3),
      "trill": .trill, "tr": .trill, "T": .trill, "trill(": .trillBegin, "trill)": .trillEnd,
      "lowermordent": .lowerMordent, "mordent": .lowerMordent, "M": .lowerMordent,
      "uppermordent": .upperMordent, "pralltriller": .upperMordent, "P": .upperMordent,
      "turn": .turn, "turnx": .turn, "invertedturn": .invertedTurn,
      "invertedturnx": .invertedTurn, "roll": .roll, "~": .roll, "gmark": .roll, "R": .roll,
      "slide": .slide, "J": .slide, "arpeggio": .arpeggio,
      "/": .tremolo(1), "//": .tremolo(2), "///": .tremolo(3), "////": .tremolo(4),
      "trem1": .tremolo(1), "trem2": .tremolo(2), "trem3": .tremolo(3), "trem4": .tremolo(4),
      "ped": .pedalDown, "ped-up": .pedalUp, "ped-end": .pedalUp, "ped)": .pedalUp,
      "ped(": .pedalDown,
      "crescendo(": .crescendoBegin, "<(": .crescendoBegin, "cresc(": .crescendoBegin,
      "crescendo)": .crescendoEnd, "<)": .crescendoEnd, "cresc)": .crescendoEnd,
      "diminuendo(": .diminuendoBegin, ">(": .diminuendoBegin, "dim(": .diminuendoBegin,
      "decrescendo(": .diminuendoBegin,
      "diminuendo)": .diminuendoEnd, ">)": .diminuendoEnd, "dim)": .diminuendoEnd,
      "decrescendo)": .diminuendoEnd,
      "8va(": .octaves(1), "8va)": .octaves(0), "8vb(": .octaves(-1), "8vb)": .octaves(0),
      "15ma(": .octaves(2), "15ma)": .octaves(0), "15mb(": .octaves(-2), "15mb)": .octaves(0),
      "segno": .way(.segno), "S": .way(.segno), "coda": .way(.coda), "O": .way(.coda),
      "fine": .way(.fine),
      "D.C.": .way(.daCapo(.end)), "dacapo": .way(.daCapo(.end)),
      "D.C.alfine": .way(.daCapo(.fine)), "D.C.alcoda": .way(.daCapo(.coda)),
      "dacoda": .way(.daCapo(.coda)),
      "D.S.": .way(.dalSegno(.end)), "D.S.alfine": .way(.dalSegno(.fine)),
      "D.S.alcoda": .way(.dalSegno(.coda)),
    ]
    for (level, name) in ["pppp", "ppp", "pp", "p", "mp", "mf", "f", "ff", "fff", "ffff"]
      .enumerated()
    {
      table[name] = .dynamic(level)
    }
    let silent = [
      "0", "1", "2", "3", "4", "5", "+", "plus", "open", "snap", "thumb", "upbow", "downbow", "u",
      "v", "tenuto", "nil", "none", "shortphrase", "mediumphrase", "longphrase", "editorial",
      "courtesy", "cpu", "xstem", "beambr1", "beambr2", "beamon", "beam-accent", "rbstop",
      "stemless",
      "opend", "dot", "sh", "dsh", "shd", "ltr", "-(", "-)", "~(", "~)", "glissando(",
      "glissando)", "invisible", "hh", "trans", "tongue", "ghost",
    ]
    for name in silent { table[name] = .silent }
    return table
  }()

  /// What a single letter stands for unless `U:` says otherwise (ABC 2.1, section 4.16; `R` is
  /// abc2midi's roll, `J` abcm2ps's slide).
  static let letters: [UInt8: [ABCDecoration]] = [
    UInt8(ascii: "~"): [.roll], UInt8(ascii: "H"): [.fermata], UInt8(ascii: "L"): [.accent(15)],
    UInt8(ascii: "M"): [.lowerMordent], UInt8(ascii: "O"): [.way(.coda)],
    UInt8(ascii: "P"): [.upperMordent], UInt8(ascii: "S"): [.way(.segno)],
    UInt8(ascii: "T"): [.trill], UInt8(ascii: "u"): [.silent], UInt8(ascii: "v"): [.silent],
    UInt8(ascii: "R"): [.roll], UInt8(ascii: "J"): [.slide],
  ]
}
