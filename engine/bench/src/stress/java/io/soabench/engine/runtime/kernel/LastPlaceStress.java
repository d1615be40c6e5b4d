package io.soabench.engine.runtime.kernel;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * A test of two threads that want the last place below a limit, which is hidden in the credit of a third thread. One of
 * them gets it.
 */
@JCStressTest
@Outcome(
        id = {"1, 0, 0", "0, 1, 0"},
        expect = Expect.ACCEPTABLE,
        desc = "one has the place, and the sum is the limit")
@Outcome(expect = Expect.FORBIDDEN, desc = "above the limit, or refused though there was a place")
@State
public class LastPlaceStress {
    private static final long LIMIT = 10_000;

    private final LimitedSum sum = new LimitedSum(LIMIT, LIMIT);

    /** Leaves one place, in a credit. */
    public LastPlaceStress() {
        sum.addUnchecked(1);
        sum.addUnchecked(LIMIT - 2);
    }

    /** Wants the place. */
    @Actor
    public void first(III_Result result) {
        result.r1 = sum.add(1, LIMIT) ? 1 : 0;
    }

    /** Wants it, too. */
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
