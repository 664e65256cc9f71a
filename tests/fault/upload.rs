//! Small files that take much memory when they are opened.

use std::fs;

use futures::future::join_all;
use support::{
    folder::Folder,
    program::{Program, built},
};

/// The most memory that the process may take beside the pages of its own file, in MiB. Those are as many as it has code, and the kernel
/// can drop them.
const MOST: u64 = 300;
/// Nearly as many pixels as are accepted.
const SIDES: (u16, u16) = (4400, 4000);

/// A segment of a JPEG.
fn segment(marker: u8, content: &[u8]) -> Vec<u8> {
    let length = u16::try_from(content.len() + 2).unwrap().to_be_bytes();
    [&[0xff, marker], &length[..], content].concat()
}

/// A progressive JPEG of one color, of 150 kB. Its decoder needs all coefficients in memory, and its metadata turns it by a quarter.
fn hostile_image() -> Vec<u8> {
    let exif = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
    let quantization = [&[0][..], &[1; 64]].concat();
    let (width, height) = (SIDES.0.to_be_bytes(), SIDES.1.to_be_bytes());
    let components = [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0];
    let frame = [&[8][..], &height, &width, &components].concat();
    // One code of one bit, for a coefficient that equals the one before.
    let codes = [&[0, 1][..], &[0; 15], &[0]].concat();
    let scan = [3, 1, 0, 2, 0, 3, 0, 0, 0, 0];
    let blocks = usize::from(SIDES.0 / 8) * usize::from(SIDES.1 / 8);
    [
        &[0xff, 0xd8][..],
        &segment(0xe1, exif),
        &segment(0xdb, &quantization),
        &segment(0xc2, &frame),
        &segment(0xc4, &codes),
        &segment(0xda, &scan),
        &vec![0; blocks * 3 / 8 + 1],
        &[0xff, 0xd9],
    ]
    .concat()
}

/// The most memory that a process had at a time without the pages of files, in MiB.
fn peak(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let kib = |name: &str| -> u64 {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.split_whitespace().next().unwrap().parse().unwrap()
    };
    (kib("VmHWM:") - kib("RssFile:")) / 1024
}

#[tokio::test]
async fn hostile_images_at_once_stay_below_300_mib() {
    let folder = Folder::create("uploads");
    let settings = [
        ("SPYHOP_DATA", folder.path().join("data").display().to_string()),
        ("SPYHOP_SOURCES", "demo".to_owned()),
    ];
    let mut program = Program::start(&built(), &settings, folder.path());
    let token = program.person(&[]).await;
    let image = hostile_image();
    let uploads = (0..4).map(|_| program.upload("common/attachment/upload", &token, &image));
    let replies: Vec<_> = join_all(uploads).await;
    let is_stored = |(status, _): &(u16, _)| *status == 200;
    assert!(
        replies.iter().all(is_stored),
        "the image is within the limits: {replies:?}"
    );
    let most = peak(program.process().id());
    assert!(most < MOST, "{most} MiB");
}
