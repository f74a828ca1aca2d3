//! The three examples of the swivel-angle white paper, as scene documents and as
//! figures: how each is first looked at.
//!
//! Their numbers are those of `docs/model.md`; `tests/paper_examples.rs` holds them.

use crate::scene::{GoalDoc, IkDoc, NodeDoc, ParentSpaceDoc, RotationDoc, Scene, VERSION};

/// A figure: a scene and how it is first looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// What is shown.
    pub scene: Scene,
    /// Azimuth about Z from −Y (the front), degrees.
    pub azimuth_deg: f64,
    /// Elevation above the horizon, degrees.
    pub elevation_deg: f64,
    /// World normal of the plane the goal is dragged in; `None`: the plane of the view.
    pub drag_plane: Option<[f64; 3]>,
    /// Whether the chain as the sphere's frame imagines it is drawn.
    pub imagined: bool,
}

/// The figures by name.
pub const FIGURES: [&str; 7] = [
    "example-1",
    "example-2",
    "example-3",
    "history",
    "swivel",
    "sphere",
    "maps",
];

/// The figure of that name.
#[must_use]
pub fn figure(name: &str) -> Option<Figure> {
    match name {
        "example-1" => Some(Figure {
            scene: example_1(),
            azimuth_deg: -28.0,
            elevation_deg: 18.0,
            drag_plane: None,
            imagined: false,
        }),
        "example-2" => Some(Figure {
            scene: example_2(),
            azimuth_deg: -18.0,
            elevation_deg: 14.0,
            drag_plane: Some([0.0, 1.0, 0.0]),
            imagined: true,
        }),
        "example-3" => Some(Figure {
            scene: example_3(),
            azimuth_deg: -24.0,
            elevation_deg: 16.0,
            drag_plane: None,
            imagined: true,
        }),
        "sphere" => Some(Figure {
            scene: limb(),
            azimuth_deg: 58.0,
            elevation_deg: 22.0,
            drag_plane: None,
            imagined: false,
        }),
        "maps" => Some(Figure {
            scene: limb(),
            azimuth_deg: 42.0,
            elevation_deg: 22.0,
            drag_plane: None,
            imagined: false,
        }),
        "history" => Some(Figure {
            scene: limb(),
            azimuth_deg: -30.0,
            elevation_deg: 22.0,
            drag_plane: None,
            imagined: false,
        }),
        "swivel" => Some(Figure {
            scene: aimed_limb(),
            azimuth_deg: -35.0,
            elevation_deg: 20.0,
            drag_plane: None,
            imagined: false,
        }),
        _ => None,
    }
}

/// Two bones in the world, their preferred plane horizontal: north is up.
fn limb() -> Scene {
    scene(
        vec![
            node("Bone01", None, [0.0; 3], [0.0, 0.0, 50.0]),
            node("Bone02", Some("Bone01"), [1.2, 0.0, 0.0], [0.0, 0.0, -80.0]),
            node("Bone03", Some("Bone02"), [1.0, 0.0, 0.0], [0.0; 3]),
        ],
        ("Bone01", "Bone03"),
        [1.637_370_535_408_286, 0.419_253_331_742_773_6, 0.0],
    )
}

/// Four bones and a node that their plane may be aimed at.
fn aimed_limb() -> Scene {
    let mut scene = scene(
        vec![
            node("Bone01", None, [0.0; 3], [0.0, -60.0, 0.0]),
            node("Bone02", Some("Bone01"), [0.9, 0.0, 0.0], [0.0, 35.0, 0.0]),
            node("Bone03", Some("Bone02"), [0.8, 0.0, 0.0], [0.0, 35.0, 0.0]),
            node("Bone04", Some("Bone03"), [0.7, 0.0, 0.0], [0.0, 35.0, 0.0]),
            node("Bone05", Some("Bone04"), [0.5, 0.0, 0.0], [0.0; 3]),
            node("Target", None, [0.6, -0.9, 1.2], [0.0; 3]),
        ],
        ("Bone01", "Bone05"),
        [2.217_965_047_331_139_4, 0.0, 0.642_410_357_838_429_5],
    );
    scene.ik.vh_target = Some(None);
    scene
}

/// A chain below an object A: what turns with A, and what does not.
fn example_1() -> Scene {
    scene(
        vec![
            node("A", None, [0.0; 3], [0.0; 3]),
            node("Bone01", Some("A"), [0.0; 3], [0.0, -50.0, 0.0]),
            node("Bone02", Some("Bone01"), [1.2, 0.0, 0.0], [0.0, 80.0, 0.0]),
            node("Bone03", Some("Bone02"), [1.0, 0.0, 0.0], [0.0; 3]),
        ],
        ("Bone01", "Bone03"),
        [1.637_370_535_408_286, 0.0, 0.419_253_331_742_773_6],
    )
}

/// A chain whose parent is already turned when the solution is assigned.
fn example_2() -> Scene {
    scene(
        vec![
            node("Bone01", None, [0.0; 3], [90.0, 0.0, 0.0]),
            node("Bone02", Some("Bone01"), [0.6, 0.0, 0.0], [0.0, 0.0, 50.0]),
            node("Bone03", Some("Bone02"), [1.2, 0.0, 0.0], [0.0, 0.0, -80.0]),
            node("Bone04", Some("Bone03"), [1.0, 0.0, 0.0], [0.0; 3]),
        ],
        ("Bone02", "Bone04"),
        [2.237_370_535_408_286, 0.0, 0.419_253_331_742_773_6],
    )
}

/// Four bones whose start joint is reassigned to the second.
fn example_3() -> Scene {
    scene(
        vec![
            // Rx(90°)·Rz(60°): the fixed axes' order turns Z into −Y.
            node("Bone01", None, [0.0; 3], [90.0, -60.0, 0.0]),
            node("Bone02", Some("Bone01"), [1.0, 0.0, 0.0], [0.0, 0.0, -40.0]),
            node("Bone03", Some("Bone02"), [1.2, 0.0, 0.0], [0.0, 0.0, -50.0]),
            node("Bone04", Some("Bone03"), [0.8, 0.0, 0.0], [0.0; 3]),
        ],
        ("Bone01", "Bone04"),
        [2.320_451_467_970_641, 0.0, 0.876_449_575_775_241_2],
    )
}

fn node(
    name: &str,
    parent: Option<&str>,
    translation: [f64; 3],
    euler_xyz_deg: [f64; 3],
) -> NodeDoc {
    NodeDoc {
        name: name.into(),
        parent: Some(parent.map(Into::into)),
        translation: Some(translation),
        rotation: Some(RotationDoc::Euler { euler_xyz_deg }),
        scale: None,
    }
}

fn scene(nodes: Vec<NodeDoc>, (start, end): (&str, &str), goal: [f64; 3]) -> Scene {
    Scene {
        zeroplane: VERSION,
        nodes,
        ik: IkDoc {
            start: start.into(),
            end: end.into(),
            goal: GoalDoc {
                parent: None,
                translation: goal,
            },
            swivel_deg: Some(0.0),
            parent_space: Some(ParentSpaceDoc::StartJoint),
            ..IkDoc::default()
        },
    }
}
