//! The table of vectors, as the bytes of a safetensors file.

use crate::BadModel;
use crate::tensor_header::{TensorEntry, parse_header};

/// Bytes of the little-endian number at the start of the file: the length of the header.
const LENGTH: usize = 8;

/// Bytes of a header. One that describes a single table is far shorter.
pub(crate) const MOST_HEADER: usize = 64 * 1024;

pub(crate) const MOST_ROWS: u64 = 1 << 21;
pub(crate) const MOST_COLUMNS: u64 = 1 << 12;

/// Rows of numbers. They stay encoded as in the file, because a query needs only a few of them.
#[derive(Clone, Debug)]
pub(crate) struct Matrix {
    bytes: Vec<u8>,
    /// Offset of the first number.
    start: usize,
    rows: usize,
    columns: usize,
    numbers: Numbers,
}

#[derive(Clone, Copy, Debug)]
enum Numbers {
    F16,
    F32,
}

impl Numbers {
    fn bytes(self) -> usize {
        match self {
            Numbers::F16 => 2,
            Numbers::F32 => 4,
        }
    }
}

impl Matrix {
    pub(crate) fn parse(bytes: Vec<u8>) -> Result<Self, BadModel> {
        let (length, rest) = bytes.split_first_chunk::<LENGTH>().ok_or(BadModel::NoHeader)?;
        let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
        if length > MOST_HEADER {
            return Err(BadModel::LongHeader);
        }
        let (header, data) = rest.split_at_checked(length).ok_or(BadModel::NoHeader)?;
        let TensorEntry { dtype, shape, data_offsets } = parse_header(header)?;
        let numbers = match dtype.as_str() {
            "F32" => Numbers::F32,
            "F16" => Numbers::F16,
            _ => return Err(BadModel::OtherNumbers),
        };
        let (rows, columns) = match shape[..] {
            [rows @ 1..=MOST_ROWS, columns @ 1..=MOST_COLUMNS] => (rows as usize, columns as usize),
            _ => return Err(BadModel::NoTable),
        };
        let size = rows as u64 * columns as u64 * numbers.bytes() as u64;
        if data_offsets != [0, size] || data.len() as u64 != size {
            return Err(BadModel::OtherSize);
        }
        let start = LENGTH + length;
        Ok(Self { bytes, start, rows, columns, numbers })
    }

    pub(crate) fn rows(&self) -> u64 {
        self.rows as u64
    }

    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    /// Adds a row to a vector with one entry per column. Panics if there is no such row.
    pub(crate) fn add_row(&self, row: usize, sum: &mut [f64]) {
        let width = self.columns * self.numbers.bytes();
        let row = &self.bytes[self.start + row * width..][..width];
        match self.numbers {
            Numbers::F16 => {
                let (numbers, _) = row.as_chunks();
                for (sum, number) in sum.iter_mut().zip(numbers) {
                    *sum += half(u16::from_le_bytes(*number));
                }
            }
            Numbers::F32 => {
                let (numbers, _) = row.as_chunks();
                for (sum, number) in sum.iter_mut().zip(numbers) {
                    *sum += f64::from(f32::from_le_bytes(*number));
                }
            }
        }
    }
}

/// Decodes an IEEE 754 half-precision number.
fn half(bits: u16) -> f64 {
    let fraction = f64::from(bits & 0x3ff);
    let size = match (bits >> 10) & 0x1f {
        0 => fraction * 2_f64.powi(-24),
        0x1f if fraction == 0.0 => f64::INFINITY,
        0x1f => f64::NAN,
        exponent => (1.0 + fraction / 1024.0) * 2_f64.powi(i32::from(exponent) - 15),
    };
    if bits >> 15 == 0 { size } else { -size }
}

#[cfg(test)]
mod tests;
