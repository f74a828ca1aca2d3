// The package under Node.js: the recorded solutions to the bit, every method of a rig, the
// codes and paths of errors, and what is edited in the white paper's examples.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { before, describe, test } from "node:test";
import { figure, planeTurn, ready, Rig, solve } from "../../dist/npm/zeroplane.js";

before(() => ready());

const golden = new URL("../golden/", import.meta.url);
const recorded = readdirSync(golden).map((name) => ({
  name: name.replace(/\.json$/, ""),
  ...JSON.parse(readFileSync(new URL(name, golden), "utf8")),
}));

/** Numbers that are not the same bits, with their paths. */
function differences(path, actual, expected) {
  if (typeof actual === "number" && typeof expected === "number") {
    const off = `${path}: ${actual} is recorded as ${expected}`;
    return Object.is(actual, expected) ? [] : [off];
  }
  if (typeof actual === "object" && actual !== null && expected !== null) {
    const keys = new Set([...Object.keys(actual), ...Object.keys(expected)]);
    return [...keys].flatMap((key) => differences(`${path}.${key}`, actual[key], expected[key]));
  }
  return actual === expected ? [] : [`${path}: ${actual} is recorded as ${expected}`];
}

function near(actual, expected, tolerance = 1e-9) {
  assert.equal(actual.length, expected.length);
  actual.forEach((value, i) => {
    const off = Math.abs(value - expected[i]);
    assert.ok(off <= tolerance, `[${actual}] is off by ${off} from [${expected}]`);
  });
}

const example = (name) => new Rig(figure(name).scene);
const position = (rig, name) => rig.solution().joints.find((j) => j.name === name).position;
const pose = (rig) => rig.solution().joints.flatMap((j) => j.position);

/** `run` throws an `Error` with this code, at this path, that says these words. */
function fails(run, code, path, words) {
  assert.throws(run, (error) => {
    assert.ok(error instanceof Error);
    assert.deepEqual({ code: error.code, path: error.path }, { code, path }, error.message);
    assert.ok(error.message.includes(words), `${error.message} does not say ${words}`);
    return true;
  });
}

describe("recorded solutions", () => {
  assert.ok(recorded.length >= 12);
  for (const { name, scene, solution } of recorded) {
    test(name, () => {
      assert.deepEqual(differences(name, solve(scene), solution), []);
      assert.deepEqual(differences(name, new Rig(scene).solution(), solution), []);
    });
  }
});

