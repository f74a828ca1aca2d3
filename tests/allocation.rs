//! A solve into a pose that is there allocates nothing.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use zeroplane::{
    Chain, DQuat, DVec3, Hi, IkSolver, Link, MapKind, Pose, Problem, ReferencePose, Scale,
    ToSphere, Tracking,
};

use crate::support::draw::axis_angle;

/// The system's, counting what each thread asks of it.
struct Counting;

thread_local! {
    static ASKED: Cell<usize> = const { Cell::new(0) };
}

#[allow(
    unsafe_code,
    reason = "an allocator is unsafe by its trait; this one only counts"
)]
// SAFETY: every call is handed to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // A thread that ends has no counter any more.
        let _ = ASKED.try_with(|asked| asked.set(asked.get() + 1));
        // SAFETY: as above.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let _ = ASKED.try_with(|asked| asked.set(asked.get() + 1));
        // SAFETY: as above.
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn asked(run: impl FnOnce()) -> usize {
    let before = ASKED.with(Cell::get);
    run();
    ASKED.with(Cell::get) - before
}

fn chain(bones: usize, twist: f64) -> Chain {
    let link = Link {
        translation: DVec3::X,
        preferred: axis_angle(DVec3::Z, 0.44) * axis_angle(DVec3::X, twist),
        scale: Scale::ONE,
    };
    Chain::new(
        &vec![link; bones + 1],
        Some(DVec3::Z),
        ReferencePose::Preferred,
    )
    .expect("a chain")
}

fn check<S: IkSolver>(solver: &S, memory: &mut S::Memory) {
    for bones in [1, 2, 3, 10] {
        for twist in [0.0, 0.3] {
            let chain = chain(bones, twist);
            for kind in [MapKind::Default, MapKind::ParallelTransport] {
                let map = kind.build(chain.a0(), chain.n0()).expect("not at a0");
                let mut pose = Pose::new(&chain);
                let count = asked(|| {
                    for i in 0..200 {
                        let (turn, far) = (f64::from(i), 0.0105 * f64::from(i));
                        // Within reach, beyond it, on the start joint, on a pole.
                        let goal = match i {
                            0 => DVec3::ZERO,
                            1 => chain.n0(),
                            _ => {
                                DVec3::new(turn.cos(), turn.sin(), 0.5) * far * chain.total_length()
                            }
                        };
                        let problem = Problem {
                            chain: &chain,
                            goal,
                            swivel: 0.1 * turn,
                            map: &map,
                            to_sphere: ToSphere::SAME,
                            vh_target: (i % 3 == 0).then_some(DVec3::Y),
                        };
                        solver.solve(&problem, memory, &mut pose);
                    }
                });
                assert_eq!(count, 0, "{bones} bones, twist {twist}, {kind:?}");
                assert!(pose.rotations.iter().all(|q: &DQuat| q.is_finite()));
            }
        }
    }
}

#[test]
fn counting_counts() {
    assert!(asked(|| drop(std::hint::black_box(vec![1, 2, 3]))) > 0);
}

#[test]
fn solving_allocates_nothing() {
    check(&Hi, &mut ());
    check(&Tracking, &mut None);
}
