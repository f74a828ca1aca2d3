//! How much a first visit downloads, and the limit on it.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;

/// The most that the first load may weigh, gzipped: 200 KB. A reader on a slow
/// line sees a figure within seconds, and every dependency has to earn its place.
const FIRST_LOAD_GZIP: usize = 200 * 1024;

/// What Vite writes about a build, below its output directory.
const MANIFEST: &str = ".vite/manifest.json";

/// The page that is measured: the others differ from it in their words.
const PAGE: &str = "index.html";

const KINDS: [&str; 4] = ["html", "css", "js", "wasm"];

/// Prints what the first load of a built site weighs, by kind of file, and
/// fails above the limit. Removes the manifest, which is no part of a site.
pub(crate) fn check(site: &Path) -> Result<()> {
    let manifest =
        fs::read_to_string(site.join(MANIFEST)).context("the site was built without a manifest")?;
    let page = fs::read_to_string(site.join(PAGE))?;
    let files = first_load(&page, &serde_json::from_str(&manifest)?);
    fs::remove_dir_all(site.join(".vite"))?;

    println!("\nfirst load        raw     gzip");
    let mut total = (0, 0);
    let mut listed = 0;
    for kind in KINDS {
        let mut sum = (0, 0);
        for file in files
            .iter()
            .filter(|file| file.ends_with(&format!(".{kind}")))
        {
            let bytes = fs::read(site.join(file)).with_context(|| format!("cannot read {file}"))?;
            sum = (sum.0 + bytes.len(), sum.1 + gzip(&bytes)?);
            listed += 1;
        }
        println!("{kind:<10} {:>10} {:>8}", sum.0, sum.1);
        total = (total.0 + sum.0, total.1 + sum.1);
    }
    println!(
        "{:<10} {:>10} {:>8}   of {FIRST_LOAD_GZIP}\n",
        "total", total.0, total.1
    );
    ensure!(
        files.iter().any(|file| file.ends_with(".wasm")),
        "the first load has no module: {files:?}"
    );
    ensure!(
        listed == files.len(),
        "the first load has a file of a kind that is not counted: {files:?}"
    );
    ensure!(
        total.1 <= FIRST_LOAD_GZIP,
        "the first load is {} bytes over its limit of {FIRST_LOAD_GZIP} bytes, gzipped",
        total.1 - FIRST_LOAD_GZIP
    );
    Ok(())
}

/// The page itself and all that it names or imports at once. What is imported
/// only when asked for is left out. Pages that share their script are no chunks
/// of their own: what a page begins with is read from the page.
fn first_load(page: &str, manifest: &Value) -> BTreeSet<String> {
    let mut files = BTreeSet::from([PAGE.to_owned()]);
    let mut chunks: Vec<String> = manifest
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(_, chunk)| {
            chunk["file"]
                .as_str()
                .is_some_and(|file| page.contains(file))
        })
        .map(|(name, _)| name.clone())
        .collect();
    let mut seen = BTreeSet::new();
    while let Some(name) = chunks.pop() {
        if !seen.insert(name.clone()) {
            continue;
        }
        let chunk = &manifest[&name];
        files.extend(chunk["file"].as_str().map(str::to_owned));
        files.extend(strings(&chunk["css"]));
        files.extend(strings(&chunk["assets"]));
        chunks.extend(strings(&chunk["imports"]));
    }
    files
}

fn strings(list: &Value) -> Vec<String> {
    let items = list.as_array().map(Vec::as_slice).unwrap_or_default();
    items
        .iter()
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect()
}

fn gzip(bytes: &[u8]) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}
