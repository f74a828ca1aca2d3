//! Draws of rigs: chains of every kind below every kind of parent, ordinary and nearly
//! degenerate ones.

use std::f64::consts::{PI, TAU};

use proptest::collection::vec;
use proptest::prelude::*;
use zeroplane::scene::Scene;
use zeroplane::{
    DQuat, DVec3, Goal, Hierarchy, Ik, MapKind, Node, ParentSpace, ReferencePose, Rig, Scale,
    SolverKind,
};

use super::oracle;

/// A node without its name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joint {
    pub(crate) translation: DVec3,
    pub(crate) rotation: DQuat,
    pub(crate) scale: DVec3,
}

impl Joint {
    pub(crate) const PLAIN: Joint = Joint {
        translation: DVec3::ZERO,
        rotation: DQuat::IDENTITY,
        scale: DVec3::ONE,
    };

    pub(crate) fn at(translation: DVec3) -> Joint {
        Joint {
            translation,
            ..Joint::PLAIN
        }
    }

    pub(crate) fn turned(self, rotation: DQuat) -> Joint {
        Joint { rotation, ..self }
    }

    pub(crate) fn scaled(self, scale: DVec3) -> Joint {
        Joint { scale, ..self }
    }
}

/// A chain below its parents: nodes `P0`, `P1`, … and `J0` (start) … `Jn` (EE). Beside it
/// stand `G`, which a goal may hang from, and `T`, which a plane may be aimed at.
#[derive(Clone, Debug)]
pub(crate) struct Limb {
    pub(crate) parents: Vec<Joint>,
    pub(crate) joints: Vec<Joint>,
    pub(crate) goal_parent: Option<Joint>,
}

/// Every kind of parent that a chain must not care about.
pub(crate) fn parents() -> Vec<(&'static str, Vec<Joint>)> {
    let turned = Joint::PLAIN.turned(axis_angle(DVec3::new(1.0, 2.0, -0.5), 1.1));
    let far = Joint::at(DVec3::new(50_000.0, 50_000.0, 0.0));
    let mirrored = Joint::PLAIN.scaled(DVec3::new(-1.0, 1.0, 1.0));
    let half = |axis: DVec3| Joint::PLAIN.turned(DQuat::from_vec4(axis.extend(0.0)));
    vec![
        ("the world", vec![]),
        ("turned", vec![turned]),
        ("half turned about X", vec![half(DVec3::X)]),
        ("half turned about Y", vec![half(DVec3::Y)]),
        ("half turned about Z", vec![half(DVec3::Z)]),
        ("far", vec![far]),
        ("small", vec![Joint::PLAIN.scaled(DVec3::splat(0.01))]),
        ("large", vec![Joint::PLAIN.scaled(DVec3::splat(100.0))]),
        ("mirrored", vec![mirrored]),
        (
            "mirrored through the origin",
            vec![turned.scaled(DVec3::splat(-1.0))],
        ),
        (
            "nested",
            vec![
                Joint::at(DVec3::new(3.0, -2.0, 1.0)).scaled(DVec3::new(2.0, -2.0, 2.0)),
                turned,
                Joint::at(DVec3::new(0.5, 0.0, -4.0))
                    .turned(axis_angle(DVec3::Y, -2.5))
                    .scaled(DVec3::new(-0.5, -0.5, 0.5)),
            ],
        ),
    ]
}

pub(crate) fn axis_angle(axis: DVec3, angle: f64) -> DQuat {
    let (half_sin, half_cos) = (0.5 * angle).sin_cos();
    let axis = axis.normalize() * half_sin;
    DQuat::from_xyzw(axis.x, axis.y, axis.z, half_cos)
}

