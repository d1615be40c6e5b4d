package io.soabench.engine.runtime.kernel;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * A test of a thread that gives up a place below a limit and wants one again, while another thread wants one. There are
 * credits, and no other place is free. One of the two gets the place.
 */
@JCStressTest
@Outcome(
        id = {"1, 0, 0", "0, 1, 0"},
        expect = Expect.ACCEPTABLE,
        desc = "one has the place, and the sum is the limit")
@Outcome(expect = Expect.FORBIDDEN, desc = "above the limit, or a place was lost")
@State
public class FreedPlaceStress {
    private static final long LIMIT = 10_000;

    private final LimitedSum sum = new LimitedSum(LIMIT, LIMIT);

    /** Leaves no place. */
    public FreedPlaceStress() {
        sum.addUnchecked(1);
        sum.addUnchecked(LIMIT - 1);
    }

    /** Gives a place up, and wants one. */
    @Actor
    public void first(III_Result result) {
        sum.subtract(1);
        result.r1 = sum.add(1, LIMIT) ? 1 : 0;
    }

    /** Wants a place. */
    @Actor
    public void second(III_Result result) {
        result.r2 = sum.add(1, LIMIT) ? 1 : 0;
    }

    /** Compares the sum with the limit. */
    @Arbiter
    public void end(III_Result result) {
        result.r3 = (int) (LIMIT - sum.get());
    }
}
