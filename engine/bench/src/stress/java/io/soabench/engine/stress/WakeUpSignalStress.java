package io.soabench.engine.stress;

import io.soabench.engine.runtime.handover.WakeUpSignal;
import java.util.concurrent.atomic.AtomicBoolean;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Mode;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.Signal;
import org.openjdk.jcstress.annotations.State;

/** A test of a thread that sleeps until there is work, and of another one that brings work and rings once. */
@JCStressTest(Mode.Termination)
@Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "the ring was heard")
@Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "the ring was lost: the thread sleeps though there is work")
@State
public class WakeUpSignalStress {
    private final WakeUpSignal signal = new WakeUpSignal();
    private final AtomicBoolean work = new AtomicBoolean();

    /** Runs the thread that sleeps. */
    @Actor
    public void sleeper() {
        while (!work.get()) {
            signal.sleep(() -> !work.get(), Long.MAX_VALUE);
        }
    }

    /** Brings work. */
    @Signal
    public void ringer() {
        work.set(true);
        signal.wake();
    }
}
