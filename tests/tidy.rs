//! The house rules that a compiler does not hold: which layer may name what, one place for
//! trigonometry, one for colours, and no word that does not belong in the sources.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file below `dir` whose name ends so, as a path from the root with forward slashes.
fn files(dir: &str, ends: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(dir)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else {
            continue;
        };
        for entry in entries {
            let path: PathBuf = entry.expect("a readable folder").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(root()).expect("it is below");
            let name = name.to_string_lossy().replace('\\', "/");
            if ends.iter().any(|end| name.ends_with(end)) {
                found.push(name);
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "no files in {dir}");
    found
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).expect("a text file")
}

/// Rust source without its comments and with its texts emptied, line by line.
fn code(name: &str) -> Vec<String> {
    let source = read(name);
    let mut out = String::new();
    let mut rest = source.as_str();
    while let Some(c) = rest.chars().next() {
        let skip = match c {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |i| i + 2),
            'r' if rest.starts_with("r#\"") => rest.find("\"#").map_or(rest.len(), |i| i + 2),
            '"' => {
                let mut escaped = false;
                let end = rest[1..].find(|c| {
                    let ends = c == '"' && !escaped;
                    escaped = c == '\\' && !escaped;
                    ends
                });
                end.map_or(rest.len(), |i| i + 2)
            }
            _ => 0,
        };
        if skip == 0 {
            out.push(c);
            rest = &rest[c.len_utf8()..];
        } else {
            // Lines keep their numbers.
            out.extend(rest[..skip].chars().filter(|c| *c == '\n'));
            rest = &rest[skip..];
        }
    }
    out.lines().map(str::to_owned).collect()
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !(c.is_alphanumeric() || c == '_'))
}

/// The core: what lies below view, web and the scene document.
fn core() -> Vec<String> {
    let above = [
        "src/view",
        "src/web",
        "src/scene",
        "src/lib.rs",
        "src/examples.rs",
    ];
    let mut files = files("src", &[".rs"]);
    files.retain(|name| !above.iter().any(|layer| name.starts_with(layer)));
    files
}

/// No line of the code of these files has one of these words.
fn check_words(files: &[String], banned: &[&str], why: &str) {
    for name in files {
        for (i, line) in code(name).iter().enumerate() {
            for word in words(line) {
                assert!(!banned.contains(&word), "{name}:{}: `{word}`: {why}", i + 1);
            }
        }
    }
}

#[test]
fn arrows_point_one_way() {
    let web = [
        "web",
        "wasm_bindgen",
        "js_sys",
        "web_sys",
        "serde_wasm_bindgen",
    ];
    let drawing = ["three_d", "cgmath", "view"];
    let document = [
        "scene",
        "serde",
        "serde_json",
        "serde_path_to_error",
        "examples",
    ];
    let clocks = ["Instant", "SystemTime", "f32"];
    let core = core();
    assert!(core.len() > 15, "the core is missing: {core:?}");
    for banned in [&web[..], &drawing, &document, &clocks] {
        check_words(&core, banned, "the core does not know it");
    }
    let layer = |prefix: &str| -> Vec<String> {
        let mut files = files("src", &[".rs"]);
        files.retain(|name| name.starts_with(prefix));
        files
    };
    check_words(
        &layer("src/scene"),
        &web,
        "the document does not know the web",
    );
    check_words(
        &layer("src/scene"),
        &drawing,
        "the document does not know the picture",
    );
    check_words(&layer("src/view"), &web, "the view does not know the web");
    // A scene of its own it has, but not the document's.
    check_words(
        &layer("src/view"),
        &document[1..4],
        "the view does not know the document",
    );
    for name in layer("src/view") {
        for (i, line) in code(&name).iter().enumerate() {
            assert!(
                !line.contains("scene::"),
                "{name}:{}: the view does not know the document",
                i + 1
            );
        }
    }
    // Drawing is in the view's drawer alone, single precision in its conversions.
    let mut pictures = layer("src/view/");
    pictures.retain(|name| {
        !["src/view/gl", "src/view/convert.rs"]
            .iter()
            .any(|d| name.starts_with(d))
    });
    check_words(&pictures, &["three_d", "cgmath"], "only the drawer draws");
}

