//! Recognizes files by their content, and encodes images again.

use std::{io::Cursor, sync::Arc};

use async_trait::async_trait;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, ImageResult, Limits, codecs::jpeg::JpegEncoder};
use ports::attachment::{AttachmentKind, FileSanitizer, RejectedFile, SanitizedFile};
use tokio::sync::Semaphore;

/// The most pixels of a side of an image.
const MAX_SIDE: u32 = 8192;
/// The most memory that decoding one image takes.
const MAX_MEMORY: u64 = 192 * 1024 * 1024;
/// How many files are examined at the same time.
const AT_ONCE: usize = 2;
/// The quality of JPEG, at which a loss is not visible.
const QUALITY: u8 = 90;

/// Recognizes images, videos, PDF, CSV and text. Images in GIF and WebP become PNG, and animations their first image.
#[derive(Debug)]
pub struct ContentSanitizer {
    permits: Arc<Semaphore>,
}

impl Default for ContentSanitizer {
    fn default() -> Self {
        Self {
            permits: Arc::new(Semaphore::new(AT_ONCE)),
        }
    }
}

#[async_trait]
impl FileSanitizer for ContentSanitizer {
    async fn sanitize(&self, bytes: Vec<u8>) -> Result<SanitizedFile, RejectedFile> {
        let permit = self.permits.clone().acquire_owned().await.map_err(|_| RejectedFile)?;
        let work = move || {
            // Released when the work ends, also where the caller waits for it no more.
            let _permit = permit;
            sanitized(bytes)
        };
        let done = tokio::task::spawn_blocking(work).await;
        // A decoder that panics rejects the file.
        done.unwrap_or(Err(RejectedFile))
    }
}

fn sanitized(bytes: Vec<u8>) -> Result<SanitizedFile, RejectedFile> {
    let kind = match infer::get(&bytes).map(|found| found.mime_type()) {
        Some("image/jpeg") => return reencoded(&bytes, ImageFormat::Jpeg),
        Some("image/png") => return reencoded(&bytes, ImageFormat::Png),
        Some("image/gif") => return reencoded(&bytes, ImageFormat::Gif),
        Some("image/webp") => return reencoded(&bytes, ImageFormat::WebP),
        Some("video/mp4") => AttachmentKind::Mp4,
        Some("video/webm") => AttachmentKind::WebM,
        Some("application/pdf") => AttachmentKind::Pdf,
        Some(_) => return Err(RejectedFile),
        None => text(&bytes)?,
    };
    Ok(SanitizedFile { kind, bytes })
}

/// Returns an image of which nothing but its pixels remains.
fn reencoded(bytes: &[u8], format: ImageFormat) -> Result<SanitizedFile, RejectedFile> {
    let (kind, bytes) = decoded(bytes, format)
        .and_then(|image| encoded(image, format))
        .map_err(|_| RejectedFile)?;
    Ok(SanitizedFile { kind, bytes })
}

/// Decodes an image, turned as its metadata says.
fn decoded(bytes: &[u8], format: ImageFormat) -> ImageResult<DynamicImage> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_MEMORY);
    reader.limits(limits);
    let mut decoder = reader.into_decoder()?;
    let orientation = decoder.orientation()?;
    let mut image = DynamicImage::from_decoder(decoder)?;
    image.apply_orientation(orientation);
    Ok(image)
}

fn encoded(image: DynamicImage, format: ImageFormat) -> ImageResult<(AttachmentKind, Vec<u8>)> {
    let mut bytes = Cursor::new(Vec::new());
    let kind = if format == ImageFormat::Jpeg {
        let encoder = JpegEncoder::new_with_quality(&mut bytes, QUALITY);
        image.into_rgb8().write_with_encoder(encoder)?;
        AttachmentKind::Jpeg
    } else {
        image.write_to(&mut bytes, ImageFormat::Png)?;
        AttachmentKind::Png
    };
    Ok((kind, bytes.into_inner()))
}

/// Returns the kind of a text. A text that a browser could take for a page is rejected.
fn text(bytes: &[u8]) -> Result<AttachmentKind, RejectedFile> {
    let text = std::str::from_utf8(bytes).map_err(|_| RejectedFile)?;
    let shown = text.trim_start_matches('\u{feff}').trim();
    let is_line_break = |letter: char| matches!(letter, '\n' | '\r' | '\t');
    let has_control = text.chars().any(|letter| letter.is_control() && !is_line_break(letter));
    if shown.is_empty() || shown.starts_with('<') || has_control {
        return Err(RejectedFile);
    }
    Ok(if is_table(shown) {
        AttachmentKind::Csv
    } else {
        AttachmentKind::Text
    })
}

/// Returns whether a text has at least two rows with as many cells, and more than one.
fn is_table(text: &str) -> bool {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text.as_bytes());
    let mut rows = 0;
    for row in reader.byte_records() {
        match row {
            Ok(row) if row.len() > 1 => rows += 1,
            _ => return false,
        }
    }
    rows > 1
}

#[cfg(test)]
mod tests {
    use image::{ExtendedColorType, ImageEncoder, RgbImage, codecs::png::PngEncoder};

    use super::*;

    const JPEG_END: usize = 2;

