import { Session } from "./session.ts";
import type { Scene, Solver } from "./wasm.ts";

/** The same scene, solved another way. */
export function solvedBy(scene: Scene, solver: Solver): Scene {
  return { ...scene, ik: { ...scene.ik, solver } };
}

/**
 * A session that does what `lead` does, with another solver: the goal goes the
 * same way, step by step, and both are undone and reset together.
 */
export function follow(lead: Session, solver: Solver, fail: (error: unknown) => void): Session {
  const session = new Session(lead.setup, solvedBy(lead.start, solver), fail, solvedBy(lead.scene, solver));
  lead.subscribe(({ edit, settled, told }) => {
    if (told) {
      session.settle();
      return;
    }
    switch (edit) {
      case "goal":
        return session.moveGoal(lead.scene.ik.goal.translation, settled ? undefined : "follow");
      case "undo":
        return session.undo();
      case "reset":
        session.start = solvedBy(lead.start, solver);
        return session.reset();
      default:
        return session.show(solvedBy(lead.scene, solver));
    }
  });
  return session;
}
