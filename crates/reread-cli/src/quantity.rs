//! Ages, sizes and counts as people write them: `90d`, `500M`, `2 reads`.

use std::time::Duration;

const AGES: [(char, u64); 4] = [('m', 60), ('h', 60 * 60), ('d', 24 * 60 * 60), ('w', 7 * 24 * 60 * 60)];

const SIZES: [(char, u64); 4] = [('B', 1), ('K', 1 << 10), ('M', 1 << 20), ('G', 1 << 30)];

/// `1 read`, `2 reads`.
pub(crate) fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// An age with its unit. The unit is required: a bare number could mean days or hours.
pub(crate) fn age(text: &str) -> Result<Duration, String> {
    let (number, seconds) = taken_apart(text, &AGES)?;
    let seconds = seconds.ok_or("write a number and m, h, d or w, such as 90d")?;
    Ok(Duration::from_secs(number.saturating_mul(seconds)))
}

/// A size in bytes, or with its unit.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    let (number, bytes) = taken_apart(text, &SIZES)?;
    Ok(number.saturating_mul(bytes.unwrap_or(1)))
}

/// The number and the factor of its unit.
fn taken_apart(text: &str, units: &[(char, u64)]) -> Result<(u64, Option<u64>), String> {
    let unit = units.iter().find(|(letter, _)| text.ends_with([*letter, letter.to_ascii_lowercase()]));
    let digits = unit.map_or(text, |_| &text[..text.len() - 1]);
    let number = digits.parse().map_err(|_| {
        let letters: Vec<String> = units.iter().map(|(letter, _)| letter.to_string()).collect();
        format!("write a whole number and one of {}", letters.join(", "))
    })?;
    Ok((number, unit.map(|(_, worth)| *worth)))
}

#[cfg(test)]
mod tests;