    fn encoded_as(format: ImageFormat, width: u32, height: u32) -> Vec<u8> {
        let image = RgbImage::from_fn(width, height, |x, _| {
            image::Rgb(if x < width / 2 { [255, 0, 0] } else { [0, 0, 255] })
        });
        let mut bytes = Cursor::new(Vec::new());
        DynamicImage::from(image).write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    /// A segment of a JPEG with an orientation (turned by a quarter) and a text, as cameras write it.
    fn exif() -> Vec<u8> {
        let mut exif = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0".to_vec();
        exif.extend(b"51.5007N 0.1246W");
        let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
        [&[0xff, 0xe1], &length[..], &exif].concat()
    }

    fn contains(bytes: &[u8], part: &[u8]) -> bool {
        bytes.windows(part.len()).any(|window| window == part)
    }

    fn kind(bytes: &[u8]) -> Result<AttachmentKind, RejectedFile> {
        sanitized(bytes.to_vec()).map(|file| file.kind)
    }

    #[test]
    fn an_image_loses_its_metadata_and_what_follows_it() {
        let plain = encoded_as(ImageFormat::Jpeg, 40, 20);
        let photo = [&plain[..2], &exif(), &plain[2..], b"PK\x03\x04 hidden archive"].concat();
        assert!(contains(&photo, b"51.5007N"));
        let file = sanitized(photo).unwrap();
        assert_eq!(file.kind, AttachmentKind::Jpeg);
        for part in [&b"51.5007N"[..], b"Exif", b"hidden archive"] {
            assert!(!contains(&file.bytes, part));
        }
        assert_eq!(file.bytes[file.bytes.len() - JPEG_END..], [0xff, 0xd9]);
        let turned = image::load_from_memory(&file.bytes).unwrap();
        assert_eq!((turned.width(), turned.height()), (20, 40), "as the camera was held");

        let mut png = encoded_as(ImageFormat::Png, 4, 4);
        png.extend(b"PK\x03\x04<script>alert(1)</script>");
        let file = sanitized(png).unwrap();
        assert_eq!(file.kind, AttachmentKind::Png);
        assert!(!contains(&file.bytes, b"<script>"));
    }

    #[test]
    fn gif_and_webp_become_png() {
        for format in [ImageFormat::Gif, ImageFormat::WebP] {
            let bytes = [encoded_as(format, 8, 8), b"*/alert(1)//".to_vec()].concat();
            let file = sanitized(bytes).unwrap();
            assert_eq!(file.kind, AttachmentKind::Png, "{format:?}");
            assert!(!contains(&file.bytes, b"alert"), "{format:?}");
        }
    }

    #[test]
    fn an_image_of_many_pixels_is_rejected_before_it_is_unpacked() {
        let mut bytes = Vec::new();
        let row = vec![0; 9000];
        PngEncoder::new(&mut bytes)
            .write_image(&row, 9000, 1, ExtendedColorType::L8)
            .unwrap();
        assert_eq!(kind(&bytes), Err(RejectedFile));
        // The head claims an image of 60,000 × 60,000.
        let mut bomb = encoded_as(ImageFormat::Png, 4, 4);
        bomb[16..24].copy_from_slice(&[0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60]);
        assert_eq!(kind(&bomb), Err(RejectedFile));
    }

    #[test]
    fn damaged_images_are_rejected() {
        for format in [ImageFormat::Png, ImageFormat::Gif, ImageFormat::WebP] {
            let whole = encoded_as(format, 64, 64);
            assert_eq!(kind(&whole[..whole.len() / 2]), Err(RejectedFile), "{format:?}");
        }
        let jpeg = encoded_as(ImageFormat::Jpeg, 64, 64);
        assert_eq!(kind(&jpeg[..40]), Err(RejectedFile));
    }

    #[test]
    fn videos_and_documents_are_recognized() {
        let video = |format: &[u8]| {
            let length = 0x80 + u8::try_from(format.len()).unwrap();
            let head = b"\x1a\x45\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\xf2\x81\x04B\xf3\x81\x08B\x82";
            [&head[..], &[length], format, b"B\x87\x81\x04", &[0; 300]].concat()
        };
        let mp4 = b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom\0\0\0\x08free";
        assert_eq!(kind(&video(b"webm")), Ok(AttachmentKind::WebM));
        assert_eq!(kind(&video(b"matroska")), Err(RejectedFile));
        assert_eq!(kind(mp4), Ok(AttachmentKind::Mp4));
        assert_eq!(kind(b"%PDF-1.7\n%\xe2\xe3\n"), Ok(AttachmentKind::Pdf));
    }

    #[test]
    fn text_is_told_from_pages_programs_and_noise() {
        assert_eq!(kind(b"It is slow.\r\n\tOn Monday, too.\n"), Ok(AttachmentKind::Text));
        assert_eq!(
            kind(b"\xef\xbb\xbfdate,amount\n2026-11-24,\"1,5\"\n"),
            Ok(AttachmentKind::Csv)
        );
        for page in [
            &b"<!DOCTYPE html><script>alert(1)</script>"[..],
            b" \n<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
            b"\xef\xbb\xbf<?xml version='1.0'?><x/>",
            b"MZ\x90\0\x03\0\0\0",
            b"\x7fELF\x02\x01\x01\0",
            b"PK\x03\x04\x14\0\0\0",
            b"#!/bin/sh\nrm -r /\n",
            b"a\0b",
            b"\x1b[2J",
            b"\xff\xfeh\0i\0",
            b" \n",
            b"",
        ] {
            assert_eq!(kind(page), Err(RejectedFile), "{page:?}");
        }
    }
}
