//! What the pictures of the three examples hold.

use glam::{DQuat, DVec3};

use super::camera::Camera;
use super::labels::{Align, labels};
use super::picture::{Idea, Path, Picture, Shading, Shape, Style};
use super::{FieldStage, Handle, Layers, Options, Scene};
use crate::chain::ReferencePose;
use crate::hierarchy::{Hierarchy, Node};
use crate::math::{length, radians, rotation};
use crate::rig::{Goal, Ik, Rig};
use crate::rigid::Scale;
use crate::solver::SolverKind;
use crate::swivel::ParentSpace;
use crate::zero_plane::MapKind;

/// Name, parent, translation, rotation.
type Joint<'a> = (&'a str, Option<&'a str>, DVec3, DQuat);

fn rig(joints: &[Joint<'_>], start: &str, end: &str, goal: DVec3) -> Rig {
    let nodes = joints
        .iter()
        .map(|(name, parent, translation, rotation)| {
            let node = Node {
                name: (*name).into(),
                parent: None,
                translation: *translation,
                rotation: *rotation,
                scale: Scale::ONE,
            };
            (node, parent.map(Into::into))
        })
        .collect();
    let hierarchy = Hierarchy::new(nodes).expect("nodes");
    let find = |name: &str| hierarchy.find(name).expect("a node of that name");
    let ik = Ik {
        start: find(start),
        end: find(end),
        goal: Goal {
            parent: None,
            translation: goal,
        },
        preferred: joints.iter().map(|joint| joint.3).collect(),
        swivel: 0.0,
        parent_space: ParentSpace::StartJoint,
        reference_pose: ReferencePose::Preferred,
        zero_plane_map: MapKind::Default,
        vh_target: hierarchy.find("Target"),
        plane_normal: None,
        enabled: true,
        auto_snap: true,
        solver: SolverKind::Hi,
    };
    Rig::new(hierarchy, ik).expect("a rig")
}

fn along(x: f64) -> DVec3 {
    DVec3::new(x, 0.0, 0.0)
}

fn turn(axis: DVec3, degrees: f64) -> DQuat {
    rotation(axis, radians(degrees))
}

const GOAL_1: DVec3 = DVec3::new(1.637_370_535_408_286, 0.0, 0.419_253_331_742_773_6);
const GOAL_2: DVec3 = DVec3::new(2.237_370_535_408_286, 0.0, 0.419_253_331_742_773_6);

fn joints_1<'a>() -> Vec<Joint<'a>> {
    vec![
        ("A", None, DVec3::ZERO, DQuat::IDENTITY),
        ("Bone01", Some("A"), DVec3::ZERO, turn(DVec3::Y, -50.0)),
        ("Bone02", Some("Bone01"), along(1.2), turn(DVec3::Y, 80.0)),
        ("Bone03", Some("Bone02"), along(1.0), DQuat::IDENTITY),
    ]
}

fn example_1() -> Rig {
    rig(&joints_1(), "Bone01", "Bone03", GOAL_1)
}

fn example_2() -> Rig {
    let joints = [
        ("Bone01", None, DVec3::ZERO, turn(DVec3::X, 90.0)),
        ("Bone02", Some("Bone01"), along(0.6), turn(DVec3::Z, 50.0)),
        ("Bone03", Some("Bone02"), along(1.2), turn(DVec3::Z, -80.0)),
        ("Bone04", Some("Bone03"), along(1.0), DQuat::IDENTITY),
    ];
    rig(&joints, "Bone02", "Bone04", GOAL_2)
}

fn example_3() -> Rig {
    let first = turn(DVec3::X, 90.0) * turn(DVec3::Z, 60.0);
    let joints = [
        ("Bone01", None, DVec3::ZERO, first),
        ("Bone02", Some("Bone01"), along(1.0), turn(DVec3::Z, -40.0)),
        ("Bone03", Some("Bone02"), along(1.2), turn(DVec3::Z, -50.0)),
        ("Bone04", Some("Bone03"), along(0.8), DQuat::IDENTITY),
    ];
    let goal = DVec3::new(2.320_451_467_970_641, 0.0, 0.876_449_575_775_241_2);
    rig(&joints, "Bone01", "Bone04", goal)
}

fn picture(rig: &Rig, options: &Options) -> Picture {
    Scene::new(rig).expect("a solution").picture(options)
}

fn camera_on(rig: &Rig, width: f64, height: f64) -> Camera {
    let scene = Scene::new(rig).expect("a solution");
    let mut camera = Camera::new(-0.4, 0.3);
    camera.resize(width, height, 1.0);
    camera.frame(&scene.matters(&Options::default()));
    camera
}

/// How many parts of an idea a picture has.
fn count(picture: &Picture, idea: Idea) -> usize {
    let looks = picture
        .tubes
        .iter()
        .map(|p| p.look)
        .chain(picture.balls.iter().map(|p| p.look))
        .chain(picture.strokes.iter().map(|p| p.look))
        .chain(picture.patches.iter().map(|p| p.look))
        .chain(picture.needles.iter().map(|p| p.look))
        .chain(picture.markers.iter().map(|p| p.look))
        .chain(picture.shell.iter().map(|p| p.look));
    looks.filter(|look| look.idea == idea).count()
}

fn assert_finite(picture: &Picture) {
    for tube in &picture.tubes {
        assert!(tube.from.is_finite() && tube.to.is_finite(), "{tube:?}");
    }
    for ball in &picture.balls {
        assert!(ball.center.is_finite() && ball.radius > 0.0, "{ball:?}");
    }
    for stroke in &picture.strokes {
        let (a, b) = match stroke.path {
            Path::Line(from, to) => (from, to),
            Path::Arc(arc) => (arc.center, arc.point(arc.start + arc.sweep)),
        };
        assert!(a.is_finite() && b.is_finite(), "{stroke:?}");
    }
    for patch in &picture.patches {
        assert!(patch.rim.point(1.0).is_finite(), "{patch:?}");
    }
    for needle in &picture.needles {
        assert!((needle.direction.length() - 1.0).abs() < 1e-9, "{needle:?}");
    }
    for marker in &picture.markers {
        assert!(marker.at.is_finite(), "{marker:?}");
    }
}

#[test]
fn example_1_shows_the_chain_its_parent_and_the_map() {
    let picture = picture(&example_1(), &Options::default());
    assert_finite(&picture);
    // Two tubes a bone, a ball a joint; the start joint is an idea of its own.
    assert_eq!(count(&picture, Idea::Chain), 2 * 2 + 2);
    // Ball and ring.
    assert_eq!(count(&picture, Idea::StartJoint), 2);
    // A lies on the start joint: no link, but its ball and three axes.
    assert_eq!(count(&picture, Idea::Parent), 1 + 3 * 2);
    assert_eq!(count(&picture, Idea::Goal), 1);
    assert_eq!(count(&picture, Idea::Singular), 2);
    assert!((200..320).contains(&count(&picture, Idea::Field)));
    // Patch, rim, shaft and head of the normal.
    assert_eq!(count(&picture, Idea::SolverPlane), 4);
    assert_eq!(count(&picture, Idea::ZeroPlane), 4);
    // φ = 0.
    assert_eq!(count(&picture, Idea::Swivel), 0);
}

#[test]
fn example_1_field_is_tangent_and_agrees_with_the_zero_plane() {
    let rig = example_1();
    let scene = Scene::new(&rig).expect("a solution");
    let picture = scene.picture(&Options::default());
    let shell = picture.shell.expect("a sphere");
    for needle in &picture.needles {
        let e = (needle.at - shell.center) / shell.radius;
        assert!((e.length() - 1.0).abs() < 1e-12);
        assert!(needle.direction.dot(e).abs() < 1e-12);
    }
    let n = scene.solution().zero_plane_normal;
    let arrow = picture
        .tubes
        .iter()
        .find(|tube| tube.look.idea == Idea::ZeroPlane)
        .expect("the zero plane's normal");
    assert!((arrow.to - arrow.from).normalize().dot(n) > 1.0 - 1e-12);
    let from = (arrow.from - shell.center) / shell.radius;
    assert!((from - scene.solution().ee_axis).length() < 1e-12);
}

#[test]
fn example_2_links_the_start_joint_to_its_parent() {
    let picture = picture(&example_2(), &Options::default());
    assert_finite(&picture);
    assert_eq!(count(&picture, Idea::Parent), 2 + 1 + 3 * 2);
    let link = picture
        .tubes
        .iter()
        .find(|tube| tube.look.idea == Idea::Parent)
        .expect("the link");
    assert!(link.from.length() < 1e-12);
}

#[test]
fn example_2_shows_the_swivel_angle_in_the_goals_space() {
    let mut rig = example_2();
    rig.choose_parent_space(ParentSpace::IkGoal).expect("space");
    rig.turn_swivel(radians(90.0)).expect("angle");
    let scene = Scene::new(&rig).expect("a solution");
    let picture = scene.picture(&Options::default());
    assert_finite(&picture);
    // Sector, arc, head.
    assert_eq!(count(&picture, Idea::Swivel), 3);
    let arc = picture
        .patches
        .iter()
        .find(|patch| patch.look.idea == Idea::Swivel)
        .expect("the sector")
        .rim;
    let (begin, end) = (arc.point(0.0), arc.point(arc.sweep));
    let solution = scene.solution();
    let (zero, solver) = (solution.zero_plane_normal, solution.solver_plane_normal);
    assert!((begin - arc.center).normalize().dot(zero) > 1.0 - 1e-12);
    assert!((end - arc.center).normalize().dot(solver) > 1.0 - 1e-12);
}

#[test]
fn example_2_ghost_is_the_imagined_chain_and_can_be_left_out() {
    let mut rig = example_2();
    rig.choose_parent_space(ParentSpace::IkGoal).expect("space");
    let scene = Scene::new(&rig).expect("a solution");
    let ghosts = |options: &Options| -> Vec<DVec3> {
        scene
            .picture(options)
            .balls
            .iter()
            .filter(|ball| matches!(ball.look.style, Style::Ghost(_)))
            .map(|ball| ball.center)
            .collect()
    };
    assert_eq!(
        ghosts(&Options::default()),
        rig.imagined_pose().expect("pose")
    );
    // Horizontal, from the start joint.
    assert!(
        ghosts(&Options::default())
            .iter()
            .all(|p| p.z.abs() < 1e-12)
    );
    // In the start joint's space nothing has to be imagined, wherever the goal is.
    let mut plain = example_2();
    plain.move_goal(DVec3::new(1.2, 0.0, 1.5)).expect("goal");
    assert_eq!(
        count(&picture(&plain, &Options::default()), Idea::Imagined),
        0
    );
    let without = Options {
        layers: Layers {
            imagined: false,
            ..Layers::default()
        },
        ..Options::default()
    };
    assert!(ghosts(&without).is_empty());
}

#[test]
fn example_3_bones_above_a_reassigned_start_joint_stay() {
    let mut rig = example_3();
    let before = picture(&rig, &Options::default());
    assert_eq!(count(&before, Idea::Parent), 0);
    let start = rig.hierarchy().find("Bone02").expect("Bone02");
    rig.reassign_start(start).expect("a shorter chain");
    let after = picture(&rig, &Options::default());
    assert_finite(&after);
    assert_eq!(count(&after, Idea::Parent), 2 + 1 + 3 * 2);
    assert_eq!(count(&after, Idea::Chain), 2 * 2 + 2);
}

#[test]
fn layers_leave_their_parts_out() {
    let off = Options {
        layers: Layers {
            sphere: false,
            field: false,
            solver_plane: false,
            zero_plane: false,
            imagined: false,
            swivel: false,
            ..Layers::default()
        },
        ..Options::default()
    };
    let mut rig = example_1();
    rig.turn_swivel(1.0).expect("angle");
    let picture = picture(&rig, &off);
    for idea in [
        Idea::Sphere,
        Idea::Field,
        Idea::Singular,
        Idea::SolverPlane,
        Idea::ZeroPlane,
        Idea::Swivel,
        Idea::Imagined,
    ] {
        assert_eq!(count(&picture, idea), 0, "{idea:?}");
    }
    assert!(picture.shell.is_none());
}

#[test]
fn a_lit_idea_stands_out_and_the_others_step_back() {
    let options = Options {
        lit: Some(Idea::Singular),
        ..Options::default()
    };
    for marker in picture(&example_1(), &options).markers {
        let expected = match marker.look.idea {
            Idea::Singular => Style::Lit,
            Idea::Goal => Style::Solid,
            _ => Style::Back,
        };
        assert_eq!(marker.look.style, expected, "{marker:?}");
    }
}

#[test]
fn the_pose_before_a_flip_is_a_ghost_of_its_opacity() {
    let former = vec![DVec3::ZERO, DVec3::X, DVec3::ONE];
    let options = |opacity| Options {
        former: Some((former.clone(), opacity)),
        ..Options::default()
    };
    let rig = example_1();
    let ghosts = |opacity| {
        let picture = picture(&rig, &options(opacity));
        let of = |b: &&super::picture::Ball| {
            b.look.idea == Idea::Chain && matches!(b.look.style, Style::Ghost(_))
        };
        picture.balls.iter().filter(of).count()
    };
    assert_eq!(ghosts(1.0), 3);
    assert_eq!(ghosts(0.5), 3);
    assert_eq!(ghosts(0.0), 0);
    assert_eq!(ghosts(f64::NAN), 0);
}

#[test]
fn a_goal_out_of_reach_is_joined_by_dashes_even_at_the_end_of_the_world() {
    for far in [3.0, 1e30, 1e99] {
        let mut rig = example_1();
        rig.move_goal(DVec3::new(far, -far, 0.5 * far))
            .expect("goal");
        let scene = Scene::new(&rig).expect("a solution");
        let picture = scene.picture(&Options::default());
        assert_finite(&picture);
        let dashed = |s: &&super::picture::Stroke| s.look.idea == Idea::EeAxis && s.dashes > 0;
        assert_eq!(picture.strokes.iter().filter(dashed).count(), 1);
        let camera = camera_on(&rig, 640.0, 480.0);
        assert!(camera.distance() < 20.0, "{far}: {}", camera.distance());
        let goal = scene.handle(Handle::Goal).expect("a goal");
        assert!(goal.length() < 100.0);
    }
}

#[test]
fn a_goal_on_the_start_joint_leaves_everything_finite() {
    let mut rig = example_1();
    rig.move_goal(DVec3::ZERO).expect("goal");
    assert_finite(&picture(&rig, &Options::default()));
}

#[test]
fn a_vh_target_is_a_handle() {
    let mut joints = joints_1();
    joints.push(("Target", None, DVec3::new(0.8, -1.0, 0.3), DQuat::IDENTITY));
    let rig = rig(&joints, "Bone01", "Bone03", GOAL_1);
    let scene = Scene::new(&rig).expect("a solution");
    let at = scene.handle(Handle::VhTarget).expect("a target");
    assert!((at - DVec3::new(0.8, -1.0, 0.3)).length() < 1e-12);
    let picture = scene.picture(&Options::default());
    assert_finite(&picture);
    let diamond = |m: &super::picture::Marker| m.shape == Shape::Diamond;
    assert!(picture.markers.iter().any(diamond));
}

#[test]
fn a_rig_of_any_size_anywhere_is_seen_alike() {
    let seen = |scale: f64, offset: DVec3| {
        let mut joints = joints_1();
        for joint in &mut joints {
            joint.2 *= scale;
        }
        joints[0].2 = offset;
        let rig = rig(&joints, "Bone01", "Bone03", offset + GOAL_1 * scale);
        let camera = camera_on(&rig, 640.0, 480.0);
        let scene = Scene::new(&rig).expect("a solution");
        let elbow = scene.solution().joints[1].position;
        camera.project(elbow).expect("in front of the eye")
    };
    let plain = seen(1.0, DVec3::ZERO);
    for (scale, offset) in [(1e-6, 0.0), (1e6, 0.0), (1.0, 1e5), (1e30, 0.0)] {
        let other = seen(scale, DVec3::splat(offset));
        assert!((plain.x - other.x).abs() < 1e-3, "{scale} {offset}");
        assert!((plain.y - other.y).abs() < 1e-3, "{scale} {offset}");
    }
}

#[test]
fn labels_are_inside_the_figure_and_apart() {
    for rig in [example_1(), example_2(), example_3()] {
        for (width, height) in [(640.0, 480.0), (390.0, 430.0), (320.0, 700.0)] {
            let camera = camera_on(&rig, width, height);
            let scene = Scene::new(&rig).expect("a solution");
            let labels = labels(&scene, &Options::default(), &camera);
            let visible: Vec<_> = labels.iter().filter(|label| label.visible).collect();
            assert!(visible.len() >= 7, "{} of {}", visible.len(), labels.len());
            for label in &visible {
                assert!((0.0..=width).contains(&label.x), "{label:?}");
                assert!((8.0..=height - 8.0).contains(&label.y), "{label:?}");
            }
            let box_of = |label: &super::labels::Label| {
                let width = label.name.as_ref().map_or(label.id.len(), String::len) as f64 * 6.6;
                let left = match label.align {
                    Align::Left => label.x,
                    Align::Right => label.x - width,
                };
                (left, left + width, label.y)
            };
            for (i, a) in visible.iter().enumerate() {
                for b in &visible[i + 1..] {
                    let (a, b) = (box_of(a), box_of(b));
                    let apart = a.1 <= b.0 || b.1 <= a.0 || (a.2 - b.2).abs() >= 16.99;
                    assert!(apart, "{a:?} {b:?}");
                }
            }
        }
    }
}

#[test]
fn names_of_ideas_and_handles_read_back() {
    for idea in Idea::ALL {
        assert_eq!(Idea::from_name(idea.name()), Some(idea));
    }
    for handle in Handle::ALL {
        assert_eq!(Handle::from_name(handle.name()), Some(handle));
    }
    assert_eq!(Idea::from_name("elbow"), None);
}

/// The first example with another map, its start joint below a turned node.
fn with_map(map: MapKind) -> Rig {
    let mut rig = example_1();
    let a = rig.hierarchy().find("A").expect("A");
    rig.rotate_node(a, turn(DVec3::new(0.6, 0.0, 0.8), 35.0))
        .expect("rotation");
    rig.choose_map(map).expect("a map");
    rig
}

/// Two zeros, neither special in any way.
const P: DVec3 = DVec3::new(-0.6, 0.8, 0.0);
const Q: DVec3 = DVec3::new(-0.48, -0.6, 0.64);

fn maps() -> [MapKind; 5] {
    [
        MapKind::Default,
        MapKind::ParallelTransport,
        MapKind::PoleVector {
            direction: DVec3::new(0.0, 3.0, 1.0),
        },
        MapKind::Zeros { p: P, q: Q },
        MapKind::Zeros { p: P, q: P },
    ]
}

#[test]
fn shading_is_the_turn_rate_of_the_map_in_closed_form() {
    for map in maps() {
        let rig = with_map(map);
        let zero_plane = rig.zero_plane().expect("a map");
        let mut options = Options::default();
        assert!(
            picture(&rig, &options)
                .shell
                .expect("a sphere")
                .shading
                .is_none()
        );
        options.layers.shading = true;
        let shell = picture(&rig, &options).shell.expect("a sphere");
        let shading = shell.shading.expect("a shading");
        for needle in &picture(&rig, &options).needles {
            let e = (needle.at - shell.center) / shell.radius;
            let (rate, exact) = (shading.rate(e), zero_plane.turn_rate(e));
            if exact.is_infinite() {
                assert!(rate > 1e9);
                continue;
            }
            assert!(
                (rate - exact).abs() < 1e-9 * (1.0 + exact),
                "{map:?} {rate} {exact}"
            );
        }
    }
    assert_eq!(Shading::of(&[]), None);
}

#[test]
fn residuals_stand_on_the_solver_plane() {
    let mut joints = joints_1();
    joints[2].3 = turn(DVec3::Y, 80.0) * turn(DVec3::X, 50.0);
    joints[3].3 = turn(DVec3::Y, 20.0);
    joints.push(("Bone04", Some("Bone03"), along(0.7), DQuat::IDENTITY));
    joints[3].3 = turn(DVec3::Z, 40.0);
    let bent = rig(&joints, "Bone01", "Bone04", GOAL_1);
    let mut options = Options::default();
    let plain = count(&picture(&bent, &options), Idea::SolverPlane);
    options.layers.residuals = true;
    let scene = Scene::new(&bent).expect("a solution");
    let picture_of = scene.picture(&options);
    // A line and a foot for each of two inner joints.
    assert_eq!(count(&picture_of, Idea::SolverPlane), plain + 2 * 2);
    let (n, start) = (scene.solution().solver_plane_normal, scene.start());
    let feet = picture_of
        .markers
        .iter()
        .filter(|m| m.look.idea == Idea::SolverPlane);
    for foot in feet {
        assert!((foot.at - start).dot(n).abs() < 1e-12, "{foot:?}");
    }
    // A planar chain has none.
    let planar = count(&picture(&example_1(), &options), Idea::SolverPlane);
    assert_eq!(
        planar,
        count(
            &picture(&example_1(), &Options::default()),
            Idea::SolverPlane
        )
    );
}

fn sphere_handles() -> Options {
    Options {
        handles: Handle::ALL.to_vec(),
        ..Options::default()
    }
}

#[test]
fn handles_are_those_asked_for_that_the_rig_has() {
    let named = |map| {
        let rig = with_map(map);
        let scene = Scene::new(&rig).expect("a solution");
        let handles = scene.handles(&sphere_handles()).into_iter();
        handles.map(|h| h.0).collect::<Vec<_>>()
    };
    use Handle::{Axis, Goal, ZeroP, ZeroQ};
    let [default, parallel, pole, zeros, double] = maps().map(named);
    assert_eq!(default, [Goal, Axis]);
    assert_eq!(parallel, [Goal, Axis]);
    for all in [pole, zeros, double] {
        assert_eq!(all, [Goal, Axis, ZeroP, ZeroQ]);
    }
    let rig = example_1();
    let scene = Scene::new(&rig).expect("a solution");
    let usual: Vec<_> = scene.handles(&Options::default());
    assert_eq!(usual.len(), 1);
}

#[test]
fn a_double_zero_is_one_knob() {
    let knobs = |map| {
        let picture = picture(&with_map(map), &sphere_handles());
        let of =
            |m: &&super::picture::Marker| m.shape == Shape::Knob && m.look.idea == Idea::Singular;
        picture.markers.iter().filter(of).count()
    };
    let [default, parallel, pole, zeros, double] = maps().map(knobs);
    assert_eq!((default, parallel), (0, 0));
    assert_eq!((pole, zeros, double), (2, 2, 1));
}

/// A camera on the sphere, and a handle's point of the picture.
fn on_handle(rig: &Rig, handle: Handle) -> (Camera, f64, f64) {
    let camera = camera_on(rig, 640.0, 480.0);
    let scene = Scene::new(rig).expect("a solution");
    let at = scene.handle(handle).expect("a handle");
    let seen = camera.project(at).expect("in front of the eye");
    (camera, seen.x, seen.y)
}

#[test]
fn a_zero_is_dragged_over_the_sphere_in_the_maps_numbers() {
    for (handle, at) in [(Handle::ZeroP, P), (Handle::ZeroQ, Q)] {
        let rig = with_map(MapKind::Zeros { p: P, q: Q });
        let (camera, x, y) = on_handle(&rig, handle);
        let scene = Scene::new(&rig).expect("a solution");
        let mut held = scene
            .hold(handle, &camera, None, x + 3.0, y - 2.0)
            .expect("a handle");
        // The grab offset is kept.
        assert!((held.to(&camera, x + 3.0, y - 2.0) - at).length() < 1e-9);
        for (dx, dy) in [
            (30.0, 10.0),
            (-900.0, 2.0),
            (0.0, 1e5),
            (1e300, f64::NAN),
            (f64::INFINITY, -1e200),
        ] {
            let to = held.to(&camera, x + dx, y + dy);
            assert!((to.length() - 1.0).abs() < 1e-9, "{to}");
            let mut moved = rig.clone();
            let map = match handle {
                Handle::ZeroP => MapKind::Zeros { p: to, q: Q },
                _ => MapKind::Zeros { p: P, q: to },
            };
            moved.choose_map(map).expect("a map");
            let scene = Scene::new(&moved).expect("a solution");
            assert_finite(&scene.picture(&sphere_handles()));
        }
        assert!((held.to(&camera, x + 3.0, y - 2.0) - at).length() < 1e-9);
        // Under the pointer.
        let to = held.to(&camera, x + 15.0, y + 10.0);
        let mut moved = rig.clone();
        let (p, q) = if handle == Handle::ZeroP {
            (to, Q)
        } else {
            (P, to)
        };
        moved.choose_map(MapKind::Zeros { p, q }).expect("a map");
        let scene = Scene::new(&moved).expect("a solution");
        let seen = camera
            .project(scene.handle(handle).expect("a handle"))
            .expect("in front");
        assert!((seen.x - x - 12.0).abs() < 1e-6 && (seen.y - y - 12.0).abs() < 1e-6);
    }
}

#[test]
fn zeros_fall_together_and_come_apart() {
    let rig = with_map(MapKind::Zeros { p: P, q: Q });
    let (camera, x, y) = on_handle(&rig, Handle::ZeroP);
    let scene = Scene::new(&rig).expect("a solution");
    let near = scene.zero_plane.in_map(scene.zeros().expect("zeros").1);
    assert!((near - Q).length() < 1e-12);
    // Q dragged onto P.
    let p_then_q = with_map(MapKind::Zeros { p: P, q: P });
    let scene = Scene::new(&p_then_q).expect("a solution");
    let mut held = scene
        .hold(Handle::ZeroP, &camera, None, x, y)
        .expect("a handle");
    assert!((held.to(&camera, x + 2.0, y) - P).length() < 1e-12);
    assert!((held.to(&camera, x + 30.0, y) - P).length() > 0.06);
    // The smallest step parts them; a step back joins them again.
    let step = |rig: &Rig, right| {
        let scene = Scene::new(rig).expect("a solution");
        scene
            .step(Handle::ZeroP, &camera, None, right, 0.0, 0.01)
            .expect("a handle")
    };
    let apart = step(&p_then_q, 1.0);
    assert!(((apart - P).length() - 0.01).abs() < 1e-4);
    let back = step(&with_map(MapKind::Zeros { p: apart, q: P }), -1.0);
    assert!((back - P).length() < 1e-12, "{back}");
}

#[test]
fn a_zero_stays_off_the_preferred_ee_axis() {
    let rig = with_map(MapKind::Zeros { p: P, q: Q });
    let camera = camera_on(&rig, 640.0, 480.0);
    let scene = Scene::new(&rig).expect("a solution");
    let sphere = scene.solution().sphere;
    let (_, x, y) = on_handle(&rig, Handle::ZeroP);
    let a0 = sphere.center + sphere.a0 * scene.sphere_radius();
    let seen = camera.project(a0).expect("in front of the eye");
    let mut held = scene
        .hold(Handle::ZeroP, &camera, None, x, y)
        .expect("a handle");
    let to = held.to(&camera, seen.x, seen.y);
    let mut moved = rig.clone();
    moved
        .choose_map(MapKind::Zeros { p: to, q: Q })
        .expect("a map");
}

#[test]
fn the_axis_is_dragged_with_the_goal_at_its_distance() {
    let rig = example_2();
    let (camera, x, y) = on_handle(&rig, Handle::Axis);
    let scene = Scene::new(&rig).expect("a solution");
    let (start, goal) = (scene.start(), scene.solution().goal);
    let mut held = scene
        .hold(Handle::Axis, &camera, None, x, y)
        .expect("a handle");
    assert!((held.to(&camera, x, y) - goal).length() < 1e-9);
    for (dx, dy) in [(20.0, 8.0), (-400.0, 60.0), (1e9, 1e9)] {
        let to = held.to(&camera, x + dx, y + dy);
        assert!((length(to - start) - length(goal - start)).abs() < 1e-9);
    }
    let stepped = scene
        .step(Handle::Axis, &camera, None, 1.0, 0.0, 0.1)
        .expect("a handle");
    assert!((length(stepped - start) - length(goal - start)).abs() < 1e-9);
    assert!((stepped - goal).dot(camera.axes().right) > 0.0);
}

#[test]
fn a_trail_is_drawn_in_space_and_on_the_sphere() {
    let trail: Vec<DVec3> = (0..40)
        .map(|i| {
            let (sin, cos) = crate::math::sin_cos(0.1 * f64::from(i));
            DVec3::new(1.5 + 0.3 * cos, 0.3 * sin, 0.4)
        })
        .chain([DVec3::ZERO, DVec3::splat(1e99)])
        .collect();
    let rig = example_1();
    let options = Options {
        trail,
        ..Options::default()
    };
    let (plain, drawn) = (picture(&rig, &Options::default()), picture(&rig, &options));
    assert_finite(&drawn);
    // 41 ways and a head.
    assert_eq!(
        count(&drawn, Idea::Goal),
        count(&plain, Idea::Goal) + 41 + 1
    );
    assert!(count(&drawn, Idea::EeAxis) > count(&plain, Idea::EeAxis) + 40);
    let shell = drawn.shell.expect("a sphere");
    let mut on_sphere = 0;
    for stroke in &drawn.strokes {
        if let (Path::Line(from, to), true) = (stroke.path, stroke.on_sphere) {
            for point in [from, from.lerp(to, 0.5)] {
                let height = length(point - shell.center) / shell.radius;
                assert!((1.002..1.004).contains(&height), "{height}");
            }
            on_sphere += 1;
        }
    }
    assert!(on_sphere >= 40);
    // Straight through the start joint the EE axis jumps, and has no way.
    let through = Options {
        trail: vec![DVec3::X, -DVec3::X],
        ..Options::default()
    };
    assert_eq!(
        count(&picture(&rig, &through), Idea::EeAxis),
        count(&plain, Idea::EeAxis)
    );
    // Without the chain, and with no goal to be dragged, only on the sphere.
    let alone = picture(
        &rig,
        &Options {
            layers: Layers {
                chain: false,
                ..Layers::default()
            },
            handles: vec![Handle::Axis],
            ..options
        },
    );
    assert_eq!(count(&alone, Idea::Goal), 0);
    assert!(count(&alone, Idea::EeAxis) > 40);
}

#[test]
fn the_field_has_as_many_arrows_as_asked_for() {
    let rig = example_1();
    for (asked, drawn) in [
        (0, 0),
        (1, 1),
        (7, 7),
        (280, 280),
        (1000, 1000),
        (9999, 1000),
    ] {
        let options = Options {
            field_count: asked,
            ..Options::default()
        };
        let needles = picture(&rig, &options).needles;
        assert_eq!(needles.len(), drawn);
        // Evenly: none nearer to its neighbour than half an arrow.
        for (i, a) in needles.iter().enumerate() {
            for b in &needles[i + 1..] {
                assert!(length(a.at - b.at) > 0.5 * a.length, "{asked}");
            }
        }
    }
}

#[test]
fn the_default_field_is_made_from_the_equator() {
    let staged = |rig: &Rig, latitude| {
        let options = Options {
            field_stage: FieldStage::Carried(latitude),
            ..Options::default()
        };
        picture(rig, &options)
    };
    let rig = with_map(MapKind::Default);
    let zero_plane = rig.zero_plane().expect("a map");
    let sphere = rig.solve().expect("a solution").sphere;
    let equator = staged(&rig, 0.0);
    assert_eq!(equator.needles.len(), 24);
    for needle in &equator.needles {
        assert!((needle.direction - sphere.n0).length() < 1e-12);
    }
    for progress in [0.01, 0.5, 0.77, 0.99] {
        let reached = progress * std::f64::consts::FRAC_PI_2;
        let picture = staged(&rig, reached);
        let shell = picture.shell.expect("a sphere");
        let mut highest = 0.0_f64;
        for needle in &picture.needles {
            let e = (needle.at - shell.center) / shell.radius;
            highest = highest.max(libm::asin(e.dot(sphere.n0)));
            assert!((needle.direction - zero_plane.normal(e)).length() < 1e-9);
        }
        assert!((highest - reached).abs() < 1e-9);
        let traces = picture.strokes.iter().filter(|s| s.faint).count();
        assert_eq!(traces, 24);
    }
    for odd in [f64::NAN, f64::INFINITY, -3.0, 9.0] {
        assert_finite(&staged(&rig, odd));
    }
    // No other map is made that way.
    let other = staged(&with_map(MapKind::ParallelTransport), 0.5);
    assert_eq!(other.needles.len(), 280);
}

#[test]
fn labels_of_singular_points_carry_their_index() {
    let indices = |map| {
        let rig = with_map(map);
        let camera = camera_on(&rig, 640.0, 480.0);
        let scene = Scene::new(&rig).expect("a solution");
        let labels = labels(&scene, &sphere_handles(), &camera);
        assert!(
            labels
                .iter()
                .all(|l| l.index.is_some() == (l.id == "singular"))
        );
        let indices = labels.iter().filter_map(|label| label.index);
        indices.collect::<Vec<_>>()
    };
    let [default, parallel, pole, zeros, double] = maps().map(indices);
    assert_eq!(default, [1, 1]);
    assert_eq!(parallel, [2]);
    assert_eq!(pole, [1, 1]);
    assert_eq!(zeros, [1, 1]);
    assert_eq!(double, [2]);
}

#[test]
fn without_its_chain_the_sphere_fills_the_figure() {
    let rig = with_map(MapKind::Zeros { p: P, q: Q });
    let options = Options {
        layers: Layers {
            chain: false,
            ..Layers::default()
        },
        handles: vec![Handle::Axis, Handle::ZeroP, Handle::ZeroQ],
        ..Options::default()
    };
    let picture = picture(&rig, &options);
    assert_finite(&picture);
    for idea in [
        Idea::Chain,
        Idea::StartJoint,
        Idea::Parent,
        Idea::SolverPlane,
        Idea::Swivel,
        Idea::Imagined,
        Idea::Goal,
        Idea::Setting,
    ] {
        assert_eq!(count(&picture, idea), 0, "{idea:?}");
    }
    assert!(picture.patches.is_empty());
    // Shaft and head of the normal.
    assert_eq!(count(&picture, Idea::ZeroPlane), 2);
    let scene = Scene::new(&rig).expect("a solution");
    let mut camera = Camera::new(-0.4, 0.3);
    camera.resize(640.0, 480.0, 1.0);
    camera.frame(&scene.matters(&options));
    let shell = picture.shell.expect("a sphere");
    let top = camera
        .project(shell.center + camera.axes().up * shell.radius)
        .expect("in front of the eye");
    assert!((20.0..70.0).contains(&top.y), "{top:?}");
    let labels = labels(&scene, &options, &camera);
    assert!(labels.iter().all(|label| label.id != "node"));
    assert!(labels.iter().any(|label| label.id == "ee_axis"));
}

#[test]
fn the_turn_rate_is_told_at_any_point_of_the_near_side() {
    let rig = example_1();
    let camera = camera_on(&rig, 640.0, 480.0);
    let scene = Scene::new(&rig).expect("a solution");
    let sphere = scene.solution().sphere;
    let at = |e: DVec3| {
        let seen = camera.project(scene.start() + e * scene.sphere_radius());
        let seen = seen.expect("in front of the eye");
        scene.turn_rate_at(&camera, seen.x, seen.y)
    };
    // Towards the viewer at three latitudes of the default map: the tangent of each.
    let toward = crate::math::unit_reject(camera.axes().back, sphere.n0).expect("not the pole");
    for latitude in [0.0, 0.4, 0.7] {
        let (sin, cos) = crate::math::sin_cos(latitude);
        let rate = at(toward * cos + sphere.n0 * sin).expect("on the sphere");
        assert!(
            (rate - (sin / cos).abs()).abs() < 1e-6,
            "{latitude}: {rate}"
        );
    }
    assert_eq!(scene.turn_rate_at(&camera, 2.0, 2.0), None);
}

#[test]
fn small_figures_have_fewer_arrows() {
    let size = glam::DVec2::new;
    assert_eq!(super::arrows_for(1000, size(664.0, 498.0)), 1000);
    assert_eq!(super::arrows_for(5000, size(3000.0, 2000.0)), 1000);
    let few = super::arrows_for(1000, size(350.0, 262.0));
    assert!((350..500).contains(&few), "{few}");
    assert_eq!(super::arrows_for(280, size(350.0, 262.0)), 280);
    assert_eq!(super::arrows_for(280, size(0.0, 0.0)), 0);
}

#[test]
fn the_pose_before_a_flip_and_the_marks_of_the_preferred_pose_have_names() {
    let mut rig = example_2();
    rig.choose_parent_space(ParentSpace::IkGoal).expect("space");
    rig.move_goal(DVec3::new(1.2, 0.0, 1.5)).expect("goal");
    let camera = camera_on(&rig, 640.0, 480.0);
    let scene = Scene::new(&rig).expect("a solution");
    let elbow = DVec3::new(0.2, 0.0, 0.9);
    let options = Options {
        former: Some((vec![scene.start(), elbow, rig_goal(&rig)], 0.8)),
        ..Options::default()
    };
    let labels = labels(&scene, &options, &camera);
    for id in ["former", "imagined", "n0"] {
        let label = labels.iter().find(|label| label.id == id);
        assert!(label.is_some_and(|label| label.visible), "{id}");
    }
    let n0 = labels.iter().find(|label| label.id == "n0");
    assert_eq!(n0.map(|label| label.idea), Some("preferred"));
    let plain = super::labels::labels(&scene, &Options::default(), &camera);
    assert!(plain.iter().all(|label| label.id != "former"));
}

fn rig_goal(rig: &Rig) -> DVec3 {
    rig.solve().expect("a solution").goal
}

/// Through a mirror the equator's normal is an axial vector, and north a direction: they part.
#[test]
fn under_a_mirrored_parent_the_field_and_the_mark_of_n0_agree() {
    let node = |name: &str, translation, rotation, scale: DVec3| Node {
        name: name.into(),
        parent: None,
        translation,
        rotation,
        scale: Scale::new(scale).expect("a mirror"),
    };
    let mirror = DVec3::new(1.0, 1.0, -1.0);
    let nodes = vec![
        (node("A", DVec3::ZERO, turn(DVec3::X, 20.0), mirror), None),
        (
            node("Bone01", DVec3::ZERO, turn(DVec3::Y, -50.0), DVec3::ONE),
            Some("A".into()),
        ),
        (
            node("Bone02", along(1.2), turn(DVec3::Y, 80.0), DVec3::ONE),
            Some("Bone01".into()),
        ),
        (
            node("Bone03", along(1.0), DQuat::IDENTITY, DVec3::ONE),
            Some("Bone02".into()),
        ),
    ];
    let preferred = nodes.iter().map(|(node, _)| node.rotation).collect();
    let hierarchy = Hierarchy::new(nodes).expect("nodes");
    let mut ik = example_1().ik().clone();
    ik.preferred = preferred;
    let mut rig = Rig::new(hierarchy, ik).expect("a rig");
    let sphere = rig.solve().expect("a solution").sphere;
    // The field on the equator is n0, and so is the solver plane of the preferred pose.
    let aside = sphere.n0.cross(sphere.a0) * 0.6 + sphere.a0 * 0.8;
    let zero_plane = rig.zero_plane().expect("a map");
    assert!((zero_plane.normal(aside) - sphere.n0).length() < 1e-12);
    rig.move_goal(sphere.center + sphere.a0 * 1.6)
        .expect("goal");
    let scene = Scene::new(&rig).expect("a solution");
    let solution = scene.solution();
    assert!((solution.solver_plane_normal - sphere.n0).length() < 1e-9);
    // The arrow of n0 stands on a singular point and points outwards along n0.
    let pole = scene.start() + sphere.n0 * scene.sphere_radius();
    let picture = scene.picture(&Options::default());
    assert_finite(&picture);
    let stands = |tube: &&super::picture::Tube| {
        tube.look.idea == Idea::Preferred && (tube.from - pole).length() < 1e-9
    };
    let mark = picture.tubes.iter().find(stands).expect("the mark of n0");
    assert!((mark.to - mark.from).normalize().dot(sphere.n0) > 1.0 - 1e-9);
    let singular =
        |m: &super::picture::Marker| m.look.idea == Idea::Singular && (m.at - pole).length() < 1e-9;
    assert!(picture.markers.iter().any(singular));
    // Latitudes count the other way: towards n0 they are negative in a mirrored space.
    rig.move_goal(sphere.center + (sphere.a0 + sphere.n0) * 1.1)
        .expect("goal");
    let latitude = rig.solve().expect("a solution").sphere.latitude;
    assert!((latitude + std::f64::consts::FRAC_PI_4).abs() < 1e-9);
}
