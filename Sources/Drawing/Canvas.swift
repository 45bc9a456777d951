/// The form of a picture's file.
public enum PictureFormat: String, Sendable, Hashable, CaseIterable {
  case svg, png, pdf
}

/// A colour, each part 0…1.
public struct Colour: Sendable, Hashable {
  var red: Double
  var green: Double
  var blue: Double
  var alpha: Double = 1

  /// 0xRRGGBB.
  init(_ hex: UInt32, alpha: Double = 1) {
    red = Double(hex >> 16 & 255) / 255
    green = Double(hex >> 8 & 255) / 255
    blue = Double(hex & 255) / 255
    self.alpha = alpha
  }

  /// The colour between two.
  static func between(_ a: Colour, _ b: Colour, _ share: Double) -> Colour {
    var mixed = a
    mixed.red += (b.red - a.red) * share
    mixed.green += (b.green - a.green) * share
    mixed.blue += (b.blue - a.blue) * share
    mixed.alpha += (b.alpha - a.alpha) * share
    return mixed
  }
}

/// A rectangle; y grows downwards.
struct Box: Sendable, Hashable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  var maxX: Double { x + width }
  var maxY: Double { y + height }
}

/// A sheet to draw on, in points from the upper left corner.
@safe final class Canvas {
  /// Where a text's `x` lies in it.
  enum Anchor { case left, middle, right }

  private let cairo: CairoLibrary
  private let surface: OpaquePointer
  private let context: OpaquePointer
  private let format: PictureFormat
  private let output = Output()

  /// Collects what cairo writes.
  private final class Output { var bytes: [UInt8] = [] }

  init(_ format: PictureFormat, width: Double, height: Double) throws(DrawingError) {
    cairo = try CairoLibrary.load()
    self.format = format
    let target = unsafe Unmanaged.passUnretained(output).toOpaque()
    let made: OpaquePointer? =
      switch format {
      case .png: unsafe cairo.imageSurfaceCreate(0, Int32(width), Int32(height))
      case .svg: unsafe cairo.svgSurfaceCreate(Self.append, target, width, height)
      case .pdf: unsafe cairo.pdfSurfaceCreate(Self.append, target, width, height)
      }
    guard let made = unsafe made, unsafe cairo.surfaceStatus(made) == 0,
      let context = unsafe cairo.create(made)
    else {
      throw .failed("cairo cannot make a \(format.rawValue) of \(Int(width)) × \(Int(height))")
    }
    // An empty date of creation (CAIRO_PDF_METADATA_CREATE_DATE) is none: the same picture, the same bytes.
    if format == .pdf { unsafe cairo.pdfSurfaceSetMetadata(made, 5, "") }
    unsafe surface = made
    unsafe self.context = context
    unsafe cairo.selectFontFace(context, "sans-serif", 0, 0)
  }

  deinit {
    unsafe cairo.destroy(context)
    unsafe cairo.surfaceDestroy(surface)
  }

  private static let append: CairoLibrary.WriteFunction = { target, data, count in
    guard let target = unsafe target, let data = unsafe data else { return 0 }
    let output = unsafe Unmanaged<Output>.fromOpaque(target).takeUnretainedValue()
    unsafe output.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
    return 0
  }

  /// The finished file; nothing may be drawn afterwards.
  func finish() throws(DrawingError) -> [UInt8] {
    unsafe cairo.surfaceFlush(surface)
    var status = unsafe cairo.status(context)
    if format == .png, status == 0 {
      let target = unsafe Unmanaged.passUnretained(output).toOpaque()
      status = unsafe cairo.surfaceWriteToPNG(surface, Self.append, target)
    }
    unsafe cairo.surfaceFinish(surface)
    if status == 0 { status = unsafe cairo.surfaceStatus(surface) }
    guard status == 0 else {
      let said = unsafe cairo.statusToString(status).map { unsafe String(cString: $0) }
      throw .failed("cairo says: \(said ?? "error \(status)")")
    }
    return output.bytes
  }

  func fill(_ box: Box, _ colour: Colour) {
    source(colour)
    unsafe cairo.rectangle(context, box.x, box.y, box.width, box.height)
    unsafe cairo.fill(context)
  }

