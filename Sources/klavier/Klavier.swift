@main
struct Klavier {
  static func main() {}
}
