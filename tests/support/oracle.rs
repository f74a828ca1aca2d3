//! The solver's rules a second time, by other means: 4 × 4 matrices with the scales in
//! them, inverses by cofactors, trigonometry where the library has square roots.
//!
//! Only parameters and local rotations are taken from the library.

use zeroplane::{DQuat, DVec3, MapKind, NodeId, ParentSpace, Reach, ReferencePose, Rig, Solution};

use super::assert_near;

/// An affine map: rows of a 3 × 4 matrix.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Matrix([[f64; 4]; 3]);

impl Matrix {
    pub(crate) const IDENTITY: Matrix = Matrix([
        [1.0, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, 1.0, 0.0],
    ]);

    /// translate ∘ rotate ∘ scale.
    pub(crate) fn local(translation: DVec3, q: DQuat, scale: DVec3) -> Matrix {
        let [x, y, z, w] = q.to_array();
        let rotation = [
            [
                1.0 - 2.0 * (y * y + z * z),
                2.0 * (x * y - w * z),
                2.0 * (x * z + w * y),
            ],
            [
                2.0 * (x * y + w * z),
                1.0 - 2.0 * (x * x + z * z),
                2.0 * (y * z - w * x),
            ],
            [
                2.0 * (x * z - w * y),
                2.0 * (y * z + w * x),
                1.0 - 2.0 * (x * x + y * y),
            ],
        ];
        let (t, s) = (translation.to_array(), scale.to_array());
        Matrix(std::array::from_fn(|i| {
            let [a, b, c]: [f64; 3] = std::array::from_fn(|j| rotation[i][j] * s[j]);
            [a, b, c, t[i]]
        }))
    }

    pub(crate) fn times(&self, other: &Matrix) -> Matrix {
        Matrix(std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let sum: f64 = (0..3).map(|k| self.0[i][k] * other.0[k][j]).sum();
                sum + if j == 3 { self.0[i][3] } else { 0.0 }
            })
        }))
    }

    pub(crate) fn origin(&self) -> DVec3 {
        DVec3::new(self.0[0][3], self.0[1][3], self.0[2][3])
    }

    fn row(&self, i: usize) -> DVec3 {
        DVec3::new(self.0[i][0], self.0[i][1], self.0[i][2])
    }

    /// Image of a vector.
    pub(crate) fn vector(&self, v: DVec3) -> DVec3 {
        DVec3::new(self.row(0).dot(v), self.row(1).dot(v), self.row(2).dot(v))
    }

    pub(crate) fn point(&self, p: DVec3) -> DVec3 {
        self.origin() + self.vector(p)
    }

    pub(crate) fn determinant(&self) -> f64 {
        self.row(0).dot(self.row(1).cross(self.row(2)))
    }

    /// The vector whose image is `v`.
    pub(crate) fn vector_back(&self, v: DVec3) -> DVec3 {
        let [a, b, c] = [self.row(0), self.row(1), self.row(2)];
        (b.cross(c) * v.x + c.cross(a) * v.y + a.cross(b) * v.z) / self.determinant()
    }

    pub(crate) fn point_back(&self, p: DVec3) -> DVec3 {
        self.vector_back(p - self.origin())
    }

    /// Image of a plane's normal: the cross product of the images of two vectors across it.
    pub(crate) fn normal(&self, n: DVec3) -> DVec3 {
        let (u, v) = across(n);
        self.vector(u).cross(self.vector(v)).normalize()
    }

    /// The normal whose image is `n`.
    pub(crate) fn normal_back(&self, n: DVec3) -> DVec3 {
        let (u, v) = across(n);
        self.vector_back(u).cross(self.vector_back(v)).normalize()
    }
}

/// Two vectors with the cross product `n`, for a unit vector `n`.
fn across(n: DVec3) -> (DVec3, DVec3) {
    let u = n.any_orthonormal_vector();
    (u, n.cross(u))
}

