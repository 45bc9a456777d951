import Score
import Testing

struct JSONTests {
  @Test func `values are written as RFC 8259 says`() {
    let value: JSON = [
      "a": [1, -2, 0.5, true, nil], "quote\"": "tab\t, line\n, bell\u{7}, ♯", "empty": [:],
      "list": [],
    ]
    #expect(
      value.text
        == #"{"a":[1,-2,0.5,true,null],"quote\"":"tab\t, line\n, bell\u0007, ♯","empty":{},"list":[]}"#
    )
  }

  @Test func `a number that JSON has no word for is null`() {
    #expect(JSON.array([.number(.infinity), .number(.nan)]).text == "[null,null]")
  }
}