describe("a rig", () => {
  test("writes the scene it was read from", () => {
    for (const { name, scene } of recorded) {
      assert.deepEqual(new Rig(scene).scene(), scene, name);
    }
  });

  test("writes what was edited and nothing else", () => {
    const scene = figure("example-2").scene;
    const edits = [
      [(rig) => rig.setGoal([1, 2, 3]), { goal: { ...scene.ik.goal, translation: [1, 2, 3] } }],
      [(rig) => rig.setSwivel(-225), { swivel_deg: -225 }],
      [(rig) => rig.setParentSpace("ik_goal"), { parent_space: "ik_goal" }],
      [(rig) => rig.setStartJoint("Bone01"), { start: "Bone01" }],
      [
        (rig) => rig.setZeroPlaneMap({ kind: "pole_vector", direction: [0, 0, 1] }),
        { zero_plane_map: { kind: "pole_vector", direction: [0, 0, 1] } },
      ],
      [(rig) => rig.setSolver("tracking"), { solver: "tracking" }],
    ];
    for (const [edit, change] of edits) {
      const rig = new Rig(scene);
      edit(rig);
      const { preferred, ...ik } = rig.scene().ik;
      assert.deepEqual(ik, { ...scene.ik, ...change });
      assert.deepEqual(rig.scene().nodes, scene.nodes);
    }
    const rig = new Rig(scene);
    rig.setNodeRotation("Bone01", { axis: [0, 0, 2], angle_deg: 30 });
    assert.deepEqual(rig.scene().nodes[0].rotation, { axis: [0, 0, 2], angle_deg: 30 });
    assert.equal(position(rig, "Bone02")[2], 0);
  });

  test("moves its goal and tells the flips on the way", () => {
    const rig = example("example-2");
    rig.setParentSpace("ik_goal");
    rig.setSwivel(90);
    rig.setGoal([0.2, 0, 1.6]);
    const flips = rig.moveGoal([1, 0, 1.6]);
    assert.equal(flips.length, 1);
    assert.ok(Math.abs(Math.abs(flips[0].turn_deg) - 180) < 1e-6);
    near(flips[0].at, [0.6, 0, 1.6], 0.02);
    assert.ok(flips[0].goal_moved < 0.05);
    near(rig.solution().end_effector, [1, 0, 1.6]);
    rig.setParentSpace("start_joint");
    assert.deepEqual(rig.moveGoal([0.2, 0, 1.6]), []);
  });

  test("aims its plane at a node", () => {
    const rig = example("swivel");
    rig.setVhTarget("Target");
    rig.moveNode("Target", [0, 0, -5]);
    assert.equal(rig.scene().ik.vh_target, "Target");
    for (const joint of rig.solution().joints.slice(1, -1)) {
      const { ee_axis: e, sphere } = rig.solution();
      const off = joint.position.map((x, i) => x - sphere.center[i]);
      const along = off.reduce((sum, x, i) => sum + x * e[i], 0);
      assert.ok(off[2] - along * e[2] < 0, `${joint.name} does not hang towards the target`);
    }
    rig.setVhTarget(null);
    assert.equal(rig.scene().ik.vh_target, null);
    near(pose(rig), pose(example("swivel")));
  });

  test("snaps, switches and assigns without moving", () => {
    const rig = example("example-1");
    rig.setGoal([0.9, 0.8, 0.7]);
    rig.setSwivel(33);
    const standing = pose(rig);
    rig.fkSnap();
    near(pose(rig), standing);
    rig.setEnabled(false);
    near(pose(rig), standing);
    rig.setNodeRotation("Bone01", [0, 0, 0.6, 0.8]);
    const posed = pose(rig);
    assert.ok(posed.some((x, i) => Math.abs(x - standing[i]) > 0.1));
    rig.setEnabled(true);
    near(pose(rig), posed);
    rig.ikSnap();
    near(pose(rig), posed);
    rig.assign("Bone01", "Bone03");
    near(pose(rig), posed);
    near(rig.solution().end_effector, rig.scene().ik.goal.translation);
  });

  test("sets and assumes preferred angles", () => {
    const rig = example("example-1");
    rig.setGoal([0.9, 0.8, 0.7]);
    const standing = pose(rig);
    rig.setPreferredAngles();
    const { ee_axis, sphere } = rig.solution();
    near(sphere.a0, ee_axis, 1e-14);
    rig.setGoal([0.1, -1.8, 0.2]);
    rig.assumePreferredAngles();
    near(pose(rig), standing);
    assert.equal(rig.scene().ik.enabled, false);
  });

  test("solves with history, and walks a copy", () => {
    const rig = example("example-1");
    const before = rig.scene();
    const loop = Array.from({ length: 37 }, (_, i) => {
      const turn = (i * Math.PI) / 18;
      return [0.75 * Math.cos(turn), 0.75 * Math.sin(turn), 1.3];
    });
    const hi = rig.walk(loop);
    assert.equal(hi.turns_deg.length, loop.length);
    assert.ok(hi.solid_angle_deg > 0);
    rig.setSolver("tracking");
    assert.ok(Math.abs(rig.walk(loop).turns_deg.at(-1)) < 1e-9);
    rig.setSolver("ccd");
    assert.equal(rig.solution().reach, "reached");
    rig.setSolver("hi");
    assert.deepEqual(rig.scene(), { ...before, ik: rig.scene().ik });
  });

  test("shows its zero plane and singular points", () => {
    const rig = example("example-1");
    const points = rig.singularPoints();
    assert.equal(points.reduce((sum, p) => sum + p.index, 0), 2);
    for (const { at } of points) {
      near(at.map(Math.abs), [0, 1, 0]);
      assert.equal(rig.zeroPlane(at).turn_rate, null);
    }
    const { normal, turn_rate } = rig.zeroPlane([2, 0, 0]);
    near(normal, [0, -1, 0], 1e-14);
    assert.ok(turn_rate < 1e-12);
  });

  test("has copies that go their own way", () => {
    const rig = example("example-1");
    const copy = rig.clone();
    copy.setGoal([0.2, 0.3, 1]);
    near(rig.solution().end_effector, figure("example-1").scene.ik.goal.translation);
    near(copy.solution().end_effector, [0.2, 0.3, 1]);
  });
});