/// A planar chain in the world's XY plane: bones of the given lengths along +X, each joint
/// but the start turned by `bends` (radians) about +Z.
pub(crate) fn planar(lengths: &[f64], start: f64, bends: &[f64]) -> Limb {
    let turns = std::iter::once(start).chain(bends.iter().copied());
    let mut joints: Vec<Joint> = turns
        .map(|turn| Joint::PLAIN.turned(axis_angle(DVec3::Z, turn)))
        .collect();
    joints.push(Joint::PLAIN);
    for (joint, length) in joints[1..].iter_mut().zip(lengths) {
        joint.translation = DVec3::X * *length;
    }
    Limb {
        parents: vec![],
        joints,
        goal_parent: None,
    }
}

impl Limb {
    pub(crate) fn below(mut self, parents: Vec<Joint>) -> Limb {
        self.parents = parents;
        self
    }

    fn nodes(&self) -> Vec<(Node, Option<String>)> {
        let node = |name: String, joint: &Joint, parent: Option<String>| {
            let node = Node {
                name,
                parent: None,
                translation: joint.translation,
                rotation: joint.rotation,
                scale: Scale::new(joint.scale).expect("uniform"),
            };
            (node, parent)
        };
        let mut above = None;
        let mut nodes = Vec::new();
        let parents = self
            .parents
            .iter()
            .zip(0..)
            .map(|(j, i)| (j, format!("P{i}")));
        let joints = self
            .joints
            .iter()
            .zip(0..)
            .map(|(j, i)| (j, format!("J{i}")));
        for (joint, name) in parents.chain(joints) {
            nodes.push(node(name.clone(), joint, above.replace(name)));
        }
        let beside = self.goal_parent.unwrap_or(Joint::PLAIN);
        nodes.push(node("G".into(), &beside, None));
        nodes.push(node(
            "T".into(),
            &Joint::at(DVec3::new(0.3, -2.0, 0.9)),
            None,
        ));
        nodes
    }

    /// The rig of the limb with default parameters and its goal at the EE; `plane_normal`
    /// for one that is straight.
    pub(crate) fn try_rig(&self, plane_normal: Option<DVec3>) -> zeroplane::Result<Rig> {
        let hierarchy = Hierarchy::new(self.nodes())?;
        let find = |name: &str| hierarchy.find(name).expect("it is there");
        let (start, end) = (find("J0"), find(&format!("J{}", self.joints.len() - 1)));
        let parent = self.goal_parent.map(|_| find("G"));
        let mut ik = Ik {
            start,
            end,
            goal: Goal {
                parent,
                translation: DVec3::ZERO,
            },
            preferred: hierarchy.nodes().iter().map(|n| n.rotation).collect(),
            swivel: 0.0,
            parent_space: ParentSpace::StartJoint,
            reference_pose: ReferencePose::Preferred,
            zero_plane_map: MapKind::Default,
            vh_target: None,
            plane_normal,
            enabled: true,
            auto_snap: true,
            solver: SolverKind::Hi,
        };
        let rig = Rig::new(hierarchy.clone(), ik.clone())?;
        let world = oracle::matrices(&rig, &oracle::fk_rotations(&rig));
        let space = parent.map_or(oracle::Matrix::IDENTITY, |id| world[id.index()]);
        ik.goal.translation = space.point_back(world[end.index()].origin());
        Rig::new(hierarchy, ik)
    }

    pub(crate) fn rig(&self) -> Rig {
        self.try_rig(None).expect("a chain with a plane")
    }

    pub(crate) fn bones(&self) -> usize {
        self.joints.len() - 1
    }
}

/// Anything on the unit sphere, and often enough exactly along an axis.
pub(crate) fn direction() -> impl Strategy<Value = DVec3> {
    let anywhere = (-1.0..1.0_f64, 0.0..TAU).prop_map(|(z, turn)| {
        let ring = (1.0 - z * z).sqrt();
        DVec3::new(ring * turn.cos(), ring * turn.sin(), z).normalize()
    });
    let axis = prop::sample::select(vec![
        DVec3::X,
        DVec3::Y,
        DVec3::Z,
        DVec3::NEG_X,
        DVec3::NEG_Y,
        DVec3::NEG_Z,
    ]);
    prop_oneof![8 => anywhere, 1 => axis]
}

