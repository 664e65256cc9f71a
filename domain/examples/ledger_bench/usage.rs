//! CPU time and memory of this process.

use std::fs;

/// Returns the CPU seconds and the peak memory so far, as `/proc` states them.
pub fn line() -> String {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The fields after the name in parentheses; user and system time are fields 14 and 15, in hundredths of a second.
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks: u64 = fields
        .iter()
        .skip(11)
        .take(2)
        .filter_map(|field| field.parse::<u64>().ok())
        .sum();
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .unwrap_or("?")
        .trim();
    format!("{}.{:02} s of CPU, peak memory {peak}", ticks / 100, ticks % 100)
}
