package io.soabench.engine.stress;

import io.soabench.engine.runtime.handover.DueFlag;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A test of work that becomes due while the thread for it ends. One of the two threads does the work. */
@JCStressTest
@Outcome(id = {"1, 0", "0, 1"}, expect = Expect.ACCEPTABLE, desc = "done once")
@Outcome(expect = Expect.FORBIDDEN, desc = "not done, or twice")
@State
public class DueMarkStress {
    private final DueFlag flag = new DueFlag();

    /** Sets the flag, because work is due. */
    @Actor
    public void setter(II_Result result) {
        result.r1 = flag.set() ? 1 : 0;
    }

    /** Takes the flag a last time, and ends. */
    @Actor
    public void ending(II_Result result) {
        result.r2 = (flag.take() ? 1 : 0) + (flag.end() ? 1 : 0);
    }
}