  /// A rectangle whose right corners are round: a key seen from the side, its front to the right.
  func fillKey(_ box: Box, radius: Double, _ colour: Colour, outline: Colour?) {
    func path() {
      let r = min(radius, box.height / 2, box.width / 2)
      unsafe cairo.newPath(context)
      unsafe cairo.moveTo(context, box.x, box.y)
      unsafe cairo.arc(context, box.maxX - r, box.y + r, r, -1.5707963267948966, 0)
      unsafe cairo.arc(context, box.maxX - r, box.maxY - r, r, 0, 1.5707963267948966)
      unsafe cairo.lineTo(context, box.x, box.maxY)
      unsafe cairo.closePath(context)
    }
    path()
    source(colour)
    unsafe cairo.fill(context)
    if let outline {
      path()
      source(outline)
      unsafe cairo.setLineWidth(context, 0.75)
      unsafe cairo.stroke(context)
    }
  }

  func line(_ points: [(x: Double, y: Double)], _ colour: Colour, width: Double = 1) {
    guard let first = points.first else { return }
    source(colour)
    unsafe cairo.setLineWidth(context, width)
    unsafe cairo.newPath(context)
    unsafe cairo.moveTo(context, first.x, first.y)
    for point in points.dropFirst() { unsafe cairo.lineTo(context, point.x, point.y) }
    unsafe cairo.stroke(context)
  }

  func fillShape(_ points: [(x: Double, y: Double)], _ colour: Colour) {
    guard let first = points.first else { return }
    source(colour)
    unsafe cairo.newPath(context)
    unsafe cairo.moveTo(context, first.x, first.y)
    for point in points.dropFirst() { unsafe cairo.lineTo(context, point.x, point.y) }
    unsafe cairo.closePath(context)
    unsafe cairo.fill(context)
  }

  func text(
    _ text: String, x: Double, y: Double, size: Double, _ colour: Colour, _ anchor: Anchor = .left
  ) {
    unsafe cairo.setFontSize(context, size)
    let width = anchor == .left ? 0 : self.width(of: text, size: size)
    let left = anchor == .left ? x : anchor == .middle ? x - width / 2 : x - width
    source(colour)
    unsafe cairo.moveTo(context, left, y)
    unsafe cairo.showText(context, text)
  }

  func width(of text: String, size: Double) -> Double {
    unsafe cairo.setFontSize(context, size)
    // cairo_text_extents_t: bearings, width, height, advances; the fifth is the advance in x.
    var extents = [Double](repeating: 0, count: 6)
    unsafe extents.withUnsafeMutableBufferPointer {
      unsafe cairo.textExtents(context, text, $0.baseAddress)
    }
    return extents[4]
  }

  /// Draws with everything outside the box cut off.
  func clipped(to box: Box, _ body: () -> Void) {
    unsafe cairo.save(context)
    unsafe cairo.rectangle(context, box.x, box.y, box.width, box.height)
    unsafe cairo.clip(context)
    body()
    unsafe cairo.restore(context)
  }

  /// A picture of `columns` × `rows` pixels (rows from the top), stretched over a box.
  func image(columns: Int, rows: Int, in box: Box, pixel: (_ column: Int, _ row: Int) -> Colour) {
    guard columns > 0, rows > 0,
      let image = unsafe cairo.imageSurfaceCreate(1, Int32(columns), Int32(rows))
    else { return }
    defer { unsafe cairo.surfaceDestroy(image) }
    unsafe cairo.surfaceFlush(image)
    let stride = unsafe Int(cairo.imageSurfaceGetStride(image))
    guard let data = unsafe cairo.imageSurfaceGetData(image) else { return }
    for row in 0..<rows {
      for column in 0..<columns {
        let colour = pixel(column, row)
        let at = row * stride + column * 4
        unsafe data[at] = UInt8(colour.blue * 255)
        unsafe data[at + 1] = UInt8(colour.green * 255)
        unsafe data[at + 2] = UInt8(colour.red * 255)
        unsafe data[at + 3] = 255
      }
    }
    unsafe cairo.surfaceMarkDirty(image)
    unsafe cairo.save(context)
    unsafe cairo.translate(context, box.x, box.y)
    unsafe cairo.scale(context, box.width / Double(columns), box.height / Double(rows))
    unsafe cairo.setSourceSurface(context, image, 0, 0)
    unsafe cairo.patternSetFilter(cairo.getSource(context), 1)  // good: smooth
    unsafe cairo.rectangle(context, 0, 0, Double(columns), Double(rows))
    unsafe cairo.fill(context)
    unsafe cairo.restore(context)
  }

  private func source(_ colour: Colour) {
    unsafe cairo.setSourceRGBA(context, colour.red, colour.green, colour.blue, colour.alpha)
  }
}
