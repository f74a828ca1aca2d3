//! The singular points of any map, found through the trait; their indices add up to 2.

use proptest::prelude::*;
use zeroplane::{
    AnyMap, DVec3, MapKind, SingularPoint, ZeroPlaneMap, index_around, singular_points,
};

use crate::support::cases;

fn built(kind: MapKind) -> AnyMap {
    kind.build(DVec3::X, DVec3::Z).expect("no zero at a0")
}

fn found(map: &impl ZeroPlaneMap) -> Vec<SingularPoint> {
    let points = singular_points(map);
    let sum: i32 = points.iter().map(|p| p.index).sum();
    assert_eq!(sum, 2, "{points:?}");
    points
}

/// Each of `expected` was found, with its index, and nothing else was.
fn check(map: &impl ZeroPlaneMap, expected: &[(DVec3, i32)]) {
    let points = found(map);
    assert_eq!(points.len(), expected.len(), "{points:?}");
    for (at, index) in expected {
        let near = points.iter().find(|p| (p.at - *at).length() < 1e-6);
        assert_eq!(near.map(|p| p.index), Some(*index), "at {at}: {points:?}");
    }
}

#[test]
fn of_the_named_maps() {
    check(
        &built(MapKind::Default),
        &[(DVec3::Z, 1), (DVec3::NEG_Z, 1)],
    );
    check(&built(MapKind::ParallelTransport), &[(DVec3::NEG_X, 2)]);
    let v = DVec3::new(0.2, -0.9, 0.4);
    let u = v.normalize();
    check(
        &built(MapKind::PoleVector { direction: v }),
        &[(u, 1), (-u, 1)],
    );
}

/// The gradient of a quadratic form: two hills, two hollows and two passes between.
struct Saddles;

impl ZeroPlaneMap for Saddles {
    fn normal(&self, e: DVec3) -> DVec3 {
        let v = e * DVec3::new(1.0, 2.0, 3.5);
        let tangent = v - e * v.dot(e);
        if tangent.length() > 1e-12 {
            tangent.normalize()
        } else {
            e.any_orthonormal_vector()
        }
    }

    fn is_singular(&self, e: DVec3) -> bool {
        self.normal(e).dot(e * DVec3::new(1.0, 2.0, 3.5)).abs() < 1e-12
    }
}

#[test]
fn of_a_map_with_passes_still_add_up_to_two() {
    let expected = [
        (DVec3::X, 1),
        (DVec3::NEG_X, 1),
        (DVec3::Y, -1),
        (DVec3::NEG_Y, -1),
    ];
    let rest = [(DVec3::Z, 1), (DVec3::NEG_Z, 1)];
    check(&Saddles, &[&expected[..], &rest[..]].concat());
    assert_eq!(Saddles.singular_points().len(), 6);
}

#[test]
fn index_of_a_circle_is_the_sum_inside() {
    let map = built(MapKind::Zeros {
        p: DVec3::Y,
        q: DVec3::new(0.2, 1.0, 0.0),
    });
    assert_eq!(index_around(&map, DVec3::Y, 0.05), 1);
    assert_eq!(index_around(&map, DVec3::Y, 0.6), 2);
    assert_eq!(index_around(&map, DVec3::X, 0.3), 0);
}

fn direction() -> impl Strategy<Value = DVec3> {
    (-1.0..1.0_f64, 0.0..std::f64::consts::TAU).prop_map(|(z, turn)| {
        let ring = (1.0 - z * z).sqrt();
        DVec3::new(ring * turn.cos(), ring * turn.sin(), z)
    })
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn of_planted_zeros_are_where_they_were_planted(p in direction(), q in direction()) {
        prop_assume!((p - DVec3::X).length() > 0.2 && (q - DVec3::X).length() > 0.2);
        prop_assume!((p - q).length() > 0.05);
        check(&built(MapKind::Zeros { p, q }), &[(p, 1), (q, 1)]);
        check(&built(MapKind::Zeros { p, q: p }), &[(p, 2)]);
    }
}