/// `v` turned about the unit vector `axis`, right-handed.
pub(crate) fn rotated(v: DVec3, axis: DVec3, angle: f64) -> DVec3 {
    let along = axis * axis.dot(v);
    along + (v - along) * angle.cos() + axis.cross(v) * angle.sin()
}

/// Angle between two vectors, good near 0 and π alike.
pub(crate) fn angle(a: DVec3, b: DVec3) -> f64 {
    let (a, b) = (a.normalize(), b.normalize());
    2.0 * (a - b).length().atan2((a + b).length())
}

/// World matrix of every node under the given local rotations.
pub(crate) fn matrices(rig: &Rig, rotations: &[DQuat]) -> Vec<Matrix> {
    let nodes = rig.hierarchy().nodes();
    let local: Vec<Matrix> = nodes
        .iter()
        .zip(rotations)
        .map(|(node, q)| Matrix::local(node.translation, *q, node.scale.axes()))
        .collect();
    (0..nodes.len())
        .map(|i| {
            let above = rig.hierarchy().ancestors(rig_id(rig, i)).skip(1);
            above.fold(local[i], |world, up| local[up.index()].times(&world))
        })
        .collect()
}

fn rig_id(rig: &Rig, i: usize) -> NodeId {
    super::id(rig, &rig.hierarchy().nodes()[i].name)
}

pub(crate) fn fk_rotations(rig: &Rig) -> Vec<DQuat> {
    let nodes = rig.hierarchy().nodes().iter();
    nodes.map(|node| node.rotation).collect()
}

/// World matrix of every node: FK, and the solution's local rotations for its joints.
pub(crate) fn shown(rig: &Rig, solution: &Solution) -> Vec<Matrix> {
    let mut rotations = fk_rotations(rig);
    for joint in &solution.joints {
        rotations[joint.node.index()] = joint.rotation;
    }
    matrices(rig, &rotations)
}

/// World position of every node.
pub(crate) fn positions(rig: &Rig, solution: &Solution) -> Vec<DVec3> {
    let shown = shown(rig, solution);
    shown.iter().map(Matrix::origin).collect()
}

/// Nodes of the chain, from the start joint to the EE.
pub(crate) fn chain(rig: &Rig) -> Vec<NodeId> {
    let ik = rig.ik();
    let above = rig.hierarchy().ancestors(ik.end);
    let mut nodes: Vec<NodeId> = above.take_while(|id| *id != ik.start).collect();
    nodes.push(ik.start);
    nodes.reverse();
    nodes
}

fn space(rig: &Rig, parent: Option<NodeId>) -> Matrix {
    let all = matrices(rig, &fk_rotations(rig));
    parent.map_or(Matrix::IDENTITY, |id| all[id.index()])
}

/// The space the start joint lives in.
pub(crate) fn start_parent(rig: &Rig) -> Matrix {
    space(rig, rig.hierarchy().node(rig.ik().start).parent)
}

/// World position of the goal.
pub(crate) fn goal(rig: &Rig) -> DVec3 {
    let goal = rig.ik().goal;
    space(rig, goal.parent).point(goal.translation)
}

/// Points of the chain, start joint's parent space, start joint at the origin: at the bend
/// parameter `t`, with the start joint's rotation `start`.
pub(crate) fn bent(rig: &Rig, t: f64, start: DQuat) -> Vec<DVec3> {
    let nodes = chain(rig);
    let scale = |id: NodeId| rig.hierarchy().node(id).scale.axes();
    let offset = |id: NodeId| rig.hierarchy().node(id).translation;
    let preferred = |id: NodeId| rig.ik().preferred[id.index()];

    // The preferred pose, with its hinges.
    let mut at = Matrix::local(DVec3::ZERO, start, scale(nodes[0]));
    let mut points = vec![DVec3::ZERO];
    for id in &nodes[1..] {
        points.push(at.point(offset(*id)));
        at = at.times(&Matrix::local(offset(*id), preferred(*id), scale(*id)));
    }
    if t == 1.0 {
        return points;
    }
    let n0 = {
        let e = (points[points.len() - 1] - points[0]).normalize();
        plane_normal(&points, e).unwrap_or_else(|| explicit_normal(rig, start, e))
    };
    // From the end back: each joint turns all that is below it about its hinge.
    for i in (1..points.len() - 1).rev() {
        let (before, after) = (points[i] - points[i - 1], points[i + 1] - points[i]);
        let cross = before.cross(after);
        let beta = angle(before, after);
        let unbent = cross.length() <= zeroplane::STRAIGHT * before.length() * after.length();
        let (beta, hinge) = match (unbent, beta < 1.0) {
            (true, true) => (0.0, -n0),
            (true, false) => (std::f64::consts::PI, -n0),
            (false, _) => (beta, cross.normalize()),
        };
        let bend = if t <= 1.0 {
            t * beta
        } else {
            beta + (t - 1.0) * (std::f64::consts::PI - beta)
        };
        let center = points[i];
        for p in &mut points[i + 1..] {
            *p = center + rotated(*p - center, hinge, bend - beta);
        }
    }
    points
}

