//! Bytes as they are stored: packed, and if that pays, against the version before them.
//!
//! A file that changed a little packs into next to nothing when the version before it serves as the dictionary. It takes
//! both as they are: bytes that happen to look like a prepared dictionary are no more than bytes. What is unpacked is as
//! long as was said before, or an error; whether it is the right bytes, only their digest tells.

use zstd::zstd_safe::{CCtx, CParameter, DCtx, compress_bound};

/// The longest content that is kept.
pub(super) const LONGEST_CONTENT: u64 = 64 << 20;

const LEVEL: i32 = 3;

/// Beyond this, level 3 alone no longer looks back far enough to find the same place in the dictionary.
const NEAR: u32 = 21;

/// Packed bytes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Packed {
    pub(super) bytes: Vec<u8>,
    /// Whether the dictionary is needed to unpack them.
    pub(super) needs_base: bool,
}

/// `bytes` are not what was packed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NotPacked;

/// Packs the bytes, against the base only if that is clearly shorter: a delta costs the reading of its base each time.
pub(super) fn pack(bytes: &[u8], base: Option<&[u8]>) -> Packed {
    let delta = base.filter(|base| !base.is_empty()).map(|base| compress(bytes, Some(base)));
    match delta {
        // Text on its own does not become that short, and finding out costs as much again.
        Some(delta) if delta.len() < bytes.len() / 16 => Packed { bytes: delta, needs_base: true },
        delta => {
            let whole = compress(bytes, None);
            let delta = delta.filter(|delta| delta.len() < whole.len() / 4 * 3);
            let needs_base = delta.is_some();
            Packed { bytes: delta.unwrap_or(whole), needs_base }
        }
    }
}

/// The `size` bytes that were packed, against this base if there is one.
pub(super) fn unpack(packed: &[u8], base: Option<&[u8]>, size: u64) -> Result<Vec<u8>, NotPacked> {
    let size = usize::try_from(size.min(LONGEST_CONTENT + 1)).map_err(|_| NotPacked)?;
    let mut context = DCtx::try_create().ok_or(NotPacked)?;
    if let Some(base) = base {
        context.ref_prefix(base).map_err(|_| NotPacked)?;
    }
    let mut bytes = Vec::with_capacity(size);
    context.decompress(&mut bytes, packed).map_err(|_| NotPacked)?;
    if bytes.len() == size { Ok(bytes) } else { Err(NotPacked) }
}

fn compress(bytes: &[u8], base: Option<&[u8]>) -> Vec<u8> {
    let fits = "the buffer holds whatever becomes of the bytes, and the parameters are within their bounds";
    let mut context = CCtx::create();
    context.set_parameter(CParameter::CompressionLevel(LEVEL)).expect(fits);
    // The length is in the database.
    context.set_parameter(CParameter::ContentSizeFlag(false)).expect(fits);
    if let Some(base) = base {
        let reach = (base.len() + bytes.len()).next_power_of_two().trailing_zeros().min(27);
        if reach > NEAR {
            context.set_parameter(CParameter::WindowLog(reach)).expect(fits);
            context.set_parameter(CParameter::EnableLongDistanceMatching(true)).expect(fits);
        }
        context.ref_prefix(base).expect(fits);
    }
    let mut packed = Vec::with_capacity(compress_bound(bytes.len()));
    context.compress2(&mut packed, bytes).expect(fits);
    packed.shrink_to_fit();
    packed
}

#[cfg(test)]
mod tests;