/// Core trigonometry goes through `math.rs`, on libm, so that every target has the same bits.
#[test]
fn one_place_for_trigonometry() {
    const BANNED: [&str; 23] = [
        "sin",
        "cos",
        "tan",
        "asin",
        "acos",
        "atan",
        "atan2",
        "sin_cos",
        "sinh",
        "cosh",
        "tanh",
        "exp",
        "exp2",
        "exp_m1",
        "ln",
        "ln_1p",
        "log2",
        "log10",
        "powf",
        "cbrt",
        "hypot",
        "mul_add",
        "acos_approx",
    ];
    let mut files = core();
    files.extend(["src/examples.rs".to_owned(), "src/lib.rs".to_owned()]);
    files.retain(|name| name != "src/math.rs");
    for name in &files {
        for (i, line) in code(name).iter().enumerate() {
            for function in BANNED {
                for call in [format!(".{function}("), format!("f64::{function}")] {
                    let found = line.match_indices(&call).any(|(at, _)| {
                        let behind = line[at + call.len()..].chars().next();
                        call.ends_with('(')
                            || !behind.is_some_and(|c| c.is_alphanumeric() || c == '_')
                    });
                    assert!(
                        !found,
                        "{name}:{}: `{call}`: call it through math.rs",
                        i + 1
                    );
                }
            }
            // What glam would compute by itself.
            for method in [
                "from_axis_angle",
                "from_rotation_x",
                "from_rotation_y",
                "from_rotation_z",
                "from_euler",
                "from_scaled_axis",
                "to_euler",
                "to_axis_angle",
                "slerp",
                "angle_between",
            ] {
                assert!(
                    !words(line).any(|w| w == method),
                    "{name}:{}: `{method}`: call math.rs",
                    i + 1
                );
            }
        }
    }
    // And `math.rs` asks libm, not the platform.
    for (i, line) in code("src/math.rs").iter().enumerate() {
        for function in BANNED {
            let call = format!(".{function}(");
            assert!(
                !line.contains(&call),
                "src/math.rs:{}: `{call}` is not libm's",
                i + 1
            );
        }
    }
}

/// Colours and widths are in the palette.
#[test]
fn one_place_for_colours() {
    for name in files("src", &[".rs"]) {
        if name == "src/view/palette.rs" {
            continue;
        }
        let emptied = code(&name);
        for (i, line) in read(&name).lines().enumerate() {
            let hex = line.match_indices('#').any(|(at, _)| {
                let digits = line[at + 1..]
                    .chars()
                    .take_while(char::is_ascii_hexdigit)
                    .count();
                [3, 6, 8].contains(&digits) && line[..at].ends_with('"')
            });
            assert!(!hex, "{name}:{}: a colour: {line}", i + 1);
            let line = &emptied[i.min(emptied.len() - 1)];
            let made = ["Srgba::new", "Srgba {", "Srgba::from", "from_rgb"]
                .iter()
                .any(|c| line.contains(c));
            let convert = name.starts_with("src/view/convert") || name.starts_with("src/view/gl");
            assert!(!made || convert, "{name}:{}: a colour: {line}", i + 1);
        }
    }
}

#[test]
fn every_source_says_what_it_is() {
    for name in files("src", &[".rs"])
        .iter()
        .chain(&files("tests", &[".rs"]))
    {
        assert!(
            read(name).starts_with("//! "),
            "{name} does not begin with what it is"
        );
    }
}

#[test]
fn no_words_that_do_not_belong() {
    // Put together here, or this file would be the first to be found.
    let banned = [
        ["TO", "DO"],
        ["FIX", "ME"],
        ["X", "XX"],
        ["HA", "CK"],
        ["dbg", "!"],
        ["/ro", "ot/"],
        ["/ho", "me/"],
        ["/wo", "rk/"],
        ["C:", "\\"],
        ["/Us", "ers/"],
        ["local", "host"],
    ]
    .map(|[a, b]| format!("{a}{b}"));
    let kinds = [
        ".rs", ".ts", ".mjs", ".mts", ".css", ".html", ".json", ".toml", ".md",
    ];
    for dir in ["src", "tests", "xtask/src", "docs", "examples", "benches"] {
        for name in files(dir, &kinds) {
            if name.contains("/node_modules/") || name.starts_with("www/pkg") {
                continue;
            }
            for (i, line) in read(&name).lines().enumerate() {
                for word in &banned {
                    assert!(!line.contains(word.as_str()), "{name}:{}: `{word}`", i + 1);
                }
            }
        }
    }
}

/// Every recorded scene is compared, and nothing else lies among them.
#[test]
fn no_stale_golden() {
    for name in files("tests/golden", &[""]) {
        assert!(name.ends_with(".json"), "{name} is no recorded scene");
    }
}
