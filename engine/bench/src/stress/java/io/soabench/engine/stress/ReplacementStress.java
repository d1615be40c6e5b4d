package io.soabench.engine.stress;

import io.soabench.engine.runtime.kernel.Deployment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/**
 * A test of a client that sends to a version of a process while this version is replaced. The message is accepted and
 * runs once, in either version.
 */
@JCStressTest
@Outcome(id = "1, 1, 0, 1", expect = Expect.ACCEPTABLE, desc = "it ran, and nothing is left in either version")
@Outcome(expect = Expect.FORBIDDEN, desc = "refused, lost, run twice, or counted for ever")
@State
public class ReplacementStress {
    private final StressEngine engine = new StressEngine();
    private final Deployment first = engine.deployment();
    private final Deployment second = engine.deployment();
    private int accepted;

    /** Sends to the first version. */
    @Actor
    public void client() {
        accepted = engine.send(first, "a", 0) ? 1 : 0;
    }

    /** Replaces the version. */
    @Actor
    public void operator() {
        second.replaces(first);
        first.close();
    }

    /** Collects the rest. */
    @Arbiter
    public void end(IIII_Result result) {
        engine.finish();
        result.r1 = accepted;
        result.r2 = engine.ran();
        result.r3 = first.running() + second.running();
        result.r4 = engine.empty() ? 1 : 0;
    }
}