fn explicit_normal(rig: &Rig, start: DQuat, e: DVec3) -> DVec3 {
    let given = rig.ik().plane_normal.expect("a straight pose has one");
    // It belongs to the reference pose.
    let given = match rig.ik().reference_pose {
        ReferencePose::Preferred => {
            let preferred = rig.ik().preferred[rig.ik().start.index()];
            Matrix::local(DVec3::ZERO, start, DVec3::ONE)
                .vector(Matrix::local(DVec3::ZERO, preferred, DVec3::ONE).vector_back(given))
        }
        ReferencePose::StartJointZeroed => {
            Matrix::local(DVec3::ZERO, start, DVec3::ONE).vector(given)
        }
    };
    (given - e * e.dot(given)).normalize()
}

/// The distance from start joint to EE at the bend parameter `t`.
pub(crate) fn reach_at(rig: &Rig, t: f64) -> f64 {
    let points = bent(rig, t, DQuat::IDENTITY);
    points[points.len() - 1].length()
}

/// Where the reach, falling from the straight chain, first turns: sampled, then narrowed.
pub(crate) fn first_minimum(rig: &Rig) -> f64 {
    const SAMPLES: usize = 800;
    let total: f64 = bone_lengths(rig).iter().sum();
    let t = |i: usize| 2.0 * i as f64 / SAMPLES as f64;
    let mut last = total;
    for i in 1..=SAMPLES {
        let here = reach_at(rig, t(i));
        if here > last + 1e-13 * total {
            let (mut a, mut b) = (t(i.saturating_sub(2)), t(i));
            for _ in 0..90 {
                let (c, d) = (a + 0.382 * (b - a), a + 0.618 * (b - a));
                if reach_at(rig, c) < reach_at(rig, d) {
                    b = d
                } else {
                    a = c
                }
            }
            return 0.5 * (a + b);
        }
        last = here;
    }
    2.0
}

/// Lengths of the bones in the start joint's parent space.
pub(crate) fn bone_lengths(rig: &Rig) -> Vec<f64> {
    let points = bent(rig, 1.0, DQuat::IDENTITY);
    points.windows(2).map(|w| (w[1] - w[0]).length()).collect()
}

