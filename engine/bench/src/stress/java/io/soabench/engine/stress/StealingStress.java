package io.soabench.engine.stress;

import io.soabench.engine.runtime.kernel.Activity;
import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.Deployment;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.Kernel;
import io.soabench.engine.runtime.kernel.KernelLimits;
import io.soabench.engine.runtime.kernel.MessageShape;
import io.soabench.engine.runtime.kernel.Program;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.runtime.scheduling.WorkerGroup;
import io.soabench.engine.runtime.scheduling.StealingWorker;
import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A test of three instances that wait for a worker, and of a neighbour that was called to help. Both begin at the same
 * time, and each instance runs once.
 */
@JCStressTest
@Outcome(id = "3, 0", expect = Expect.ACCEPTABLE, desc = "each ran once, nothing is left")
@Outcome(expect = Expect.FORBIDDEN, desc = "lost, or run twice")
@State
public class StealingStress {
    private static final QualifiedName NAME = new QualifiedName("urn:stress", "stress");
    private static final ServiceOperation RUN = new ServiceOperation(
            0,
            0,
            "link",
            "run",
            "",
            "",
            List.of(),
            new MessageShape(NAME, null, List.of()),
            null,
            List.of(),
            true,
            List.of());
    private static final int INSTANCES = 3;

    private final AtomicInteger ran = new AtomicInteger();
    private final ActorLoop ownerLoop = new ActorLoop();
    private final ActorLoop neighbourLoop = new ActorLoop();
    private final Kernel kernel = new Kernel(
            KernelLimits.DEFAULT, call -> {}, new SystemEngineClock(), new Counters(), error -> {});

    /** Hands the instances to a worker. */
    public StealingStress() {
        WorkerGroup group = new WorkerGroup();
        StealingWorker owner = new StealingWorker(ownerLoop, group, INSTANCES);
        new StealingWorker(neighbourLoop, group, INSTANCES);
        Program program = new Program(
                NAME,
                new Activity(0, "stress", this::begin, Activity.Links.NONE),
                List.of(RUN),
                List.of(),
                List.of("link"),
                Set.of(),
                false);
        Deployment deployment = new Deployment("stress", program, List.of(""), "");
        for (int i = 0; i < INSTANCES; i++) {
            if (!kernel.start(deployment, new InboundMessage(RUN, List.of(), ReplyTo.NOBODY), owner)) {
                throw new IllegalStateException("refused");
            }
        }
    }

    private void begin(Frame frame) {
        ran.incrementAndGet();
        frame.complete();
    }

    /** Runs the worker. */
    @Actor
    public void owner() {
        ownerLoop.run();
    }

    /** Runs its neighbour. */
    @Actor
    public void neighbour() {
        neighbourLoop.run();
    }

    /** Collects the rest. */
    @Arbiter
    public void end(II_Result result) {
        // The worker may have called its neighbour again after the neighbour's actor had ended.
        neighbourLoop.run();
        ownerLoop.run();
        result.r1 = ran.get();
        result.r2 = kernel.running();
    }
}