describe("failures", () => {
  const rig = () => example("example-2");
  const cases = [
    [() => solve({}), "type", "", "zeroplane"],
    [() => solve({ zeroplane: 2 }), "version", "zeroplane", "2"],
    [() => solve(null), "type", "", "object"],
    [() => solve(undefined), "type", "", "must be"],
    [() => new Rig({ ...figure("example-2").scene, more: 1 }), "unknown_key", "more", "more"],
    [() => figure("example-9"), "bad_value", "figure", "example-1"],
    [() => rig().setGoal([1, 2]), "type", "ik.goal", "a list of 3 numbers"],
    [() => rig().setGoal("here"), "type", "ik.goal", "a list of 3 numbers"],
    [() => rig().setGoal([NaN, 0, 0]), "not_finite", "ik.goal[0]", "finite"],
    [() => rig().moveGoal([Infinity, 0, 0]), "not_finite", "ik.goal[0]", "finite"],
    [() => rig().setSwivel(NaN), "not_finite", "ik.swivel_deg", "finite"],
    [() => rig().setStartJoint("Z"), "unknown_node", "ik.start", "Z"],
    [() => rig().setStartJoint("Bone04"), "bad_chain", "ik.end", "Bone04"],
    [() => rig().setStartJoint("Bone03"), "straight_pose", "ik.plane_normal", "[x, y, z]"],
    [() => rig().setNodeRotation("Z", [0, 0, 0, 1]), "unknown_node", "name", "Z"],
    [() => rig().setNodeRotation("Bone01", [0, 0, 0, 0]), "not_rotation", "rotation", "x²"],
    [() => rig().moveNode("Z", [0, 0, 0]), "unknown_node", "name", "Z"],
    [() => rig().setVhTarget("Z"), "unknown_node", "ik.vh_target", "Z"],
    [() => rig().setVhTarget("Bone03"), "cycle", "ik.vh_target", "Bone03"],
    [
      () => rig().setZeroPlaneMap({ kind: "pole_vector", direction: [0, 0, 0] }),
      "zero_vector", "ik.zero_plane_map.direction", "direction",
    ],
    [() => rig().assign("Bone04", "Bone02"), "bad_chain", "ik.start", "above"],
    [() => rig().zeroPlane([0, 0, 0]), "type", "direction", "direction"],
    [() => rig().walk([[0, 0, 1], [0, 0]]), "type", "way[1]", "a list of 3 numbers"],
  ];
  for (const [run, code, path, words] of cases) {
    test(`${code} at ${path || "the document"}`, () => fails(run, code, path, words));
  }

  test("arguments of the wrong kind are told of by every method", () => {
    const wrong = [5, undefined, {}, null, "x", [1, 2], true, () => 1, 10n, Symbol("x")];
    const methods = {
      setGoal: 1, moveGoal: 1, setSwivel: 1, setParentSpace: 1, holdInSpace: 1, setStartJoint: 1,
      setNodeRotation: 2, moveNode: 2, setZeroPlaneMap: 1, setVhTarget: 1, setSolver: 1, setEnabled: 1,
      assign: 2, walk: 1, zeroPlane: 1,
    };
    for (const [method, count] of Object.entries(methods)) {
      for (const value of wrong) {
        const one = rig();
        try {
          one[method](...Array(count).fill(value));
        } catch (error) {
          const where = `${method}(${String(value)}): ${error}`;
          assert.ok(error instanceof Error && !(error instanceof WebAssembly.RuntimeError), where);
          assert.equal(typeof error.code, "string", where);
          assert.equal(typeof error.path, "string", where);
          continue;
        }
        const valid = { setSwivel: 5, setVhTarget: null, setEnabled: true };
        assert.ok(Object.is(valid[method], value), `${method} takes ${String(value)}`);
      }
    }
  });

  test("where in a value something is wrong", () => {
    const scene = figure("example-2").scene;
    scene.nodes[1].name = () => 1;
    fails(() => new Rig(scene), "type", "nodes[1].name", "plain data");
  });

  test("numbers of typed arrays", () => {
    const one = rig();
    one.setGoal(new Float64Array([1.5, 0, 1]));
    near(one.solution().end_effector, [1.5, 0, 1]);
  });

  test("choices that are not known", () => {
    for (const [run, path] of [
      [() => rig().setParentSpace("world"), "ik.parent_space"],
      [() => rig().setSolver("best"), "ik.solver"],
    ]) {
      assert.throws(run, (error) => error.path === path && ["bad_value", "type"].includes(error.code));
    }
  });

  test("change nothing", () => {
    const one = rig();
    const before = one.scene();
    for (const fail of [() => one.setGoal([NaN, 0, 0]), () => one.setStartJoint("Bone03")]) {
      assert.throws(fail);
      assert.deepEqual(one.scene(), before);
    }
  });
});

describe("the white paper's examples", () => {
  test("1: A turned about the EE axis", () => {
    const axis = figure("example-1").scene.ik.goal.translation;
    for (const [space, elbow] of [
      ["start_joint", [0.811921157, -0.449431653, 0.760785926]],
      ["ik_goal", position(example("example-1"), "Bone02")],
    ]) {
      const rig = example("example-1");
      rig.setParentSpace(space);
      rig.setNodeRotation("A", { axis, angle_deg: 40 });
      near(position(rig, "Bone02"), elbow);
      near(rig.solution().end_effector, axis);
    }
  });

  test("2: over the pole", () => {
    const rig = example("example-2");
    rig.setParentSpace("ik_goal");
    rig.setSwivel(90);
    rig.setGoal([0.59, 0, 1.6]);
    near(position(rig, "Bone03"), [1.343171748, 0, 0.942176073]);
    const before = rig.solution();
    rig.setGoal([0.61, 0, 1.6]);
    near(position(rig, "Bone03"), [-0.143171748, 0, 0.942176073]);
    assert.ok(Math.abs(Math.abs(planeTurn(before, rig.solution())) - 180) < 1e-6);
  });

  test("3: the start joint reassigned, and a solution assigned", () => {
    const standing = [1.627631145, 0, 1.276449576];
    const rig = example("example-3");
    rig.setStartJoint("Bone02");
    near(position(rig, "Bone03"), standing);
    rig.setStartJoint("Bone01");
    rig.setParentSpace("ik_goal");
    rig.setStartJoint("Bone02");
    near(position(rig, "Bone03"), [1.629944244, 0.403960568, 0.87249563]);
    rig.setStartJoint("Bone01");
    rig.assign("Bone02", "Bone04");
    near(position(rig, "Bone03"), standing);
    near([rig.solution().swivel_deg], [90]);
  });
});
