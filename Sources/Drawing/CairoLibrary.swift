private import Glibc

/// The functions of cairo that are used here, found in the library at first use.
///
/// Everything unsafe about loading is in this file: the types below repeat the declarations of
/// cairo.h, which the compiler cannot check against symbols found by name.
@safe struct CairoLibrary {
  typealias Pointer = OpaquePointer
  typealias WriteFunction =
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, UInt32) -> Int32

  let create: @convention(c) (Pointer?) -> Pointer?
  let destroy: @convention(c) (Pointer?) -> Void
  let status: @convention(c) (Pointer?) -> Int32
  let statusToString: @convention(c) (Int32) -> UnsafePointer<CChar>?
  let setSourceRGBA: @convention(c) (Pointer?, Double, Double, Double, Double) -> Void
  let setSourceSurface: @convention(c) (Pointer?, Pointer?, Double, Double) -> Void
  let getSource: @convention(c) (Pointer?) -> Pointer?
  let patternSetFilter: @convention(c) (Pointer?, Int32) -> Void
  let paint: @convention(c) (Pointer?) -> Void
  let fill: @convention(c) (Pointer?) -> Void
  let stroke: @convention(c) (Pointer?) -> Void
  let clip: @convention(c) (Pointer?) -> Void
  let save: @convention(c) (Pointer?) -> Void
  let restore: @convention(c) (Pointer?) -> Void
  let translate: @convention(c) (Pointer?, Double, Double) -> Void
  let scale: @convention(c) (Pointer?, Double, Double) -> Void
  let rectangle: @convention(c) (Pointer?, Double, Double, Double, Double) -> Void
  let newPath: @convention(c) (Pointer?) -> Void
  let moveTo: @convention(c) (Pointer?, Double, Double) -> Void
  let lineTo: @convention(c) (Pointer?, Double, Double) -> Void
  let arc: @convention(c) (Pointer?, Double, Double, Double, Double, Double) -> Void
  let closePath: @convention(c) (Pointer?) -> Void
  let setLineWidth: @convention(c) (Pointer?, Double) -> Void
  let selectFontFace: @convention(c) (Pointer?, UnsafePointer<CChar>?, Int32, Int32) -> Void
  let setFontSize: @convention(c) (Pointer?, Double) -> Void
  let showText: @convention(c) (Pointer?, UnsafePointer<CChar>?) -> Void
  let textExtents:
    @convention(c) (Pointer?, UnsafePointer<CChar>?, UnsafeMutablePointer<Double>?) -> Void
  let imageSurfaceCreate: @convention(c) (Int32, Int32, Int32) -> Pointer?
  let imageSurfaceGetData: @convention(c) (Pointer?) -> UnsafeMutablePointer<UInt8>?
  let imageSurfaceGetStride: @convention(c) (Pointer?) -> Int32
  let svgSurfaceCreate:
    @convention(c) (WriteFunction?, UnsafeMutableRawPointer?, Double, Double) -> Pointer?
  let pdfSurfaceCreate:
    @convention(c) (WriteFunction?, UnsafeMutableRawPointer?, Double, Double) -> Pointer?
  let pdfSurfaceSetMetadata: @convention(c) (Pointer?, Int32, UnsafePointer<CChar>?) -> Void
  let surfaceWriteToPNG:
    @convention(c) (Pointer?, WriteFunction?, UnsafeMutableRawPointer?) -> Int32
  let surfaceFlush: @convention(c) (Pointer?) -> Void
  let surfaceMarkDirty: @convention(c) (Pointer?) -> Void
  let surfaceFinish: @convention(c) (Pointer?) -> Void
  let surfaceDestroy: @convention(c) (Pointer?) -> Void
  let surfaceStatus: @convention(c) (Pointer?) -> Int32

  /// The library, or why it cannot be had.
  static func load() throws(DrawingError) -> CairoLibrary {
    guard let handle = unsafe dlopen("libcairo.so.2", RTLD_NOW) else {
      throw .missingLibrary("libcairo.so.2 cannot be loaded: install the package libcairo2")
    }
    return try unsafe CairoLibrary(handle)
  }

  private init(_ handle: UnsafeMutableRawPointer) throws(DrawingError) {
    func find<Function>(_ name: String) throws(DrawingError) -> Function {
      guard let symbol = unsafe dlsym(handle, name) else {
        throw .missingLibrary("libcairo.so.2 has no \(name): a version of 1.16 or later is wanted")
      }
      return unsafe unsafeBitCast(symbol, to: Function.self)
    }
    unsafe create = try find("cairo_create")
    unsafe destroy = try find("cairo_destroy")
    unsafe status = try find("cairo_status")
    unsafe statusToString = try find("cairo_status_to_string")
    unsafe setSourceRGBA = try find("cairo_set_source_rgba")
    unsafe setSourceSurface = try find("cairo_set_source_surface")
    unsafe getSource = try find("cairo_get_source")
    unsafe patternSetFilter = try find("cairo_pattern_set_filter")
    unsafe paint = try find("cairo_paint")
    unsafe fill = try find("cairo_fill")
    unsafe stroke = try find("cairo_stroke")
    unsafe clip = try find("cairo_clip")
    unsafe save = try find("cairo_save")
    unsafe restore = try find("cairo_restore")
    unsafe translate = try find("cairo_translate")
    unsafe scale = try find("cairo_scale")
    unsafe rectangle = try find("cairo_rectangle")
    unsafe newPath = try find("cairo_new_path")
    unsafe moveTo = try find("cairo_move_to")
    unsafe lineTo = try find("cairo_line_to")
    unsafe arc = try find("cairo_arc")
    unsafe closePath = try find("cairo_close_path")
    unsafe setLineWidth = try find("cairo_set_line_width")
    unsafe selectFontFace = try find("cairo_select_font_face")
    unsafe setFontSize = try find("cairo_set_font_size")
    unsafe showText = try find("cairo_show_text")
    unsafe textExtents = try find("cairo_text_extents")
    unsafe imageSurfaceCreate = try find("cairo_image_surface_create")
    unsafe imageSurfaceGetData = try find("cairo_image_surface_get_data")
    unsafe imageSurfaceGetStride = try find("cairo_image_surface_get_stride")
    unsafe svgSurfaceCreate = try find("cairo_svg_surface_create_for_stream")
    unsafe pdfSurfaceCreate = try find("cairo_pdf_surface_create_for_stream")
    unsafe pdfSurfaceSetMetadata = try find("cairo_pdf_surface_set_metadata")
    unsafe surfaceWriteToPNG = try find("cairo_surface_write_to_png_stream")
    unsafe surfaceFlush = try find("cairo_surface_flush")
    unsafe surfaceMarkDirty = try find("cairo_surface_mark_dirty")
    unsafe surfaceFinish = try find("cairo_surface_finish")
    unsafe surfaceDestroy = try find("cairo_surface_destroy")
    unsafe surfaceStatus = try find("cairo_surface_status")
  }
}

/// Why a picture could not be made.
public enum DrawingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The drawing library is not there.
  case missingLibrary(String)
  /// The drawing library failed, for instance for want of memory.
  case failed(String)

  /// What happened and what to do.
  public var description: String {
    switch self {
    case .missingLibrary(let said), .failed(let said): said
    }
  }
}
