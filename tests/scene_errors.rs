//! The scene document: what is wrong with it is said with a code, a path and one sentence,
//! and never by a panic; what is right comes back as it was written.

use std::io::Write;
use std::process::{Command, Stdio};

use proptest::prelude::*;
use serde_json::{Value, json};
use zeroplane::scene::{Scene, SolutionDoc};
use zeroplane::{Code, MAX_NODES};

use crate::support::{cases, check_error};

/// A document with nothing wrong in it.
fn good() -> Value {
    json!({
        "zeroplane": 1,
        "nodes": [
            {"name": "A", "parent": null, "translation": [0, 0, 1], "rotation": {"euler_xyz_deg": [90, 0, 0]}},
            {"name": "B", "parent": "A", "rotation": {"axis": [0, 0, 1], "angle_deg": 50}},
            {"name": "C", "parent": "B", "translation": [1.2, 0, 0], "rotation": [0, 0, -0.6, 0.8]},
            {"name": "D", "parent": "C", "translation": [1, 0, 0], "scale": [-1, 1, 1]},
            {"name": "T", "translation": [0, 0, 3]}
        ],
        "ik": {
            "start": "B", "end": "D",
            "goal": {"parent": null, "translation": [1.5, 0.2, 0.4]},
            "preferred": {"B": {"euler_xyz_deg": [0, 0, 50]}},
            "swivel_deg": 12.5,
            "parent_space": "ik_goal",
            "reference_pose": "start_joint_zeroed",
            "zero_plane_map": {"kind": "zeros", "p": [0, 1, 3], "q": [-1, 0, 0.5]},
            "vh_target": "T",
            "plane_normal": [0, 0, 2],
            "enabled": true,
            "auto_snap": false,
            "solver": "hi"
        }
    })
}

fn read(json: &str) -> zeroplane::Result<SolutionDoc> {
    let rig = Scene::from_json(json)?.rig()?;
    Ok(SolutionDoc::new(&rig, &rig.solve()?))
}

/// Puts `value` at `path`: keys and indices between dots.
fn put(document: &mut Value, path: &str, value: Value) {
    let mut at = document;
    for key in path.split('.') {
        at = match key.parse::<usize>() {
            Ok(i) => &mut at[i],
            Err(_) => &mut at[key],
        };
    }
    *at = value;
}

#[test]
fn the_good_document_is_good() {
    read(&good().to_string()).expect("nothing is wrong");
}