/// Normal of the plane through `points[0]` along `e` nearest to the inner points, by the
/// principal angle of their second moments; `None` where they lie on the axis.
pub(crate) fn plane_normal(points: &[DVec3], e: DVec3) -> Option<DVec3> {
    let total: f64 = points.windows(2).map(|w| (w[1] - w[0]).length()).sum();
    let (u, v) = across(e);
    let offsets: Vec<(f64, f64)> = points[1..points.len() - 1]
        .iter()
        .map(|p| ((*p - points[0]).dot(u), (*p - points[0]).dot(v)))
        .collect();
    if offsets
        .iter()
        .all(|(x, y)| x.hypot(*y) <= zeroplane::STRAIGHT * total)
    {
        return None;
    }
    let sum = |f: fn(&(f64, f64)) -> f64| offsets.iter().map(f).sum::<f64>();
    let (xx, xy, yy) = (sum(|o| o.0 * o.0), sum(|o| o.0 * o.1), sum(|o| o.1 * o.1));
    let major = 0.5 * (2.0 * xy).atan2(xx - yy);
    let normal = v * major.cos() - u * major.sin();
    let turning: f64 = points
        .windows(2)
        .map(|w| (w[1] - points[0]).cross(w[0] - points[0]).dot(normal))
        .sum();
    let side = if turning.abs() > zeroplane::STRAIGHT * total * total {
        turning
    } else {
        let first = offsets
            .iter()
            .find(|(x, y)| x.hypot(*y) > zeroplane::STRAIGHT * total);
        let (x, y) = first.expect("one is off the axis");
        e.cross(u * *x + v * *y).dot(normal)
    };
    Some(normal * side.signum())
}

/// How far the preferred pose's joints leave its axis, as a fraction of its length; 1 where
/// they do not and a normal is given.
fn straightness(rig: &Rig) -> f64 {
    let points = bent(rig, 1.0, DQuat::IDENTITY);
    let total: f64 = bone_lengths(rig).iter().sum();
    let e = points[points.len() - 1].normalize();
    let off = points
        .iter()
        .fold(0.0_f64, |m, p| m.max((*p - e * e.dot(*p)).length() / total));
    if off <= zeroplane::STRAIGHT { 1.0 } else { off }
}

/// EE axis and normal of the reference pose, start joint's parent space.
pub(crate) fn reference(rig: &Rig) -> (DVec3, DVec3) {
    let start = match rig.ik().reference_pose {
        ReferencePose::Preferred => rig.ik().preferred[rig.ik().start.index()],
        ReferencePose::StartJointZeroed => DQuat::IDENTITY,
    };
    let points = bent(rig, 1.0, start);
    let a0 = points[points.len() - 1].normalize();
    let n0 = plane_normal(&points, a0).unwrap_or_else(|| explicit_normal(rig, start, a0));
    (a0, n0)
}

/// The normal that a map gives, by the definition of its family: V = k − (k·e) e + ω × e,
/// turned about e so that it is n0 at a0. Away from its zeros.
pub(crate) fn map(kind: MapKind, a0: DVec3, n0: DVec3, e: DVec3) -> DVec3 {
    let double = |p: DVec3| {
        let k = p.any_orthonormal_vector();
        (k, k.cross(p))
    };
    let (k, w) = match kind {
        MapKind::Default => (n0, DVec3::ZERO),
        MapKind::PoleVector { direction } => (direction.normalize(), DVec3::ZERO),
        MapKind::ParallelTransport => double(-a0),
        MapKind::Zeros { p, q } => {
            let (p, q) = (p.normalize(), q.normalize());
            if (p - q).length() < 1e-9 {
                double(p)
            } else {
                (p - q, p.cross(q))
            }
        }
        other => unreachable!("a map without its definition here: {other:?}"),
    };
    let field = |k: DVec3, w: DVec3, e: DVec3| k - e * k.dot(e) + w.cross(e);
    let there = field(k, w, a0);
    let psi = there.cross(n0).dot(a0).atan2(there.dot(n0));
    let (sin, cos) = psi.sin_cos();
    field(k * cos + w * sin, w * cos - k * sin, e).normalize()
}

/// The space that the sphere lives in.
fn sphere_space(rig: &Rig) -> Matrix {
    match rig.ik().parent_space {
        ParentSpace::StartJoint => start_parent(rig),
        ParentSpace::IkGoal => space(rig, rig.ik().goal.parent),
    }
}

