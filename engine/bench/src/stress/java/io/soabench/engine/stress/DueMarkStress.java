package io.soabench.engine.stress;

import io.soabench.engine.runtime.handover.DueFlag;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Something becomes due while the thread for it ends: one of the two does it. */
@JCStressTest
@Outcome(id = {"1, 0", "0, 1"}, expect = Expect.ACCEPTABLE, desc = "done once")
@Outcome(expect = Expect.FORBIDDEN, desc = "not done, or twice")
@State
public class DueMarkStress {
    private final DueFlag mark = new DueFlag();

    /** Lets something be due. */
    @Actor
    public void setter(II_Result result) {
        result.r1 = mark.set() ? 1 : 0;
    }

    /** Looks a last time, and ends. */
    @Actor
    public void ending(II_Result result) {
        result.r2 = (mark.take() ? 1 : 0) + (mark.end() ? 1 : 0);
    }
}
