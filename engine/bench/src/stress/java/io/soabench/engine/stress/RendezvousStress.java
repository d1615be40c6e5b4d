package io.soabench.engine.stress;

import io.soabench.engine.runtime.kernel.Deployment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * A test of two messages that may be for one instance and arrive at the same time. The first one starts the instance.
 * The other one waits for it, and is not lost when the instance takes no more messages.
 */
@JCStressTest
@Outcome(id = "2, 2, 1", expect = Expect.ACCEPTABLE, desc = "each started an instance of its own in the end")
@Outcome(expect = Expect.FORBIDDEN, desc = "refused, left waiting, or run twice")
@State
public class RendezvousStress {
    private final StressEngine engine = new StressEngine();
    private final Deployment deployment = engine.deployment();
    private int acceptedOfOne;
    private int acceptedOfOther;

    /** Sends a value. */
    @Actor
    public void client() {
        acceptedOfOne = engine.send(deployment, "same", 0) ? 1 : 0;
    }

    /** Sends the same value. */
    @Actor
    public void otherClient() {
        acceptedOfOther = engine.send(deployment, "same", 1) ? 1 : 0;
    }

    /** Collects the rest. */
    @Arbiter
    public void end(III_Result result) {
        engine.finish();
        result.r1 = acceptedOfOne + acceptedOfOther;
        result.r2 = engine.ran();
        result.r3 = engine.empty() ? 1 : 0;
    }
}