#[test]
fn what_is_wrong_is_said_with_its_path() {
    use Code::*;
    let long = "x".repeat(5000);
    #[rustfmt::skip]
    let table: Vec<(&str, Value, Code, &str, &str)> = vec![
        // What is put where, and what is said of it.
        ("zeroplane", json!(2), Version, "zeroplane", "version 2"),
        ("zeroplane", json!(1.5), Version, "zeroplane", "1.5"),
        ("zeroplane", json!("1"), Type, "zeroplane", "number"),
        ("zeroplane", json!(null), Type, "zeroplane", "number"),
        ("zeroplane", json!(-1), Version, "zeroplane", "-1"),
        ("extra", json!(1), UnknownKey, "extra", "unknown key `extra`"),
        ("nodes.1.rotaton", json!(1), UnknownKey, "nodes[1].rotaton", "rotation"),
        ("ik.goal.parant", json!(null), UnknownKey, "ik.goal.parant", "parent"),
        ("ik.swivel", json!(1), UnknownKey, "ik.swivel", "swivel_deg"),
        ("nodes.0.rotation.euler_deg", json!([0, 0, 0]), UnknownKey, "nodes[0].rotation.euler_deg", "euler_xyz_deg"),
        ("ik.zero_plane_map", json!({"kind": "default", "p": [0, 0, 1]}), UnknownKey, "ik.zero_plane_map.p", "unknown key"),
        // Names.
        ("nodes.2.name", json!("B"), DuplicateName, "nodes[2].name", "nodes[1]"),
        ("nodes.2.name", json!(""), BadValue, "nodes[2].name", "name"),
        ("nodes.4.name", json!(7), Type, "nodes[4].name", "a text, not a number"),
        ("nodes.1.parent", json!("Z"), UnknownNode, "nodes[1].parent", "no node \"Z\""),
        ("ik.start", json!("Z"), UnknownNode, "ik.start", "no node \"Z\""),
        ("ik.end", json!("Z"), UnknownNode, "ik.end", "no node \"Z\""),
        ("ik.goal.parent", json!("Z"), UnknownNode, "ik.goal.parent", "no node \"Z\""),
        ("ik.vh_target", json!("Z"), UnknownNode, "ik.vh_target", "no node \"Z\""),
        ("ik.preferred", json!({"Z": [0, 0, 0, 1]}), UnknownNode, "ik.preferred.Z", "no node \"Z\""),
        ("ik.start", json!(long), UnknownNode, "ik.start", "no node"),
        ("ik.start", json!("line\nbreak"), UnknownNode, "ik.start", "no node \"line\\nbreak\""),
        // Circles.
        ("nodes.0.parent", json!("A"), Cycle, "nodes[0].parent", "own ancestor"),
        ("nodes.0.parent", json!("D"), Cycle, "nodes[0].parent", "own ancestor"),
        ("ik.goal.parent", json!("C"), Cycle, "ik.goal.parent", "moves with the chain"),
        ("ik.goal.parent", json!("B"), Cycle, "ik.goal.parent", "moves with the chain"),
        ("ik.vh_target", json!("D"), Cycle, "ik.vh_target", "moves with the chain"),
        // Chains that are none.
        ("ik.start", json!("D"), BadChain, "ik.end", "D"),
        ("ik.start", json!("T"), Cycle, "ik.vh_target", "moves with the chain"),
        ("ik.end", json!("A"), BadChain, "ik.start", "above"),
        ("nodes.2.translation", json!([0, 0, 0]), BadChain, "nodes[2].translation", "no length"),
        ("nodes.3.translation", json!(null), Type, "nodes[3].translation", "not null"),
        // Rotations.
        ("nodes.2.rotation", json!([0, 0, 0, 0]), NotRotation, "nodes[2].rotation", "x² + y² + z² + w² = 1"),
        ("nodes.2.rotation", json!([0, 0, 0, 1.01]), NotRotation, "nodes[2].rotation", "length 1.01"),
        ("nodes.2.rotation", json!([0, 0, 1]), Type, "nodes[2].rotation", "rotation"),
        ("nodes.2.rotation", json!([0, 0, 0, 1, 0]), Type, "nodes[2].rotation", "rotation"),
        ("nodes.2.rotation", json!("up"), Type, "nodes[2].rotation", "rotation"),
        ("nodes.2.rotation", json!(3), Type, "nodes[2].rotation", "rotation"),
        ("nodes.2.rotation", json!({}), Type, "nodes[2].rotation", "rotation"),
        ("nodes.1.rotation", json!({"axis": [0, 0, 0], "angle_deg": 3}), NotRotation, "nodes[1].rotation.axis", "direction"),
        ("nodes.1.rotation", json!({"axis": [0, 0, 1]}), Type, "nodes[1].rotation", "angle_deg"),
        ("nodes.1.rotation", json!({"angle_deg": 1}), Type, "nodes[1].rotation", "axis"),
        ("nodes.1.rotation", json!({"axis": [0, 0, 1], "angle_deg": 1, "euler_xyz_deg": [0, 0, 0]}), Type, "nodes[1].rotation", "rotation"),
        ("nodes.1.rotation", json!({"axis": [0, 0, 1e101], "angle_deg": 1}), NotFinite, "nodes[1].rotation.axis", "1e100"),
        ("nodes.1.rotation", json!({"axis": [0, 0, 1], "angle_deg": 1e300}), NotFinite, "nodes[1].rotation.angle_deg", "1e100"),
        ("nodes.0.rotation.euler_xyz_deg", json!([1e300, 0, 0]), NotFinite, "nodes[0].rotation", "1e100"),
        ("ik.preferred.B", json!([0, 0, 0, 0]), NotRotation, "ik.preferred.B", "length 0"),
        // Scales.
        ("nodes.3.scale", json!([1, 1, 2]), NotRigid, "nodes[3].scale", "uniform"),
        ("nodes.3.scale", json!([0, 0, 0]), NotRigid, "nodes[3].scale", "zero"),
        ("nodes.3.scale", json!([0, 1, 1]), NotRigid, "nodes[3].scale", "zero"),
        ("nodes.3.scale", json!([1, 1]), Type, "nodes[3].scale", "3"),
        ("nodes.3.scale", json!(2), Type, "nodes[3].scale", "a list of 3 numbers"),
        // Numbers.
        ("nodes.2.translation", json!([null, 0, 0]), Type, "nodes[2].translation[0]", "number"),
        ("nodes.2.translation", json!([0, "1", 0]), Type, "nodes[2].translation[1]", "number"),
        ("nodes.2.translation", json!([0, 1e101, 0]), NotFinite, "nodes[2].translation", "1e100"),
        ("ik.goal.translation", json!([0, 0, null]), Type, "ik.goal.translation[2]", "number"),
        ("ik.goal.translation", json!([0, 0]), Type, "ik.goal.translation", "3"),
        ("ik.goal.translation", json!([0, 0, 1e101]), NotFinite, "ik.goal.translation", "1e100"),
        ("ik.swivel_deg", json!("12"), Type, "ik.swivel_deg", "number"),
        ("ik.swivel_deg", json!(true), Type, "ik.swivel_deg", "number"),
        ("ik.enabled", json!(1), Type, "ik.enabled", "true or false"),
        ("ik.auto_snap", json!("no"), Type, "ik.auto_snap", "true or false"),
        // Choices.
        ("ik.parent_space", json!("world"), BadValue, "ik.parent_space", "start_joint"),
        ("ik.reference_pose", json!("none"), BadValue, "ik.reference_pose", "preferred"),
        ("ik.solver", json!("best"), BadValue, "ik.solver", "tracking"),
        ("ik.zero_plane_map", json!({"kind": "best"}), BadValue, "ik.zero_plane_map.kind", "parallel_transport"),
        ("ik.zero_plane_map", json!({}), Type, "ik.zero_plane_map", "kind"),
        ("ik.zero_plane_map", json!({"kind": "zeros", "p": [0, 0, 1]}), Type, "ik.zero_plane_map", "q"),
        ("ik.zero_plane_map", json!({"kind": "zeros", "p": [0, 0, 1], "q": [0, 0, 0]}), ZeroVector, "ik.zero_plane_map.q", "direction"),
        ("ik.zero_plane_map", json!({"kind": "pole_vector", "direction": [0, 0, 0]}), ZeroVector, "ik.zero_plane_map.direction", "direction"),
        ("ik.plane_normal", json!([0, 0, 0]), ZeroVector, "ik.plane_normal", "null"),
        // Whole parts.
        ("nodes", json!({}), Type, "nodes", "a list"),
        ("nodes", json!([]), UnknownNode, "ik.preferred.B", "no node"),
        ("nodes", json!([1]), Type, "nodes[0]", "node"),
        ("ik", json!([]), Type, "ik", "an object"),
        ("ik", json!({}), Type, "ik", "missing key `start`"),
        ("ik.goal", json!({}), Type, "ik.goal", "missing key `translation`"),
        ("ik.goal", json!(null), Type, "ik.goal", "goal"),
    ];
    let mut wrong = Vec::new();
    for (at, value, code, path, words) in table {
        let about = format!(
            "{at} = {}",
            value.to_string().chars().take(60).collect::<String>()
        );
        let mut document = good();
        put(&mut document, at, value);
        match read(&document.to_string()) {
            Ok(_) => wrong.push(format!("{about}: nothing was said")),
            Err(error) => {
                let said = (error.code(), error.path());
                let text = error.to_string();
                if said != (code, path) || !text.contains(words) || text.contains('\n') {
                    wrong.push(format!(
                        "{about}: {code:?}, {path}, {words:?} became {said:?}, {text}"
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn missing_keys() {
    for (from, key) in [
        ("", "zeroplane"),
        ("", "nodes"),
        ("", "ik"),
        ("nodes.0", "name"),
        ("ik", "start"),
        ("ik", "end"),
        ("ik", "goal"),
    ] {
        let mut document = good();
        let mut at = &mut document;
        for step in from.split('.').filter(|step| !step.is_empty()) {
            at = match step.parse::<usize>() {
                Ok(i) => &mut at[i],
                Err(_) => &mut at[step],
            };
        }
        at.as_object_mut().expect("an object").remove(key);
        let error = read(&document.to_string()).expect_err(key);
        assert_eq!(error.code(), Code::Type, "{key}");
        assert!(
            error.message().contains(&format!("missing key `{key}`")),
            "{error}"
        );
    }
    // Every other key may be left out.
    for key in [
        "preferred",
        "swivel_deg",
        "parent_space",
        "reference_pose",
        "zero_plane_map",
        "vh_target",
        "plane_normal",
        "enabled",
        "auto_snap",
        "solver",
    ] {
        let mut document = good();
        document["ik"]
            .as_object_mut()
            .expect("an object")
            .remove(key);
        read(&document.to_string()).expect(key);
    }
}

#[test]
fn what_is_not_json() {
    let deep = |open: &str, close: &str| open.repeat(10_000) + &close.repeat(10_000);
    let good = good().to_string();
    for (about, text) in [
        ("nothing", String::new()),
        ("a space", " ".into()),
        ("half a document", good[..good.len() / 2].into()),
        ("all but the end", good[..good.len() - 1].into()),
        ("two documents", format!("{good}{good}")),
        ("garbage behind", format!("{good} x")),
        ("deep in brackets", deep("[", "]")),
        ("deep in braces", deep("{\"a\":", "}")),
        ("deep in a key", good.replace("\"T\"", &deep("[", "]"))),
        ("not a word", "nope".into()),
        ("NaN", good.replace("12.5", "NaN")),
        ("a lone surrogate", good.replace("\"T\"", "\"\\ud800\"")),
        ("a control character", good.replace("\"T\"", "\"\u{1}\"")),
        ("a zero byte", good.replace("\"T\"", "\"\0\"")),
    ] {
        let error = read(&text).expect_err(about);
        assert_eq!(error.code(), Code::Syntax, "{about}: {error}");
        assert!(!error.to_string().contains('\n'), "{about}: {error}");
        assert!(error.to_string().len() < 300, "{about}: {error}");
    }
    for (about, text) in [
        ("a number", "1"),
        ("a list", "[]"),
        ("null", "null"),
        ("a string", "\"\""),
    ] {
        check_error(read(text), (Code::Type, "", "must be an object"), about);
    }
}

#[test]
fn numbers_beyond_double_precision() {
    let good = good().to_string();
    for (number, at, path) in [
        ("1e999", "12.5", "ik.swivel_deg"),
        ("-1e999", "0.2", "ik.goal.translation[1]"),
        ("1e400", "1.2", "nodes[2].translation[0]"),
        ("1e400", "-0.6", "nodes[2].rotation"),
    ] {
        let error = read(&good.replacen(at, number, 1)).expect_err(number);
        assert_eq!(error.code(), Code::NotFinite, "{at}: {error}");
        assert!(
            error
                .path()
                .starts_with(path.split('[').next().unwrap_or(path)),
            "{error}"
        );
    }
    // Each in range, but not their product.
    let mut document = good_value_with_scales(1e90);
    check_error(
        read(&document.to_string()),
        (Code::NotFinite, "nodes", "double precision"),
        "large scales",
    );
    document = good_value_with_scales(1e-90);
    let error = read(&document.to_string()).expect_err("small scales");
    assert!(
        [Code::NotFinite, Code::BadChain].contains(&error.code()),
        "{error}"
    );
}

fn good_value_with_scales(scale: f64) -> Value {
    let mut nodes: Vec<Value> = (0..6)
        .map(|i| {
            let parent = if i == 0 {
                Value::Null
            } else {
                json!(format!("P{}", i - 1))
            };
            json!({"name": format!("P{i}"), "parent": parent, "scale": [scale, scale, scale]})
        })
        .collect();
    let mut document = good();
    let old = document["nodes"].as_array().expect("a list").clone();
    nodes.extend(old);
    nodes[6]["parent"] = json!("P5");
    document["nodes"] = json!(nodes);
    document
}

/// A chain of parents from the world down, `count` nodes long, the limb at its end.
fn deep_parents(count: usize, reversed: bool) -> Value {
    let mut document = good();
    let mut nodes = document["nodes"].as_array().expect("a list").clone();
    let above = count - nodes.len();
    nodes[0]["parent"] = json!(format!("P{}", above - 1));
    for i in 0..above {
        let parent = if i == 0 {
            Value::Null
        } else {
            json!(format!("P{}", i - 1))
        };
        nodes.push(json!({"name": format!("P{i}"), "parent": parent}));
    }
    if reversed {
        nodes.reverse();
    }
    document["nodes"] = json!(nodes);
    document
}

#[test]
fn as_many_nodes_as_are_taken_and_one_more() {
    for reversed in [false, true] {
        let flat = read(&good().to_string()).expect("good");
        let deep = read(&deep_parents(MAX_NODES, reversed).to_string()).expect("not one too many");
        assert_eq!(deep, flat, "parents that do nothing");
        check_error(
            read(&deep_parents(MAX_NODES + 1, reversed).to_string()),
            (Code::TooLarge, "nodes", "4097"),
            "one too many",
        );
        check_error(
            read(&deep_parents(10_000, reversed).to_string()),
            (Code::TooLarge, "nodes", "10000"),
            "ten thousand parents",
        );
    }
    // A chain of as many bones.
    let nodes: Vec<Value> = (0..MAX_NODES)
        .map(|i| {
            let parent = if i == 0 {
                Value::Null
            } else {
                json!(format!("J{}", i - 1))
            };
            json!({"name": format!("J{i}"), "parent": parent, "translation": [1, 0, 0],
                "rotation": {"euler_xyz_deg": [0, 0, 0.01]}})
        })
        .collect();
    let document = json!({"zeroplane": 1, "nodes": nodes,
        "ik": {"start": "J0", "end": format!("J{}", MAX_NODES - 1), "goal": {"translation": [1000, 900, 300]}}});
    let solution = read(&document.to_string()).expect("a long chain");
    assert_eq!(solution.reach, "reached");
}

/// A circle among thousands of nodes is found at once and named.
#[test]
fn long_circles() {
    let mut document = deep_parents(4000, false);
    let last = document["nodes"].as_array().expect("a list").len() - 1;
    let name = document["nodes"][last]["name"].clone();
    document["nodes"][5]["parent"] = name;
    let error = read(&document.to_string()).expect_err("a circle");
    assert_eq!(error.code(), Code::Cycle);
    assert!(error.to_string().len() < 200, "{error}");
}

/// What a document is read as is written back as it was.
fn check_round_trip(document: &Value) {
    let scene = Scene::from_json(&document.to_string()).expect("a scene");
    let rig = scene.rig().expect("a rig");
    let back = scene.updated(&rig);
    assert_eq!(back, scene);
    let back: Value = serde_json::from_str(&back.to_json()).expect("JSON");
    assert_eq!(numbers_as_f64(&back), numbers_as_f64(document));
    // Written anew, in quaternions and without defaults, it is the same rig.
    let anew = Scene::from_rig(&rig);
    let read = Scene::from_json(&anew.to_json())
        .expect("a scene")
        .rig()
        .expect("a rig");
    assert_eq!(read.hierarchy(), rig.hierarchy());
    let mut ik = read.ik().clone();
    // Not every angle in radians has one in degrees that reads back as it.
    let off = (ik.swivel - rig.ik().swivel).abs();
    assert!(off <= f64::EPSILON * rig.ik().swivel.abs(), "{off:e}");
    ik.swivel = rig.ik().swivel;
    assert_eq!(&ik, rig.ik());
}

/// 1 and 1.0 are one number to a document.
fn numbers_as_f64(value: &Value) -> Value {
    match value {
        Value::Number(n) => json!(n.as_f64()),
        Value::Array(list) => list.iter().map(numbers_as_f64).collect(),
        Value::Object(map) => {
            let entries = map.iter().map(|(k, v)| (k.clone(), numbers_as_f64(v)));
            Value::Object(entries.collect())
        }
        other => other.clone(),
    }
}

#[test]
fn documents_come_back_as_they_were() {
    check_round_trip(&good());
    for name in zeroplane::examples::FIGURES {
        let scene = zeroplane::examples::figure(name)
            .expect("it is known")
            .scene;
        check_round_trip(&serde_json::from_str(&scene.to_json()).expect("JSON"));
    }
}

/// An optional key: there, or there as null where that may be, or not there.
fn optional(
    value: impl Strategy<Value = Value> + 'static,
    null: bool,
) -> BoxedStrategy<Option<Value>> {
    let null = if null {
        Just(Some(Value::Null)).boxed()
    } else {
        Just(None).boxed()
    };
    prop_oneof![3 => value.prop_map(Some), 1 => null, 1 => Just(None)].boxed()
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        -10.0..10.0_f64,
        (-20..20_i32).prop_map(f64::from),
        Just(0.0),
        Just(1e-300),
        Just(0.1 + 0.2),
    ]
}

fn vector() -> impl Strategy<Value = Value> {
    [number(), number(), number()].prop_map(|v| json!(v))
}

fn rotation() -> impl Strategy<Value = Value> {
    let axis = (number(), number(), 0.1..3.0_f64).prop_map(|(x, y, z)| [x, y, z]);
    prop_oneof![
        [number(), number(), number()].prop_map(|angles| json!({"euler_xyz_deg": angles})),
        (axis, number()).prop_map(|(axis, angle)| json!({"axis": axis, "angle_deg": angle})),
        crate::support::draw::rotation().prop_map(|q| json!(q.to_array())),
        // As written with four decimals.
        crate::support::draw::rotation()
            .prop_map(|q| json!(q.to_array().map(|c| (c * 1e4).round() / 1e4))),
    ]
}

prop_compose! {
    fn document()(
        rotations in proptest::collection::vec(optional(rotation(), false), 6),
        translations in proptest::collection::vec(vector(), 6),
        scale in optional(Just(json!([-2.0, 2.0, 2.0])), false),
        root in optional(Just(Value::Null), true),
        preferred in optional(proptest::collection::btree_map(
            prop::sample::select(vec!["J0", "J1", "J2", "T"]), rotation(), 0..4,
        ).prop_map(|m| json!(m)), false),
        goal in (optional(Just(json!("T")), true), vector()),
        swivel in optional(number().prop_map(|n| json!(n)), false),
        space in optional(prop::sample::select(vec![json!("start_joint"), json!("ik_goal")]), false),
        pose in optional(prop::sample::select(vec![json!("preferred"), json!("start_joint_zeroed")]), false),
        map in optional(prop_oneof![
            Just(json!({"kind": "default"})),
            Just(json!({"kind": "parallel_transport"})),
            (number(), number()).prop_map(|(x, y)| json!({"kind": "pole_vector", "direction": [x, y, 0.7]})),
            (vector(), number()).prop_map(|(p, x)| json!({"kind": "zeros", "p": p, "q": [x, 1.0, 0.2]})),
        ], false),
        target in optional(Just(json!("T")), true),
        normal in optional((number(), number()).prop_map(|(x, y)| json!([x, y, 0.3])), true),
        flags in (
            optional(any::<bool>().prop_map(|b| json!(b)), false),
            optional(any::<bool>().prop_map(|b| json!(b)), false),
            optional(Just(json!("hi")), false),
        ),
    ) -> Value {
        let set = |at: &mut Value, key: &str, value: &Option<Value>| {
            if let Some(value) = value {
                at[key] = value.clone();
            }
        };
        let mut nodes: Vec<Value> = Vec::new();
        for (i, name) in ["A", "J0", "J1", "J2", "J3", "T"].iter().enumerate() {
            let mut node = json!({"name": name, "translation": translations[i]});
            set(&mut node, "rotation", &rotations[i]);
            match *name {
                "A" => { set(&mut node, "scale", &scale); set(&mut node, "parent", &root); }
                "T" => {}
                _ => node["parent"] = nodes[i - 1]["name"].clone(),
            }
            nodes.push(node);
        }
        let mut ik = json!({"start": "J0", "end": "J3", "goal": {"translation": goal.1}});
        set(&mut ik["goal"], "parent", &goal.0);
        for (key, value) in [
            ("preferred", &preferred), ("swivel_deg", &swivel), ("parent_space", &space),
            ("reference_pose", &pose), ("zero_plane_map", &map), ("vh_target", &target),
            ("plane_normal", &normal), ("enabled", &flags.0), ("auto_snap", &flags.1),
            ("solver", &flags.2),
        ] {
            set(&mut ik, key, value);
        }
        json!({"zeroplane": 1, "nodes": nodes, "ik": ik})
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn random_documents_come_back_as_they_were(document in document()) {
        let scene = Scene::from_json(&document.to_string());
        let scene = scene.expect("it is well formed");
        match scene.rig() {
            Ok(_) => check_round_trip(&document),
            // A bone of no length, a zero at a0: said, not crashed.
            Err(error) => prop_assert!(!error.path().is_empty(), "{}", error),
        }
    }

    #[test]
    fn mutated_documents_never_panic(
        mutations in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..4_u8), 1..6),
        stale in document(),
    ) {
        for document in [good().to_string(), stale.to_string()] {
            let mut bytes = document.into_bytes();
            for (at, byte, how) in &mutations {
                let i = at.index(bytes.len());
                match how {
                    0 => bytes[i] = *byte,
                    1 => { bytes.remove(i); }
                    2 => bytes.insert(i, b"{}[]\",:-.e0123456789"[usize::from(*byte) % 20]),
                    _ => {
                        let piece: Vec<u8> = bytes[i..].iter().take(usize::from(*byte)).copied().collect();
                        bytes.splice(i..i, piece);
                    }
                }
            }
            let text = String::from_utf8_lossy(&bytes);
            if let Err(error) = read(&text) {
                prop_assert!(!error.message().is_empty());
                prop_assert!(!error.to_string().contains('\n'));
            }
        }
    }

    /// Any values in place of any others.
    #[test]
    fn exchanged_values_never_panic(
        (at, with) in (
            prop::sample::select(vec![
                "zeroplane", "nodes", "nodes.0", "nodes.1.parent", "nodes.1.rotation",
                "nodes.2.translation", "nodes.2.translation.0", "nodes.2.rotation.3", "nodes.3.scale",
                "nodes.3.scale.1", "ik", "ik.start", "ik.goal", "ik.goal.translation", "ik.preferred",
                "ik.preferred.B", "ik.swivel_deg", "ik.parent_space", "ik.zero_plane_map",
                "ik.zero_plane_map.p", "ik.vh_target", "ik.plane_normal", "ik.enabled", "ik.solver",
            ]),
            prop_oneof![
                Just(json!(null)), Just(json!(1e308)), Just(json!(-1e-308)), Just(json!(u64::MAX)),
                Just(json!([])), Just(json!({})), Just(json!("A")), Just(json!(true)),
                Just(json!([1e308, -1e308, 1e308])), Just(json!([0, 0, 0])), Just(json!([1e-200, 0, 0])),
                Just(json!([0, 0, 0, 1])), rotation(), vector(), number().prop_map(|n| json!(n)),
            ],
        ),
    ) {
        let mut document = good();
        put(&mut document, at, with);
        if let Ok(solution) = read(&document.to_string()) {
            let text = solution.to_json();
            prop_assert!(!text.contains("null") || solution.turn_rate.is_none(), "{}", text);
        }
    }
}

/// The program itself: a solution on standard output, or exit status 1 and one line.
#[test]
fn the_example_says_one_line() {
    let built = std::env::current_exe()
        .ok()
        .and_then(|exe| exe.parent()?.parent().map(|dir| dir.join("examples/solve")))
        .map(|path| path.with_extension(std::env::consts::EXE_EXTENSION))
        .filter(|path| path.is_file());
    let mut command = match built {
        Some(path) => Command::new(path),
        // `cargo test --test …` builds no examples.
        None => {
            let mut cargo = Command::new(env!("CARGO"));
            cargo.args(["run", "--quiet", "--example", "solve", "--"]);
            cargo
        }
    };
    let mut run = |input: &str| {
        let mut child = command
            .arg("-")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the example runs");
        let mut stdin = child.stdin.take().expect("piped");
        stdin.write_all(input.as_bytes()).expect("it reads");
        drop(stdin);
        child.wait_with_output().expect("it ends")
    };
    let out = run(&good().to_string());
    assert_eq!(out.status.code(), Some(0));
    let printed: Value = serde_json::from_slice(&out.stdout).expect("JSON");
    // Not its numbers: `cargo test --test …` leaves an older build as it is.
    assert_eq!(printed["reach"], "reached");
    assert_eq!(printed["joints"][2]["name"], "D");

    let mut document = good();
    document["ik"]["goal"]["parent"] = json!("Z");
    let out = run(&document.to_string());
    assert_eq!(out.status.code(), Some(1));
    assert_eq!(
        String::from_utf8_lossy(&out.stderr),
        "ik.goal.parent: no node \"Z\"\n"
    );
    assert!(out.stdout.is_empty());
}
