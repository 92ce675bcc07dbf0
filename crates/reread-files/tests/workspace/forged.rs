//! Files of git's that git would not write.

/// A pack whose objects have names of one repeated byte, whatever they hold.
pub(crate) struct Forged {
    /// By name: first byte, and the entry.
    entries: Vec<(u8, Vec<u8>)>,
}

impl Forged {
    pub(crate) fn new(entries: &[(u8, Vec<u8>)]) -> Self {
        Self { entries: entries.to_vec() }
    }

    /// The pack and its index.
    pub(crate) fn files(&self) -> (Vec<u8>, Vec<u8>) {
        let count = u32::try_from(self.entries.len()).unwrap();
        let mut pack = [b"PACK\0\0\0\x02".as_slice(), &count.to_be_bytes()].concat();
        let mut offsets = Vec::new();
        for (name, entry) in &self.entries {
            offsets.push((*name, u32::try_from(pack.len()).unwrap()));
            pack.extend_from_slice(entry);
        }
        offsets.sort_unstable();
        let up_to = |first: u8| offsets.iter().filter(|(name, _)| *name <= first).count();
        let fan_out = (0..=255).flat_map(|first| u32::try_from(up_to(first)).unwrap().to_be_bytes());
        let mut index: Vec<u8> = b"\xfftOc\0\0\0\x02".iter().copied().chain(fan_out).collect();
        offsets.iter().for_each(|(name, _)| index.extend_from_slice(&[*name; 20]));
        offsets.iter().for_each(|_| index.extend_from_slice(&[0; 4]));
        offsets.iter().for_each(|(_, offset)| index.extend_from_slice(&offset.to_be_bytes()));
        index.extend_from_slice(&[0; 40]);
        (pack, index)
    }
}

/// A zlib stream of these bytes, as they are.
pub(crate) fn stored(bytes: &[u8]) -> Vec<u8> {
    let mut stream = vec![0x78, 0x01];
    let mut chunks = bytes.chunks(0xffff).peekable();
    while let Some(chunk) = chunks.next() {
        let length = u16::try_from(chunk.len()).unwrap();
        stream.push(u8::from(chunks.peek().is_none()));
        stream.extend_from_slice(&length.to_le_bytes());
        stream.extend_from_slice(&(!length).to_le_bytes());
        stream.extend_from_slice(chunk);
    }
    stream.extend_from_slice(&[0; 4]);
    stream
}

/// An index with one entry that says how many it has, and no checksum.
pub(crate) fn forged_index(version: u32, count: u32, name: &[u8]) -> Vec<u8> {
    let mut index = [b"DIRC".as_slice(), &version.to_be_bytes(), &count.to_be_bytes()].concat();
    index.extend_from_slice(&[0; 24]);
    index.extend_from_slice(&0o100_644_u32.to_be_bytes());
    index.extend_from_slice(&[0; 12]);
    index.extend_from_slice(&[7; 20]);
    index.extend_from_slice(&u16::try_from(name.len()).unwrap().to_be_bytes());
    index.extend_from_slice(name);
    index.extend(std::iter::repeat_n(0, 8 - (62 + name.len()) % 8));
    index.extend_from_slice(&[0; 20]);
    index
}
