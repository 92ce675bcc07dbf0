//! The header of a safetensors file: which tensors there are, of which kind and shape, and where.
//!
//! It is read as strictly as it is written by those who write such files. Of JSON there is only what they need: strings,
//! counts, lists of counts and objects.

use super::BadModel;

/// A tensor as the header describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tensor<'h> {
    /// The kind of its numbers.
    pub(super) kind: &'h str,
    /// How long it is in each dimension.
    pub(super) shape: Vec<u64>,
    /// Where its bytes begin and end, counted from the end of the header.
    pub(super) offsets: Vec<u64>,
}

/// Remarks of whoever wrote the file.
const REMARKS: &str = "__metadata__";

/// More numbers are in no list.
const MOST_NUMBERS: usize = 8;

/// The only tensor of a header, by its name.
pub(super) fn only_tensor<'h>(header: &'h str, name: &str) -> Result<Tensor<'h>, BadModel> {
    let mut cursor = Cursor { header, at: 0 };
    let mut found = None;
    cursor.object(|cursor, key| match key {
        REMARKS => cursor.object(|cursor, _| cursor.string().map(drop)),
        _ if key != name || found.is_some() => Err(BadModel::OtherTensors),
        _ => {
            found = Some(cursor.tensor()?);
            Ok(())
        }
    })?;
    cursor.skip_blanks();
    if cursor.at < header.len() {
        return Err(cursor.lacks("end"));
    }
    found.ok_or(BadModel::OtherTensors)
}

struct Cursor<'h> {
    header: &'h str,
    at: usize,
}

impl<'h> Cursor<'h> {
    fn tensor(&mut self) -> Result<Tensor<'h>, BadModel> {
        let (mut kind, mut shape, mut offsets) = (None, None, None);
        self.object(|cursor, key| {
            match key {
                "dtype" if kind.is_none() => kind = Some(cursor.string()?),
                "shape" if shape.is_none() => shape = Some(cursor.numbers()?),
                "data_offsets" if offsets.is_none() => offsets = Some(cursor.numbers()?),
                _ => return Err(cursor.lacks("description of a tensor")),
            }
            Ok(())
        })?;
        match (kind, shape, offsets) {
            (Some(kind), Some(shape), Some(offsets)) => Ok(Tensor { kind, shape, offsets }),
            _ => Err(self.lacks("whole description of a tensor")),
        }
    }

    /// An object: `each` reads what belongs to a key.
    fn object(
        &mut self,
        mut each: impl FnMut(&mut Self, &'h str) -> Result<(), BadModel>,
    ) -> Result<(), BadModel> {
        self.expect(b'{', "`{`")?;
        if self.takes(b'}') {
            return Ok(());
        }
        loop {
            let key = self.string()?;
            self.expect(b':', "`:`")?;
            each(self, key)?;
            if !self.takes(b',') {
                return self.expect(b'}', "`}`");
            }
        }
    }

    fn numbers(&mut self) -> Result<Vec<u64>, BadModel> {
        self.expect(b'[', "`[`")?;
        let mut numbers = Vec::new();
        if self.takes(b']') {
            return Ok(numbers);
        }
        loop {
            numbers.push(self.number()?);
            if numbers.len() > MOST_NUMBERS {
                return Err(self.lacks("end of a list"));
            }
            if !self.takes(b',') {
                self.expect(b']', "`]`")?;
                return Ok(numbers);
            }
        }
    }

    fn number(&mut self) -> Result<u64, BadModel> {
        self.skip_blanks();
        let rest = &self.header[self.at..];
        let digits = &rest[..rest.bytes().take_while(u8::is_ascii_digit).count()];
        let has_leading_zero = digits.len() > 1 && digits.starts_with('0');
        let number = digits.parse().ok().filter(|_| !has_leading_zero).ok_or_else(|| self.lacks("count"))?;
        self.at += digits.len();
        Ok(number)
    }

    /// A string as it is written between its quotes: what is escaped stays so.
    fn string(&mut self) -> Result<&'h str, BadModel> {
        self.expect(b'"', "string")?;
        let start = self.at;
        loop {
            match self.header.as_bytes().get(self.at) {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(&self.header[start..self.at - 1]);
                }
                Some(b'\\') => self.at += self.escaped()?,
                None | Some(0..b' ') => return Err(self.lacks("end of a string")),
                Some(_) => self.at += 1,
            }
        }
    }

    /// How long what is escaped here is.
    fn escaped(&self) -> Result<usize, BadModel> {
        match self.header.as_bytes()[self.at + 1..] {
            [b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't', ..] => Ok(2),
            [b'u', a, b, c, d, ..] if [a, b, c, d].iter().all(u8::is_ascii_hexdigit) => Ok(6),
            _ => Err(self.lacks("escaped character")),
        }
    }

    fn expect(&mut self, byte: u8, expected: &'static str) -> Result<(), BadModel> {
        if self.takes(byte) { Ok(()) } else { Err(self.lacks(expected)) }
    }

    fn takes(&mut self, byte: u8) -> bool {
        self.skip_blanks();
        let is_there = self.header.as_bytes().get(self.at) == Some(&byte);
        self.at += usize::from(is_there);
        is_there
    }

    fn skip_blanks(&mut self) {
        let rest = &self.header.as_bytes()[self.at..];
        self.at += rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count();
    }

    fn lacks(&self, expected: &'static str) -> BadModel {
        BadModel::Header { at: self.at, expected }
    }
}

#[cfg(test)]
mod tests;
