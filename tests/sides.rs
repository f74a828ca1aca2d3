//! The side of a chain's plane as the goal slides along the EE axis: a chain that is not
//! planar turns its plane as it bends, but nowhere may it jump to the other side.

use zeroplane::{
    Chain, DQuat, DVec3, Hi, IkSolver, Link, MapKind, Pose, Problem, ReferencePose, Scale, ToSphere,
};

/// Numbers in [0, 1), the same in every run.
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> f64 {
        // Knuth's MMIX generator; the high bits are good enough for angles.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next()
    }
}

fn twisted(draw: &mut Draw) -> Chain {
    let bones = 3 + (draw.next() * 4.0) as usize;
    let links: Vec<Link> = (0..=bones)
        .map(|_| {
            let bend = draw.between(20.0, 60.0).to_radians();
            let twist = draw.between(-60.0, 60.0).to_radians();
            Link {
                translation: DVec3::X * draw.between(0.5, 1.5),
                preferred: DQuat::from_rotation_x(twist) * DQuat::from_rotation_z(bend),
                scale: Scale::ONE,
            }
        })
        .collect();
    Chain::new(&links, None, ReferencePose::Preferred).expect("a bent chain")
}

/// Largest step of an inner joint while the goal slides from far to near, as a fraction of
/// the chain's length.
fn largest_jump(chain: &Chain) -> f64 {
    let map = MapKind::Default
        .build(chain.a0(), chain.n0())
        .expect("the default map");
    let (near, far) = chain.reach();
    let mut pose = Pose::new(chain);
    let mut before: Option<Vec<DVec3>> = None;
    let mut jump = 0.0_f64;
    let steps = 2000;
    for i in 1..steps {
        let distance = far + (near - far) * f64::from(i) / f64::from(steps);
        let problem = Problem {
            chain,
            goal: chain.a0() * distance,
            swivel: 0.0,
            map: &map,
            to_sphere: ToSphere::SAME,
            vh_target: None,
        };
        Hi.solve(&problem, &mut (), &mut pose);
        if let Some(before) = before {
            for (a, b) in before.iter().zip(&pose.points) {
                jump = jump.max((*a - *b).length() / chain.total_length());
            }
        }
        before = Some(pose.points.clone());
    }
    jump
}

#[test]
fn of_twisted_chains_do_not_change_while_the_goal_slides() {
    let mut draw = Draw(7);
    for i in 0..150 {
        let chain = twisted(&mut draw);
        let jump = largest_jump(&chain);
        assert!(
            jump < 0.1,
            "chain {i}: a joint jumps by {jump} of the length: {chain:?}"
        );
    }
}
