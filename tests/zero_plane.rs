//! The zero-plane maps: rules A and B, the fixed vectors at the poles, closed forms against
//! differences, and one family for all.

use std::f64::consts::{FRAC_PI_2, PI};

use proptest::prelude::*;
use zeroplane::{
    AnyMap, Code, Conformal, DVec3, MapKind, Meridian, SINGULAR, ZeroPlaneMap, signed_angle,
    transport,
};

use crate::support::draw::{self, direction, planar};
use crate::support::oracle::rotated;
use crate::support::{assert_near, cases, check_error, solved};

const A0: DVec3 = DVec3::X;
const N0: DVec3 = DVec3::Z;

fn kinds() -> Vec<MapKind> {
    let (p, q) = (DVec3::new(0.1, 1.0, 0.3), DVec3::new(-1.0, 0.2, 0.4));
    vec![
        MapKind::Default,
        MapKind::PoleVector {
            direction: DVec3::new(0.3, -2.0, 0.5),
        },
        MapKind::Zeros { p, q },
        MapKind::Zeros { p, q: p },
        MapKind::Zeros {
            p: DVec3::NEG_X,
            q: DVec3::Y,
        },
        MapKind::ParallelTransport,
    ]
}

/// The same map, without its own turn rate.
struct Numeric<'a>(&'a AnyMap);

impl ZeroPlaneMap for Numeric<'_> {
    fn normal(&self, e: DVec3) -> DVec3 {
        self.0.normal(e)
    }

    fn is_singular(&self, e: DVec3) -> bool {
        self.0.is_singular(e)
    }
}

/// A preferred frame: perpendicular unit vectors.
fn frame() -> impl Strategy<Value = (DVec3, DVec3)> {
    (direction(), 0.0..std::f64::consts::TAU).prop_map(|(a0, turn)| {
        let n0 = rotated(a0.any_orthonormal_vector(), a0, turn).normalize();
        (a0, n0)
    })
}

/// A unit vector at this angle from `from`, some way round.
fn off(from: DVec3, angle: f64, round: f64) -> DVec3 {
    let side = rotated(from.any_orthonormal_vector(), from, round);
    (from * angle.cos() + side * angle.sin()).normalize()
}