pub(crate) fn rotation() -> impl Strategy<Value = DQuat> {
    let turn = prop_oneof![6 => -PI..PI, 1 => Just(PI), 1 => Just(0.0)];
    (direction(), turn).prop_map(|(axis, turn)| axis_angle(axis, turn))
}

/// Mostly of one size, sometimes a thousand times longer or shorter than the next.
pub(crate) fn bone_length() -> impl Strategy<Value = f64> {
    prop_oneof![
        6 => 0.5..1.5_f64,
        1 => (-1.5..1.5_f64).prop_map(|e| 10_f64.powf(e)),
        2 => Just(1.0),
    ]
}

/// Mostly moderate, sometimes almost straight or almost folded.
pub(crate) fn bend() -> impl Strategy<Value = f64> {
    prop_oneof![
        12 => 0.1..1.6_f64,
        2 => 1.6..3.0_f64,
        1 => (-6.0..-2.0_f64).prop_map(|e| 10_f64.powf(e)),
        1 => (-6.0..-2.0_f64).prop_map(|e| PI - 10_f64.powf(e)),
    ]
}

/// Signs that mirror a space or do not, with a size.
fn scale() -> impl Strategy<Value = DVec3> {
    let sign = || prop::sample::select(vec![-1.0, 1.0, 1.0]);
    let size = prop_oneof![3 => Just(1.0), 1 => 0.5..2.0_f64];
    (sign(), sign(), sign(), size).prop_map(|(x, y, z, size)| DVec3::new(x, y, z) * size)
}

fn parent() -> impl Strategy<Value = Vec<Joint>> {
    let known: Vec<Vec<Joint>> = parents().into_iter().map(|(_, joints)| joints).collect();
    let any = (direction(), 0.0..20.0_f64, rotation(), scale())
        .prop_map(|(d, far, q, scale)| Joint::at(d * far).turned(q).scaled(scale));
    prop_oneof![1 => prop::sample::select(known), 1 => vec(any, 1..4)]
}

/// A chain of `bones` bones that bends in one plane, each joint rolled about its bone so
/// that its hinge has another name in every space.
fn flat(bones: usize, zigzag: bool) -> impl Strategy<Value = Vec<Joint>> {
    let sign = prop::sample::select(if zigzag { vec![-1.0, 1.0] } else { vec![1.0] });
    let joint = (bone_length(), bend(), sign, prop_oneof![Just(0.0), -PI..PI]);
    (rotation(), vec(joint, bones)).prop_map(|(start, drawn)| {
        let mut joints = Vec::new();
        let (mut unroll, mut offset) = (DQuat::IDENTITY, DVec3::ZERO);
        for (i, (length, bend, sign, roll)) in drawn.into_iter().enumerate() {
            let bend = axis_angle(DVec3::Z, if i == 0 { 0.0 } else { bend * sign });
            let roll = axis_angle(DVec3::X, roll);
            let rotation = (unroll * bend * roll).normalize();
            let rotation = if i == 0 {
                (start * rotation).normalize()
            } else {
                rotation
            };
            joints.push(Joint::at(offset).turned(rotation));
            (unroll, offset) = (roll.inverse(), DVec3::X * length);
        }
        joints.push(Joint::at(offset));
        joints[0].translation = DVec3::new(0.3, -0.2, 0.1);
        joints
    })
}

/// A chain that bends and twists any way, its joints mirrored and scaled as they please.
fn spatial(bones: usize) -> impl Strategy<Value = Vec<Joint>> {
    let joint = (direction(), bone_length(), rotation(), scale());
    vec(joint, bones + 1).prop_map(|drawn| {
        let joints = drawn.into_iter();
        joints
            .map(|(d, length, rotation, scale)| {
                Joint::at(d * length).turned(rotation).scaled(scale)
            })
            .collect()
    })
}