/// Where the solver plane must be, world: (EE axis, zero-plane normal, solver-plane normal).
/// Away from the zeros of the map.
pub(crate) fn planes(rig: &Rig) -> (DVec3, DVec3, DVec3) {
    let (a0, n0) = reference(rig);
    let (parent, sphere) = (start_parent(rig), sphere_space(rig));
    let start = parent.point(rig.hierarchy().node(rig.ik().start).translation);
    let way = goal(rig) - start;
    let e = if way.length() > 0.0 {
        way.normalize()
    } else {
        sphere.vector(a0).normalize()
    };
    let on_sphere = sphere.vector_back(e).normalize();
    let zero = sphere.normal(map(rig.ik().zero_plane_map, a0, n0, on_sphere));
    let normal = match rig.ik().vh_target {
        None => {
            // By the right-hand rule in the start joint's parent space.
            let (e, zero) = (parent.vector_back(e).normalize(), parent.normal_back(zero));
            parent.normal(rotated(zero, e, rig.ik().swivel))
        }
        Some(target) => {
            let target = space(rig, Some(target)).origin();
            // e × (T − p₀) there, not in the world: through a mirror they differ in sign.
            let to = |v: DVec3| parent.vector_back(v);
            parent.normal(to(e).cross(to(target - start)).normalize())
        }
    };
    (e, zero, normal)
}

/// How exact a position in the world can be asked to be: 1e-9 of the chain's length, and
/// the rounding of the coordinates themselves.
pub(crate) fn tolerance(rig: &Rig) -> f64 {
    let length: f64 = bone_lengths(rig).iter().sum();
    let parent = start_parent(rig);
    let scale = parent.determinant().abs().cbrt();
    let far = matrices(rig, &fk_rotations(rig))
        .iter()
        .fold(goal(rig).abs().max_element(), |m, x| {
            m.max(x.origin().abs().max_element())
        });
    1e-9 * length * scale + 64.0 * f64::EPSILON * far.min(1e6)
}

/// What holds for every solution of the history-independent solver, whatever the rig.
/// Gives the solution back.
pub(crate) fn check(rig: &Rig) -> Solution {
    let solution = super::solved(rig);
    let close = tolerance(rig);
    let nodes = chain(rig);
    let world = positions(rig, &solution);
    let points: Vec<DVec3> = nodes.iter().map(|id| world[id.index()]).collect();
    for (joint, (id, point)) in solution.joints.iter().zip(nodes.iter().zip(&points)) {
        assert_eq!(joint.node, *id);
        assert_near!(joint.rotation.length(), 1.0, 1e-14);
        assert_near!(joint.position, *point, close, "of {id:?}");
    }
    let (start, end) = (points[0], points[points.len() - 1]);
    assert_near!(solution.end_effector, end, close);
    assert_near!(solution.sphere.center, start, close);

    // Bones keep their lengths, and the EE is on the goal or points at it.
    let parent = start_parent(rig);
    let scale = parent.determinant().abs().cbrt();
    let lengths = bone_lengths(rig);
    for (w, length) in points.windows(2).zip(&lengths) {
        assert_near!((w[1] - w[0]).length(), length * scale, close);
    }
    let goal = goal(rig);
    let total = lengths.iter().sum::<f64>() * scale;
    let (reached, wanted) = ((end - start).length(), (goal - start).length());
    match solution.reach {
        Reach::Reached => assert_near!(end, goal, close),
        Reach::TooFar => {
            assert!(wanted > total * (1.0 - 1e-12), "{wanted} is within {total}");
            assert_near!(reached, total, close);
        }
        Reach::TooNear => assert!(
            wanted < reached + close,
            "{wanted} is not nearer than {reached}"
        ),
    }
    if wanted > 1e-6 * total && reached > 1e-6 * total {
        let (towards, asked) = ((end - start) / reached, (goal - start) / wanted);
        assert_near!(towards, asked, 1e-9 + 4.0 * close / reached.min(wanted));
    }

    // The planes.
    let e = solution.ee_axis;
    for n in [solution.zero_plane_normal, solution.solver_plane_normal] {
        assert_near!(n.length(), 1.0, 1e-14);
        assert_near!(n.dot(e), 0.0, 1e-14);
    }
    assert_near!(e.length(), 1.0, 1e-14);
    if !solution.singular && wanted > 1e-6 * total {
        let (axis, zero, normal) = planes(rig);
        // A plane that is almost straight is as unsure as its joints are near the axis, and
        // an axis that is almost closed as its ends are near each other.
        let own = reach_at(rig, 1.0) * scale / total;
        let unsure = 1e-15 / straightness(rig) + 1e-15 / own;
        let slack = 1e-12 + close / wanted + unsure;
        // Near a singular point the zero plane turns faster than the axis.
        let turned = slack * (1.0 + solution.turn_rate);
        if turned < 1e-3 && own > 1e-8 {
            assert_near!(e, axis, slack);
            assert_near!(solution.zero_plane_normal, zero, turned);
            assert_near!(solution.solver_plane_normal, normal, turned);
            check_sphere(rig, &solution, slack);
        }
    }
    check_plane(rig, &solution, &points);
    solution
}