fn kind() -> impl Strategy<Value = MapKind> {
    prop_oneof![
        Just(MapKind::Default),
        Just(MapKind::ParallelTransport),
        direction().prop_map(|direction| MapKind::PoleVector { direction }),
        (direction(), direction()).prop_map(|(p, q)| MapKind::Zeros { p, q }),
        direction().prop_map(|p| MapKind::Zeros { p, q: p }),
        // Zeros that nearly coincide.
        (direction(), -8.0..-2.0_f64, 0.0..6.0_f64).prop_map(|(p, e, round)| MapKind::Zeros {
            p,
            q: off(p, 10_f64.powf(e), round)
        }),
    ]
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn normal_is_unit_and_across(
        (a0, n0) in frame(),
        kind in kind(),
        anywhere in direction(),
        (exponent, round) in (-16.0..0.0_f64, 0.0..6.0_f64),
    ) {
        let map = kind.build(a0, n0);
        prop_assume!(map.is_ok());
        let map = map.expect("just asked");
        assert_near!(map.normal(a0), n0, 1e-14, "{kind:?} at a0");
        let near = map.singular_points().into_iter().map(|p| off(p.at, 10_f64.powf(exponent), round));
        for e in near.chain([anywhere]) {
            let n = map.normal(e);
            assert_near!(n.length(), 1.0, 1e-14);
            assert_near!(n.dot(e), 0.0, 1e-14);
            prop_assert_eq!(map.is_singular(e), map.turn_rate(e).is_infinite());
            // The same bits, whatever was asked before.
            prop_assert_eq!(map.normal(e).to_array().map(f64::to_bits), n.to_array().map(f64::to_bits));
        }
        let sum: i32 = map.singular_points().iter().map(|p| p.index).sum();
        prop_assert_eq!(sum, 2);
        for p in map.singular_points() {
            prop_assert!(map.is_singular(p.at));
        }
    }

    #[test]
    fn turn_rate_is_what_differences_measure((a0, n0) in frame(), kind in kind(), e in direction()) {
        let map = kind.build(a0, n0);
        prop_assume!(map.is_ok());
        let map = map.expect("just asked");
        let clear = map.singular_points().iter().all(|p| (p.at - e).length() > 0.02);
        prop_assume!(clear);
        let (closed, measured) = (map.turn_rate(e), Numeric(&map).turn_rate(e));
        assert_near!(closed, measured, 1e-6 * (1.0 + closed), "{kind:?}");
    }

    #[test]
    fn default_turn_rate_is_the_tangent_of_the_latitude((a0, n0) in frame(), e in direction()) {
        let latitude = e.dot(n0).asin();
        prop_assume!(latitude.abs() < 1.5);
        let map = Meridian::new(a0, n0);
        assert_near!(map.turn_rate(e), latitude.abs().tan(), 1e-11);
    }

    #[test]
    fn rule_a_on_the_equator((a0, n0) in frame(), longitude in -PI..PI) {
        let e = rotated(a0, n0, longitude).normalize();
        assert_near!(Meridian::new(a0, n0).normal(e), n0, 1e-15);
    }

    #[test]
    fn rule_b_along_the_meridians((a0, n0) in frame(), longitude in -PI..PI, latitude in -1.57..1.57_f64) {
        // Moved from the nearer point of the equator along the great circle: turned with e
        // about the axis across both.
        let foot = rotated(a0, n0, longitude);
        let axis = foot.cross(n0);
        let e = rotated(foot, axis, latitude).normalize();
        let moved = rotated(n0, axis, latitude);
        let map = Meridian::new(a0, n0);
        assert_near!(map.normal(e), moved, 1e-12);
        // Which is parallel transport along that meridian.
        assert_near!(transport(n0, foot, e), moved, 1e-9);
    }

    #[test]
    fn zeros_at_the_poles_are_the_default((a0, n0) in frame(), e in direction()) {
        let (meridian, conformal) = (
            Meridian::new(a0, n0),
            Conformal::from_zeros(n0, -n0, a0, n0).expect("not at a0"),
        );
        for e in [e, n0, -n0, a0, -a0] {
            assert_near!(conformal.normal(e), meridian.normal(e), 1e-12, "at {e}");
            if !meridian.is_singular(e) {
                let rate = meridian.turn_rate(e);
                assert_near!(conformal.turn_rate(e), rate, 1e-12 * (1.0 + rate * rate));
            }
        }
    }

    /// V(e) = k − (k·e) e + ω × e by its definition, phase and all.
    #[test]
    fn every_map_is_of_the_conformal_family(
        (a0, n0) in frame(),
        (p, q) in (direction(), direction()),
        e in direction(),
    ) {
        prop_assume!((p - q).length() > 1e-2);
        prop_assume!([p, q].iter().all(|z| (*z - a0).length() > 1e-2 && (*z - e).length() > 1e-2));
        let (k, w) = (p - q, p.cross(q));
        let field = |k: DVec3, w: DVec3, e: DVec3| k - e * k.dot(e) + w.cross(e);
        let psi = signed_angle(field(k, w, a0), n0, a0);
        let (sin, cos) = psi.sin_cos();
        let turned = field(k * cos + w * sin, w * cos - k * sin, e).normalize();
        let map = Conformal::from_zeros(p, q, a0, n0).expect("not at a0");
        assert_near!(map.normal(e), turned, 1e-10);
        let (a, b) = (k.dot(e), w.dot(e));
        let rate = a.hypot(b) / field(k, w, e).length();
        assert_near!(map.turn_rate(e), rate, 1e-9 * (1.0 + rate));
    }

    /// Next to either zero the definition loses its digits and the map does not: there V is
    /// ½ (|Q|² P − |P|² Q), whose terms are of very different size.
    #[test]
    fn digits_are_kept_next_to_the_zeros(
        (a0, n0) in frame(),
        (p, q) in (direction(), direction()),
        (exponent, round) in (-7.0..-2.0_f64, 0.0..6.0_f64),
    ) {
        prop_assume!((p - q).length() > 0.3);
        prop_assume!((p - a0).length() > 0.3 && (q - a0).length() > 0.3);
        let map = Conformal::from_zeros(p, q, a0, n0).expect("not at a0");
        let field = |e: DVec3| {
            let (to_p, to_q) = (p - e, q - e);
            to_p * to_q.length_squared() - to_q * to_p.length_squared()
        };
        let psi = signed_angle(field(a0), n0, a0);
        for zero in [p, q] {
            let e = off(zero, 10_f64.powf(exponent), round);
            let expected = rotated(field(e), e, psi).normalize();
            // What the position of e itself is exact to.
            assert_near!(map.normal(e), expected, 1e-14 + 4e-16 * map.turn_rate(e));
        }
    }

    #[test]
    fn pole_vector_keeps_the_elbow_on_its_half_plane(pole in direction(), e in direction()) {
        prop_assume!(pole.cross(A0).length() > 1e-2 && pole.cross(e).length() > 1e-2);
        let map = MapKind::PoleVector { direction: pole * 7.0 }.build(A0, N0).expect("off a0");
        // n against the plane through axis and pole: the same angle everywhere.
        let angle = |e: DVec3| signed_angle(e.cross(pole), map.normal(e), e);
        let off = angle(e) - angle(A0);
        assert_near!(off.sin(), 0.0, 1e-11);
        prop_assert!(off.cos() > 0.0);
    }

    #[test]
    fn parallel_transport_carries_n0_along_great_circles((a0, n0) in frame(), e in direction()) {
        prop_assume!((e + a0).length() > 1e-2);
        let map = MapKind::ParallelTransport.build(a0, n0).expect("singular behind only");
        assert_near!(map.normal(e), transport(n0, a0, e), 1e-10);
    }
}

