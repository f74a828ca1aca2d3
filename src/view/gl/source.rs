//! Shaders as they are sent: without their comments and indents.

/// The text of a shader, from a file's path below this module's parent.
macro_rules! shader {
    ($path:literal) => {{
        const TEXT: &[u8] = include_bytes!($path);
        const LENGTH: usize = source::strip(TEXT, &mut []);
        const BARE: [u8; LENGTH] = {
            let mut bare = [0; LENGTH];
            source::strip(TEXT, &mut bare);
            bare
        };
        const SOURCE: &str = match std::str::from_utf8(&BARE) {
            Ok(text) => text,
            Err(_) => panic!("not UTF-8"),
        };
        SOURCE
    }};
}
pub(super) use shader;

/// Copies `text` to `bare`, as far as there is room, without indents and without lines that
/// are comments. Gives the length of what is left of it.
pub(super) const fn strip(text: &[u8], bare: &mut [u8]) -> usize {
    let (mut from, mut to) = (0, 0);
    let mut begins = true;
    while from < text.len() {
        if begins && text[from] == b' ' {
            from += 1;
            continue;
        }
        if begins && text[from] == b'/' && text[from + 1] == b'/' {
            while from < text.len() && text[from] != b'\n' {
                from += 1;
            }
            from += 1;
            continue;
        }
        begins = text[from] == b'\n';
        if to < bare.len() {
            bare[to] = text[from];
        }
        from += 1;
        to += 1;
    }
    to
}

#[cfg(test)]
mod tests {
    use super::strip;

    #[test]
    fn comments_and_indents_are_left_out() {
        let text = b"// A.\nvoid main() {\n    // B.\n    a = b\n        / c;\n}\n";
        let mut bare = [0; 64];
        let length = strip(text, &mut bare);
        assert_eq!(&bare[..length], b"void main() {\na = b\n/ c;\n}\n");
        assert_eq!(strip(text, &mut []), length);
    }
}