/// A planar chain of 2 to `most` bones that bends to one side.
pub(crate) fn one_sided(least: usize, most: usize) -> impl Strategy<Value = Limb> {
    let joints = (least..=most).prop_flat_map(|bones| flat(bones, false));
    (joints, parent()).prop_map(|(joints, parents)| Limb {
        parents,
        joints,
        goal_parent: None,
    })
}

/// A chain of 2 to 10 bones, planar or not, below any parents; its goal may hang from
/// parents of its own.
pub(crate) fn limb() -> impl Strategy<Value = Limb> {
    let joints = (2..=10_usize).prop_flat_map(|bones| {
        prop_oneof![
            2 => flat(bones, false),
            2 => flat(bones, true),
            3 => spatial(bones),
        ]
    });
    let beside = (direction(), 0.0..5.0_f64, rotation(), scale())
        .prop_map(|(d, far, q, scale)| Joint::at(d * far).turned(q).scaled(scale));
    (joints, parent(), prop::option::of(beside)).prop_map(|(joints, parents, goal_parent)| Limb {
        parents,
        joints,
        goal_parent,
    })
}

/// A rig of [`limb`] with a swivel angle, in either parent space, from either reference pose.
pub(crate) fn rig() -> impl Strategy<Value = Rig> {
    let swivel = prop_oneof![1 => Just(0.0), 2 => -4.0..4.0_f64];
    let map = prop_oneof![
        3 => Just(MapKind::Default),
        1 => Just(MapKind::ParallelTransport),
        1 => direction().prop_map(|direction| MapKind::PoleVector { direction }),
        1 => (direction(), direction()).prop_map(|(p, q)| MapKind::Zeros { p, q }),
    ];
    (limb(), swivel, any::<bool>(), any::<bool>(), map).prop_filter_map(
        "a pose with a plane",
        |(limb, swivel, in_goal_space, zeroed, map)| {
            let mut rig = limb.try_rig(None).ok()?;
            rig.turn_swivel(swivel).ok()?;
            let space = [ParentSpace::StartJoint, ParentSpace::IkGoal][usize::from(in_goal_space)];
            rig.choose_parent_space(space).ok()?;
            if zeroed {
                let ik = Ik {
                    reference_pose: ReferencePose::StartJointZeroed,
                    ..rig.ik().clone()
                };
                rig = Rig::new(rig.hierarchy().clone(), ik).ok()?;
            }
            rig.choose_map(map).ok()?;
            Some(rig)
        },
    )
}

/// How far and where to: anything within reach, often near the ends of it, and beyond.
pub(crate) fn goal_at() -> impl Strategy<Value = (DVec3, f64)> {
    let share = prop_oneof![
        10 => 0.0..1.0_f64,
        1 => Just(1.0),
        1 => (-9.0..-1.0_f64).prop_map(|e| 1.0 - 10_f64.powf(e)),
        1 => (-9.0..-1.0_f64).prop_map(|e| 10_f64.powf(e)),
        1 => 1.0..3.0_f64,
        1 => Just(0.0),
    ];
    (direction(), share)
}

/// Puts the goal into `direction` (start joint's parent space) from the start joint, at a
/// share of the straight chain's length.
pub(crate) fn put_goal(rig: &mut Rig, direction: DVec3, share: f64) {
    let total: f64 = oracle::bone_lengths(rig).iter().sum();
    let start = rig.hierarchy().node(rig.ik().start).translation;
    let goal = oracle::start_parent(rig).point(start + direction * (share * total));
    rig.move_goal(goal).expect("finite");
}

/// Read from a document.
pub(crate) fn read(json: &str) -> Rig {
    let scene = Scene::from_json(json).expect("a scene");
    scene.rig().expect("a rig")
}