#[test]
fn fixed_vectors_at_the_poles_are_the_limits_along_the_zero_meridian() {
    let map = Meridian::new(A0, N0);
    assert_eq!(map.normal(N0), -A0);
    assert_eq!(map.normal(-N0), A0);
    for close in [1e-2, 1e-5, 1e-9] {
        // From a0's side, along its meridian.
        for (pole, limit) in [(N0, -A0), (-N0, A0)] {
            let e = (pole + A0 * close).normalize();
            assert_near!(map.normal(e), limit, 2.0 * close);
        }
    }
    for e in [N0, -N0] {
        assert!(map.is_singular(e));
        assert!(map.turn_rate(e).is_infinite());
    }
}

#[test]
fn just_off_a_pole_the_map_is_already_its_own() {
    for (about, map) in [
        ("meridian", MapKind::Default.build(A0, N0)),
        ("conformal", MapKind::Zeros { p: N0, q: -N0 }.build(A0, N0)),
    ] {
        let map = map.expect("not at a0");
        for pole in [N0, -N0] {
            for close in [1e-9, 1e-6, 1e-3] {
                for i in 0..16 {
                    let round = f64::from(i) * PI / 8.0;
                    let side = DVec3::new(round.cos(), round.sin(), 0.0);
                    let e = (pole + side * close).normalize();
                    assert!(!map.is_singular(e), "{about}, {close:e} off");
                    // Away from the side of e, at +n0; towards it, at −n0.
                    let expected = side * -pole.z;
                    assert_near!(
                        map.normal(e),
                        expected,
                        2.0 * close + 1e-6,
                        "{about}, {close:e}"
                    );
                    assert_near!(map.turn_rate(e) * close, 1.0, 1e-6, "{about}, {close:e}");
                }
            }
            let on = (pole + DVec3::Y * (0.5 * SINGULAR)).normalize();
            assert!(map.is_singular(on), "{about}");
            assert_near!(map.normal(on), map.normal(pole), SINGULAR, "{about}");
        }
    }
}

