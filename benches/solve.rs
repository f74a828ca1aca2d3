//! One solve, per chain length, into a pose that is there already.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use glam::{DQuat, DVec3};
use zeroplane::{
    AnyMap, Chain, Hi, IkSolver, Link, MapKind, Pose, Problem, ReferencePose, Scale, ToSphere,
    ZeroPlaneMap,
};

fn main() {
    divan::main();
}

/// A chain whose joints bend by 25° about Z, and with `twist` about X as well.
fn chain(bones: u32, twist: f64) -> Chain {
    let link = Link {
        translation: DVec3::X,
        preferred: DQuat::from_rotation_z(0.44) * DQuat::from_rotation_x(twist),
        scale: Scale::ONE,
    };
    let links = vec![link; bones as usize + 1];
    Chain::new(&links, Some(DVec3::Z), ReferencePose::Preferred).expect("a bent chain")
}

/// Goals all round the start joint, at distances the chain reaches.
fn goals(chain: &Chain) -> Vec<DVec3> {
    let (near, far) = chain.reach();
    (0..256)
        .map(|i| {
            let turn = f64::from(i) * 2.4;
            let height = f64::from(i) / 128.0 - 1.0 + 1.0 / 256.0;
            let ring = (1.0 - height * height).sqrt();
            let way = 0.15 + 0.8 * f64::from(i * 37 % 256) / 256.0;
            let distance = near + (far - near) * way;
            DVec3::new(ring * turn.cos(), ring * turn.sin(), height) * distance
        })
        .collect()
}

fn solves(bencher: Bencher<'_, '_>, chain: &Chain, swivel: f64) {
    let map = MapKind::Default
        .build(chain.a0(), chain.n0())
        .expect("never singular at a0");
    let goals = goals(chain);
    let mut pose = Pose::new(chain);
    let mut next = 0;
    bencher.bench_local(|| {
        next = (next + 1) % goals.len();
        let problem = Problem {
            chain,
            goal: black_box(goals[next]),
            swivel,
            map: &map,
            to_sphere: ToSphere::SAME,
            vh_target: None,
        };
        Hi.solve(&problem, &mut (), &mut pose);
        black_box(&pose);
    });
}

#[divan::bench(args = [1, 2, 3, 5, 10])]
fn planar(bencher: Bencher<'_, '_>, bones: u32) {
    solves(bencher, &chain(bones, 0.0), 0.0);
}

#[divan::bench(args = [2, 3, 5, 10])]
fn planar_with_swivel(bencher: Bencher<'_, '_>, bones: u32) {
    solves(bencher, &chain(bones, 0.0), 0.7);
}

#[divan::bench(args = [3, 5, 10])]
fn spatial(bencher: Bencher<'_, '_>, bones: u32) {
    solves(bencher, &chain(bones, 0.3), 0.0);
}

const MAPS: [&str; 4] = ["default", "pole_vector", "zeros", "parallel_transport"];

/// The maps, each asked for its normal and for its turn rate.
fn kind(name: &str) -> MapKind {
    match name {
        "pole_vector" => MapKind::PoleVector {
            direction: DVec3::new(0.1, 1.0, 0.3),
        },
        "zeros" => MapKind::Zeros {
            p: DVec3::new(0.1, 1.0, 0.3),
            q: DVec3::new(-1.0, 0.2, 0.4),
        },
        "parallel_transport" => MapKind::ParallelTransport,
        _ => MapKind::Default,
    }
}

#[divan::bench(args = MAPS)]
fn map_normal(bencher: Bencher<'_, '_>, name: &str) {
    map(bencher, name, |map, e| map.normal(e).element_sum());
}

#[divan::bench(args = MAPS)]
fn map_turn_rate(bencher: Bencher<'_, '_>, name: &str) {
    map(bencher, name, |map, e| map.turn_rate(e));
}

/// 256 evaluations a turn, as a field is drawn; divide the time by 256.
fn map(bencher: Bencher<'_, '_>, name: &str, ask: impl Fn(&AnyMap, DVec3) -> f64) {
    let map: AnyMap = kind(name).build(DVec3::X, DVec3::Z).expect("no zero at a0");
    let axes: Vec<DVec3> = goals(&chain(2, 0.0))
        .iter()
        .map(|g| g.normalize())
        .collect();
    bencher
        .counter(ItemsCount::new(axes.len()))
        .bench_local(|| black_box(&axes).iter().map(|e| ask(&map, *e)).sum::<f64>());
}
