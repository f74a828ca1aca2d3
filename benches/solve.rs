//! Solver benchmarks.
fn main() {
    divan::main();
}
