//! Files are recognized by their content, and images keep nothing but their pixels, in bounded time and memory.

use std::io::Cursor;

use ::image::{DynamicImage, ExtendedColorType, ImageEncoder, Rgb, RgbImage, codecs::png::PngEncoder};

use super::*;

const JPEG_END: usize = 2;

fn encoded_as(format: ImageFormat, width: u32, height: u32) -> Vec<u8> {
    let image = RgbImage::from_fn(width, height, |x, _| {
        Rgb(if x < width / 2 { [255, 0, 0] } else { [0, 0, 255] })
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

fn sanitized(bytes: Vec<u8>) -> Result<SanitizedFile, SanitizeError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(ContentSanitizer::default().sanitize(bytes))
}

fn kind(bytes: &[u8]) -> Result<AttachmentKind, SanitizeError> {
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
    let turned = ::image::load_from_memory(&file.bytes).unwrap();
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
    assert_eq!(kind(&bytes), Err(SanitizeError::Rejected));
    // The head claims an image of 60,000 × 60,000.
    let mut bomb = encoded_as(ImageFormat::Png, 4, 4);
    bomb[16..24].copy_from_slice(&[0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60]);
    assert_eq!(kind(&bomb), Err(SanitizeError::Rejected));
}

#[test]
fn damaged_images_are_rejected() {
    for format in [ImageFormat::Png, ImageFormat::Gif, ImageFormat::WebP] {
        let whole = encoded_as(format, 64, 64);
        assert_eq!(
            kind(&whole[..whole.len() / 2]),
            Err(SanitizeError::Rejected),
            "{format:?}"
        );
    }
    let jpeg = encoded_as(ImageFormat::Jpeg, 64, 64);
    assert_eq!(kind(&jpeg[..40]), Err(SanitizeError::Rejected));
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
    assert_eq!(kind(&video(b"matroska")), Err(SanitizeError::Rejected));
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
        assert_eq!(kind(page), Err(SanitizeError::Rejected), "{page:?}");
    }
}

#[test]
fn the_memory_of_an_image_is_counted_before_it_is_taken() {
    let of_color = |color: ExtendedColorType, width: u32, height: u32| {
        let mut bytes = Vec::new();
        let row = usize::from(color.bits_per_pixel() / 8) * usize::try_from(width).unwrap();
        let pixels = vec![0; row * usize::try_from(height).unwrap()];
        let fast = ::image::codecs::png::CompressionType::Fast;
        PngEncoder::new_with_quality(&mut bytes, fast, ::image::codecs::png::FilterType::NoFilter)
            .write_image(&pixels, width, height, color)
            .unwrap();
        bytes
    };
    assert_eq!(
        kind(&of_color(ExtendedColorType::L8, 6000, 4000)),
        Ok(AttachmentKind::Png)
    );
    assert_eq!(
        kind(&of_color(ExtendedColorType::L8, 6000, 4001)),
        Err(SanitizeError::Rejected),
        "too many pixels"
    );
    assert_eq!(
        kind(&of_color(ExtendedColorType::Rgba16, 4000, 4000)),
        Err(SanitizeError::Rejected),
        "too many bytes per pixel"
    );
}

#[test]
fn the_time_of_an_image_is_bounded() {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::Gif, ImageFormat::WebP] {
        let bytes = encoded_as(format, 8, 8);
        let late = image::encoded_again(&bytes, format, Instant::now());
        assert_eq!(late, Err(SanitizeError::Busy), "{format:?}");
    }
}

#[tokio::test]
async fn images_are_decoded_one_at_a_time_and_refused_when_many_wait() {
    let sanitizer = ContentSanitizer::default();
    let decoded = Arc::clone(&sanitizer.decoding).acquire_owned().await.unwrap();
    let image = encoded_as(ImageFormat::Png, 4, 4);
    let mut waiting: Vec<_> = (0..=WAITING).map(|_| sanitizer.sanitize(image.clone())).collect();
    for one in &mut waiting {
        assert!(
            futures::poll!(one).is_pending(),
            "it waits for the image that is decoded"
        );
    }
    assert_eq!(sanitizer.sanitize(image.clone()).await, Err(SanitizeError::Busy));
    let text = sanitizer.sanitize(b"It is slow.".to_vec()).await;
    assert_eq!(
        text.map(|file| file.kind),
        Ok(AttachmentKind::Text),
        "a text does not wait"
    );
    // One that is no longer awaited leaves its place to another.
    drop(waiting.pop());
    waiting.push(sanitizer.sanitize(image.clone()));
    drop(decoded);
    for one in waiting {
        assert_eq!(one.await.map(|file| file.kind), Ok(AttachmentKind::Png));
    }
}

#[tokio::test]
async fn an_image_that_waits_for_long_is_refused() {
    let sanitizer = ContentSanitizer::new(Duration::from_millis(10));
    let _decoded = Arc::clone(&sanitizer.decoding).acquire_owned().await.unwrap();
    let image = encoded_as(ImageFormat::Png, 4, 4);
    assert_eq!(sanitizer.sanitize(image).await, Err(SanitizeError::Busy));
}
