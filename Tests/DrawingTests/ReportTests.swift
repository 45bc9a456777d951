import Drawing
import Testing

@Suite struct ReportTests {
  static let report = Report(
    title: "Für <Elise> & \"Co\"", subtitle: "</script><script>alert(1)</script>",
    renders: [
      .init(
        name: "grand", stems: [.init(voice: 0, audio: [1, 2, 3]), .init(voice: 1, audio: [])]),
      .init(name: "font & co", stems: [.init(voice: 0, audio: [255])]),
    ],
    roll: PictureTests.roll, seconds: 4.25, keys: [.init(key: 60, audio: [9])])

  let html = Self.report.html()

  @Test func `texts cannot leave their place`() {
    #expect(html.contains("Für &lt;Elise&gt; &amp; &quot;Co&quot;"))
    #expect(!html.contains("<script>alert"))
    #expect(html.contains("font &amp; co"))
  }

  @Test func `it asks nothing of any network`() {
    #expect(!html.contains("http://") && !html.contains("https://"))
    #expect(html.contains("default-src 'none'"))
  }

  @Test func `sound is inside, in base 64`() {
    #expect(html.contains("id=\"audio-0-0\">AQID</script>"))
    #expect(html.contains("id=\"audio-0-1\"></script>"))
    #expect(html.contains("id=\"audio-1-0\">/w==</script>"))
    #expect(html.contains("id=\"key-60\">CQ==</script>"))
  }

  @Test func `every id stands once`() {
    let ids = html.split(separator: " id=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
    #expect(ids.count > 10)
    #expect(Set(ids).count == ids.count)
  }

  @Test func `tracks and the blind test appear where there is a choice`() {
    #expect(html.contains("name=\"track\" value=\"1\""))
    #expect(html.contains("id=\"abx\""))
    var single = Self.report
    single.renders = [.init(name: "grand", stems: [.init(voice: 0, audio: [])])]
    #expect(!single.html().contains("name=\"track\""))
    #expect(!single.html().contains("id=\"abx\""))
  }

  @Test func `a render that is one file has no check box, and the others keep theirs`() {
    var mixed = Self.report
    mixed.renders.insert(
      .init(name: "made elsewhere", stems: [.init(voice: nil, audio: [])], matchDecibels: -1.255),
      at: 0)
    let html = mixed.html()
    #expect(html.contains("\"voice\":null"))
    #expect(html.contains("name=\"track\" value=\"1\""))
    #expect(html.contains("\"matchDB\":-1.25") || html.contains("\"matchDB\":-1.26"))
    #expect(html.contains("<option value=\"2\">font &amp; co</option>"))
  }

  @Test func `without a score there is no roll`() {
    let html = Report(
      title: "two sounds", subtitle: "",
      renders: [.init(name: "a", stems: [.init(voice: nil, audio: [])])], roll: .empty, seconds: 1
    ).html()
    #expect(!html.contains("id=\"roll\""))
    #expect(html.contains("id=\"keyboard\""))
  }

  @Test func `the script gets the score`() {
    // The first note of the scale: C4 at 0, velocity 30, in voice 0, for 400 of 480 ticks at 120.
    #expect(html.contains("[0.0,0.4167,60,30,0]"))
    #expect(html.contains("\"seconds\":4.25"))
  }
}
