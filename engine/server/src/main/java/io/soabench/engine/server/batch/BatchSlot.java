package io.soabench.engine.server.batch;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.kernel.Deployment;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.InstanceObserver;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A slot of the window of a batch, which runs one instance after another.
 *
 * <p>Assumption: one instance at a time answers and ends here, on any thread. Guarantee: the next instance is started
 * by the thread on which the previous one has ended, and given to the worker of the lane. {@link BatchRun#await} starts
 * an instance again that the engine had no room for.
 */
final class BatchSlot implements ReplyTo, InstanceObserver {
    private static final int STARTING = 0;
    private static final int STARTED = 1;
    private static final int ENDED = 2;

    private final BatchRun run;
    private final BatchNumbers.Range numbers;
    private final BatchLane lane;
    private final Deployment deployment;
    private final InboundMessage message;
    private final AtomicInteger phase = new AtomicInteger();
    private final AtomicLong completed = new AtomicLong();
    private final AtomicLong faulted = new AtomicLong();
    private long number;
    private boolean failed;

    BatchSlot(BatchRun run, BatchNumbers.Range numbers, BatchLane lane, Deployment deployment) {
        this.run = run;
        this.numbers = numbers;
        this.lane = lane;
        this.deployment = deployment.observed(this);
        this.message = new InboundMessage(run.operation(), run.template().parts(1), this);
    }

    /** Starts the next instance. Repeats that as long as the instance has already ended when its start returns. */
    void next() {
        try {
            do {
                if (run.isStopped() || (number == 0 && (number = numbers.next()) == 0)) {
                    run.done();
                    return;
                }
                failed = false;
                phase.set(STARTING);
                if (!lane.kernel().start(deployment, message(), lane.place().get())) {
                    if (deployment.isClosed()) {
                        run.stop(BatchRun.End.UNDEPLOYED);
                    }
                    run.retryLater(this);
                    return;
                }
            } while (!isUnderWay());
        } catch (RuntimeException | Error e) {
            run.broken(e);
            run.done();
        }
    }

    private boolean isUnderWay() {
        number = 0;
        return phase.compareAndSet(STARTING, STARTED);
    }

    private InboundMessage message() {
        return run.template().isNumbered()
                ? new InboundMessage(run.operation(), run.template().parts(number), this)
                : message;
    }

    @Override
    public void reply(List<Element> parts) {
        run.replied(parts);
    }

    @Override
    public void fault(Fault fault) {
        failed = true;
        run.faulted(fault);
    }

    @Override
    public void ended(Fault fault) {
        if (fault != null) {
            fault(fault);
        }
        if (failed) {
            faulted.incrementAndGet();
        } else {
            completed.incrementAndGet();
        }
        if (!phase.compareAndSet(STARTING, ENDED)) {
            next();
        }
    }

    /** Returns the deployment whose instances run here. */
    Deployment deployment() {
        return deployment;
    }

    /** Returns the number of instances that ended normally and did not answer with a fault. */
    long completed() {
        return completed.get();
    }

    /** Returns the number of other instances that ended. */
    long faulted() {
        return faulted.get();
    }
}