/// A goal exactly on a pole, and 1e-9 and 1e-6 off it, in a rig.
#[test]
fn goals_on_and_by_a_pole() {
    for (about, parents) in draw::parents() {
        if about == "far" {
            continue; // Its coordinates cannot say 1e-9.
        }
        let mut rig = planar(&[1.0, 0.8], 0.3, &[0.9]).below(parents).rig();
        let sphere = solved(&rig).sphere;
        let scale = {
            let world = solved(&rig);
            (world.end_effector - sphere.center).length() / 1.6
        };
        for (pole, limit) in [(sphere.n0, -sphere.a0), (-sphere.n0, sphere.a0)] {
            for close in [0.0, 1e-9, 1e-6, 1e-3] {
                let side = sphere.n0.cross(sphere.a0);
                let e = (pole + side * close).normalize();
                rig.move_goal(sphere.center + e * 1.2 * scale)
                    .expect("finite");
                let solution = crate::support::oracle::check(&rig);
                let expected = if close == 0.0 {
                    limit
                } else {
                    side * -pole.dot(sphere.n0)
                };
                let rounding = if close == 0.0 { 1e-9 } else { 1e-14 / close };
                assert_near!(
                    solution.zero_plane_normal,
                    expected,
                    2.0 * close + 20.0 * rounding,
                    "{about}, {close:e} off {pole}"
                );
                assert_eq!(solution.singular, close == 0.0, "{about}, {close:e} off");
                assert_near!(solution.sphere.latitude.abs(), FRAC_PI_2 - close, 1e-6);
            }
        }
    }
}

#[test]
fn zero_at_a0_is_refused() {
    for (kind, path) in [
        (
            MapKind::PoleVector {
                direction: A0 * 3.0,
            },
            "ik.zero_plane_map.direction",
        ),
        (
            MapKind::PoleVector { direction: -A0 },
            "ik.zero_plane_map.direction",
        ),
        (MapKind::Zeros { p: A0, q: DVec3::Y }, "ik.zero_plane_map.p"),
        (MapKind::Zeros { p: DVec3::Y, q: A0 }, "ik.zero_plane_map.q"),
        (MapKind::Zeros { p: A0, q: A0 }, "ik.zero_plane_map.p"),
    ] {
        check_error(
            kind.build(A0, N0),
            (Code::SingularAtA0, path, "a0"),
            &format!("{kind:?}"),
        );
        let mut rig = planar(&[1.0, 1.0], 0.45, &[-0.9]).rig();
        let a0 = solved(&rig).sphere.a0;
        assert_near!(a0, A0, 1e-15);
        let before = rig.clone();
        assert!(rig.choose_map(kind).is_err());
        assert_eq!(rig, before);
    }
    for zero in [DVec3::ZERO, DVec3::NAN, DVec3::splat(f64::INFINITY)] {
        check_error(
            MapKind::PoleVector { direction: zero }.build(A0, N0),
            (Code::ZeroVector, "ik.zero_plane_map.direction", "direction"),
            "without direction",
        );
        check_error(
            MapKind::Zeros {
                p: DVec3::Y,
                q: zero,
            }
            .build(A0, N0),
            (Code::ZeroVector, "ik.zero_plane_map.q", "direction"),
            "without direction",
        );
    }
}

#[test]
fn directions_of_any_length_are_the_same_map() {
    for size in [1e-150, 1e-3, 1e3, 1e150] {
        for kind in kinds() {
            let scaled = match kind {
                MapKind::PoleVector { direction } => MapKind::PoleVector {
                    direction: direction * size,
                },
                MapKind::Zeros { p, q } => MapKind::Zeros {
                    p: p * size,
                    q: q * size,
                },
                same => same,
            };
            let (a, b) = (kind.build(A0, N0), scaled.build(A0, N0));
            let e = DVec3::new(0.6, 0.0, 0.8);
            let (a, b) = (a.expect("valid"), b.expect("valid"));
            assert_near!(a.normal(e), b.normal(e), 1e-14, "{kind:?} times {size:e}");
        }
    }
}