/// The sphere's frame in the world, and where the EE axis is on it.
fn check_sphere(rig: &Rig, solution: &Solution, slack: f64) {
    let (a0, n0) = reference(rig);
    let space = sphere_space(rig);
    assert_near!(solution.sphere.n0, space.normal(n0), slack);
    assert_near!(solution.sphere.a0, space.vector(a0).normalize(), slack);
    let e = space.vector_back(solution.ee_axis).normalize();
    let (latitude, longitude) = (solution.sphere.latitude, solution.sphere.longitude);
    assert_near!(latitude.sin(), e.dot(n0), slack);
    assert!(latitude.abs() <= std::f64::consts::FRAC_PI_2);
    assert_near!(latitude.cos() * longitude.cos(), e.dot(a0), slack);
    assert_near!(latitude.cos() * longitude.sin(), e.dot(n0.cross(a0)), slack);
}

/// The chain lies in the plane the solution says: its own nearest plane, on the side that
/// the preferred pose had.
fn check_plane(rig: &Rig, solution: &Solution, world: &[DVec3]) {
    let parent = start_parent(rig);
    let start = parent.point_back(world[0]);
    let points: Vec<DVec3> = world
        .iter()
        .map(|p| parent.point_back(*p) - start)
        .collect();
    let total: f64 = points.windows(2).map(|w| (w[1] - w[0]).length()).sum();
    let end = points[points.len() - 1];
    if end.length() < 1e-4 * total {
        return;
    }
    let e = end.normalize();
    let said = parent.normal_back(solution.solver_plane_normal);
    let moments: Vec<(f64, f64)> = points
        .iter()
        .map(|p| (p.dot(said), p.dot(e.cross(said))))
        .collect();
    let off: f64 = moments.iter().map(|m| m.0 * m.0).sum();
    let across: f64 = moments.iter().map(|m| m.1 * m.1).sum();
    // Two principal moments too near each other, or both nothing, say no plane.
    if across.sqrt() < 1e-3 * total || (across - off) < 1e-2 * across {
        return;
    }
    let own = plane_normal(&points, e).expect("it is off the axis");
    let own = own * own.dot(said).signum();
    assert_near!(own, said, 1e-6, "the chain's own plane");

    // As the start joint sees it, the normal is on the preferred one's side.
    let turned = solution.joints[0].rotation;
    let preferred = rig.ik().preferred[rig.ik().start.index()];
    let shape = |q: DQuat, n: DVec3| Matrix::local(DVec3::ZERO, q, DVec3::ONE).vector_back(n);
    let reference = bent(rig, 1.0, preferred);
    let reference_end = reference[reference.len() - 1];
    if reference_end.length() > 1e-6 * total {
        let axis = reference_end.normalize();
        let n0 =
            plane_normal(&reference, axis).unwrap_or_else(|| explicit_normal(rig, preferred, axis));
        let side = shape(turned, said).dot(shape(preferred, n0));
        // A chain that is not planar turns its plane as it bends: `tests/sides.rs`.
        let planar = reference.iter().all(|p| p.dot(n0).abs() < 1e-9 * total);
        assert!(
            !planar || side > -1e-6,
            "the plane changed its side: {side}"
        );
    }
}
