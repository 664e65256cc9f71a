//! Images: their memory and time are bounded, and nothing but their pixels remains.

use std::io::{self, BufRead, Cursor, Read, Seek, SeekFrom, Write};

use image::{
    DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, ImageResult, Limits,
    codecs::{jpeg::JpegEncoder, png::PngEncoder},
    error::{LimitError, LimitErrorKind},
    metadata::Orientation,
};
use ports::attachment::{AttachmentKind, SanitizeError, SanitizedFile};
use tokio::time::Instant;

/// The most pixels of a side of an image.
const MAX_SIDE: u32 = 8192;
/// The most pixels of an image.
const MAX_PIXELS: u64 = 24_000_000;
/// The most memory that decoding and turning an image takes: a JPEG of 17 megapixels, or a PNG of 24 without metadata that turns it.
const MAX_MEMORY: u64 = 160_000_000;
/// The most bytes of an image that was encoded again, ten times as many as a file may have.
const MAX_ENCODED: usize = 20_000_000;
/// The quality of JPEG, at which a loss is not visible.
const QUALITY: u8 = 90;

/// Returns an image of which nothing but its pixels remains. One that takes longer than until `until` is not finished.
pub(super) fn encoded_again(bytes: &[u8], format: ImageFormat, until: Instant) -> Result<SanitizedFile, SanitizeError> {
    let done = decoded(bytes, format, until).and_then(|image| encoded(&image, format, until));
    match done {
        Ok((kind, bytes)) => Ok(SanitizedFile { kind, bytes }),
        Err(_) if Instant::now() >= until => Err(SanitizeError::Busy),
        Err(_) => Err(SanitizeError::Rejected),
    }
}

/// Decodes an image, turned as its metadata says.
fn decoded(bytes: &[u8], format: ImageFormat, until: Instant) -> ImageResult<DynamicImage> {
    let file = Timed {
        inner: Cursor::new(bytes),
        until,
    };
    let mut reader = ImageReader::with_format(file, format);
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_MEMORY);
    reader.limits(limits);
    let mut decoder = reader.into_decoder()?;
    let orientation = decoder.orientation()?;
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    if pixels > MAX_PIXELS || pixels * memory_per_pixel(&decoder, format, orientation) > MAX_MEMORY {
        return Err(ImageError::Limits(LimitError::from_kind(
            LimitErrorKind::InsufficientMemory,
        )));
    }
    let mut image = DynamicImage::from_decoder(decoder)?;
    image.apply_orientation(orientation);
    Ok(image)
}

/// Returns the most bytes per pixel that are in memory at a time: the decoded image beside what its decoder needs, and then beside
/// its turned copy.
fn memory_per_pixel(decoder: &impl ImageDecoder, format: ImageFormat, orientation: Orientation) -> u64 {
    let own = u64::from(decoder.color_type().bytes_per_pixel());
    let working = match format {
        // The coefficients of a progressive image, two bytes for each component.
        ImageFormat::Jpeg => 2 * u64::from(decoder.original_color_type().channel_count()),
        // A frame that is drawn into the image.
        ImageFormat::Gif => 4,
        // A frame with its transparency, or its brightness and color, that is drawn into the image.
        ImageFormat::WebP => 8,
        // Its bytes in the order of the file, where two of them are a number.
        _ if decoder.color_type().bytes_per_pixel() > decoder.color_type().channel_count() => own,
        // Rows only.
        _ => 0,
    };
    let turned = match orientation {
        Orientation::NoTransforms
        | Orientation::Rotate180
        | Orientation::FlipHorizontal
        | Orientation::FlipVertical => 0,
        Orientation::Rotate90 | Orientation::Rotate270 | Orientation::Rotate90FlipH | Orientation::Rotate270FlipH => {
            own
        }
    };
    own + working.max(turned)
}

fn encoded(image: &DynamicImage, format: ImageFormat, until: Instant) -> ImageResult<(AttachmentKind, Vec<u8>)> {
    let mut file = Timed {
        inner: Bounded(Vec::new()),
        until,
    };
    let kind = if format == ImageFormat::Jpeg {
        image.write_with_encoder(JpegEncoder::new_with_quality(&mut file, QUALITY))?;
        AttachmentKind::Jpeg
    } else {
        image.write_with_encoder(PngEncoder::new(&mut file))?;
        AttachmentKind::Png
    };
    Ok((kind, file.inner.0))
}

/// Reads or writes until a moment.
struct Timed<T> {
    inner: T,
    until: Instant,
}

impl<T> Timed<T> {
    fn in_time(&mut self) -> io::Result<&mut T> {
        if Instant::now() >= self.until {
            return Err(io::ErrorKind::TimedOut.into());
        }
        Ok(&mut self.inner)
    }
}

impl<T: Read> Read for Timed<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.in_time()?.read(buffer)
    }
}

impl<T: BufRead> BufRead for Timed<T> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.in_time()?.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.inner.consume(amount);
    }
}

impl<T: Seek> Seek for Timed<T> {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.in_time()?.seek(position)
    }
}

impl<T: Write> Write for Timed<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.in_time()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// The bytes of an encoded image, at most [`MAX_ENCODED`].
struct Bounded(Vec<u8>);

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > MAX_ENCODED {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