/// The plane stays where it is while the goal slides along the EE axis, whatever the map.
#[test]
fn plane_depends_on_direction_only() {
    for kind in kinds() {
        for (about, parents) in draw::parents() {
            let mut rig = planar(&[1.0, 0.8, 0.6], 0.3, &[0.9, 0.7])
                .below(parents)
                .rig();
            let kind = match kind {
                // At home in this chain's numbers.
                MapKind::Zeros { .. } => MapKind::Zeros {
                    p: DVec3::Z,
                    q: DVec3::new(-1.0, 0.1, 0.0),
                },
                other => other,
            };
            rig.choose_map(kind).expect("not at a0");
            rig.turn_swivel(1.1).expect("finite");
            let e = DVec3::new(0.48, 0.6, -0.64);
            draw::put_goal(&mut rig, e, 0.5);
            let before = solved(&rig);
            for share in [0.01, 0.3, 0.9, 1.0, 2.0, 1e6] {
                draw::put_goal(&mut rig, e, share);
                let after = solved(&rig);
                let rounding = crate::support::oracle::tolerance(&rig) / share.min(1.0) * 30.0;
                let scale = crate::support::oracle::start_parent(&rig)
                    .determinant()
                    .abs()
                    .cbrt();
                let close = 1e-12
                    + if about == "far" {
                        rounding / scale
                    } else {
                        0.0
                    };
                let rate = 1.0 + after.turn_rate;
                assert_near!(
                    after.solver_plane_normal,
                    before.solver_plane_normal,
                    close * rate,
                    "{kind:?}, {about}"
                );
                assert_near!(
                    after.zero_plane_normal,
                    before.zero_plane_normal,
                    close * rate,
                    "{kind:?}, {about}"
                );
            }
        }
    }
}

/// A rig's singular points are where its goals are singular, mirrored or not; and on the start
/// joint, where there is no axis, it is the sphere's own a0 that is taken.
#[test]
fn singular_points_and_a0_lie_where_the_sphere_is() {
    let beside = [DVec3::ONE, DVec3::new(-1.0, 1.0, 1.0), DVec3::splat(-2.0)];
    for (about, parents) in draw::parents() {
        if about == "far" {
            continue; // Its coordinates cannot say "on".
        }
        for scale in beside {
            let turn = draw::axis_angle(DVec3::new(0.3, 1.0, 2.0), 1.9);
            let limb = draw::Limb {
                goal_parent: Some(draw::Joint::PLAIN.turned(turn).scaled(scale)),
                ..planar(&[1.0, 0.8], 0.3, &[0.9]).below(parents.clone())
            };
            let mut rig = limb.rig();
            rig.choose_parent_space(zeroplane::ParentSpace::IkGoal)
                .expect("either");
            for kind in [MapKind::Default, MapKind::ParallelTransport] {
                rig.choose_map(kind).expect("not at a0");
                let sphere = solved(&rig).sphere;
                let plane = rig.zero_plane().expect("a rig");
                let size = (solved(&rig).end_effector - sphere.center).length();
                for point in plane.singular_points() {
                    rig.move_goal(sphere.center + point.at * size)
                        .expect("finite");
                    let solution = solved(&rig);
                    // Nested coordinates are rounded to some 1e-15 of the chain.
                    assert!(
                        solution.singular,
                        "{about}, {scale}, {kind:?}: {solution:?}"
                    );
                    assert_near!(plane.normal(point.at), solution.zero_plane_normal, 1e-9);
                }
                rig.move_goal(sphere.center).expect("finite");
                assert_near!(solved(&rig).ee_axis, sphere.a0, 1e-13, "{about}, {scale}");
            }
        }
    }
}
