package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.kernel.Activity;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.Processor;
import io.soabench.engine.runtime.kernel.StateReader;
import io.soabench.engine.runtime.kernel.StateWriter;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;

/**
 * The processor of {@code forEach}. It runs its scope for each value of a counter, one after the other or all in
 * parallel (WS-BPEL 2.0, section 11.7).
 *
 * <p>With a completion condition it ends as soon as enough iterations have completed, and terminates the others.
 *
 * <p>Iterations that would exceed the largest number of activities of an instance raise {@code limitExceeded}. Without
 * a completion condition, the fault is raised before the first iteration begins.
 */
public final class ForEachProcessor implements Processor {
    private static final double MAX_UNSIGNED_INT = 4_294_967_295.0;

    private final boolean parallel;
    private final CompiledExpression first;
    private final CompiledExpression last;
    private final Activity body;
    private final Reference counter;
    private final CompiledExpression branches;
    private final boolean successfulOnly;

    /**
     * Creates a processor.
     *
     * @param parallel whether the iterations run in parallel
     * @param first the first value of the counter
     * @param last the last value of the counter
     * @param body the scope that it runs
     * @param counter the slot of the counter in that scope
     * @param branches the number of iterations that must complete; null for all
     * @param successfulOnly whether iterations that have handled a fault do not count
     */
    public ForEachProcessor(
            boolean parallel,
            CompiledExpression first,
            CompiledExpression last,
            Activity body,
            Reference counter,
            CompiledExpression branches,
            boolean successfulOnly) {
        this.parallel = parallel;
        this.first = first;
        this.last = last;
        this.body = body;
        this.counter = counter;
        this.branches = branches;
        this.successfulOnly = successfulOnly;
    }

    /** The progress of a loop. */
    private static final class Iterations {
        private static final long ALL = -1;

        private long next;
        private final long last;
        private long wanted = ALL;
        private long counted;
        private long open;
        private boolean enough;

        Iterations(long next, long last) {
            this.next = next;
            this.last = last;
            this.open = Math.max(0, last - next + 1);
        }
    }

    @Override
    public void start(Frame frame) {
        Iterations iterations = new Iterations(value(first, frame), value(last, frame));
        frame.data(iterations);
        if (branches != null) {
            iterations.wanted = value(branches, frame);
            if (iterations.wanted > iterations.open) {
                throw StandardFault.INVALID_BRANCH_CONDITION.thrown("The completion condition of " + frame.activity()
                        + " wants " + iterations.wanted + " of " + iterations.open + " turns.");
            }
        }
        if (iterations.next > iterations.last) {
            frame.complete();
            return;
        }
        if (parallel && branches == null) {
            frame.instance().memory().requireRoom(iterations.open);
        }
        if (parallel && branches != null) {
            // Each iteration runs as far as it can before the next one begins, because it may be the last one that is
            // needed.
            boolean running = true;
            while (running && iterations.next <= iterations.last && !iterations.enough) {
                frame.instance().memory().requireRoom(1);
                running = frame.instance().runQueue().runAhead(() -> startIteration(frame, iterations))
                        && frame.isActive()
                        && !frame.isTerminating();
            }
            return;
        }
        do {
            startIteration(frame, iterations);
        } while (parallel && iterations.next <= iterations.last);
    }

    /** Starts the next iteration. */
    private void startIteration(Frame frame, Iterations iterations) {
        Element value = Element.text("", "", counter.name(), Long.toString(iterations.next++));
        frame.start(body).data(new ScopeProcessor.Preset(counter, value));
    }

    /** Returns the value of an expression, which must be an xsd:unsignedInt. */
    private static long value(CompiledExpression expression, Frame frame) {
        double value = expression.number(frame);
        if (!(value >= 0 && value <= MAX_UNSIGNED_INT) || value != Math.rint(value)) {
            throw StandardFault.INVALID_EXPRESSION_VALUE.thrown(
                    "A number of " + frame.activity() + " is no unsigned integer.");
        }
        return (long) value;
    }

    @Override
    public void childCompleted(Frame frame, Frame child) {
        Iterations iterations = (Iterations) frame.data();
        if (!iterations.enough && iterations.wanted != Iterations.ALL) {
            count(frame, iterations, child);
        }
        boolean more = iterations.next <= iterations.last && !iterations.enough;
        if (more && !parallel) {
            startIteration(frame, iterations);
        } else if (!more && !frame.hasChildren()) {
            frame.complete();
        }
    }

    /** Counts an iteration that has completed, and checks the completion condition. */
    private void count(Frame frame, Iterations iterations, Frame child) {
        iterations.open--;
        if (!successfulOnly || ScopeProcessor.isSuccessful(child)) {
            iterations.counted++;
        }
        if (iterations.counted >= iterations.wanted) {
            iterations.enough = true;
            frame.terminateChildren();
        } else if (iterations.counted + iterations.open < iterations.wanted) {
            throw StandardFault.COMPLETION_CONDITION_FAILURE.thrown("Only " + iterations.counted + " of "
                    + iterations.wanted + " turns of " + frame.activity() + " have completed and too few are left.");
        }
    }

    @Override
    public void childTerminated(Frame frame, Frame child) {
        if (frame.isTerminating()) {
            Processor.super.childTerminated(frame, child);
        } else if (((Iterations) frame.data()).enough && !frame.hasChildren()) {
            frame.complete();
        }
    }

    @Override
    public List<Activity> children() {
        return List.of(body);
    }

    /** Returns the slot of the counter in the scope that it runs. */
    Reference counter() {
        return counter;
    }

    @Override
    public void write(Frame frame, StateWriter snapshot) {
        snapshot.flag(frame.data() != null);
        if (frame.data() instanceof Iterations iterations) {
            snapshot.number(iterations.next);
            snapshot.number(iterations.last);
            snapshot.number(iterations.wanted);
            snapshot.number(iterations.counted);
            snapshot.number(iterations.open);
            snapshot.flag(iterations.enough);
        }
    }

    @Override
    public void read(Frame frame, StateReader snapshot) {
        if (snapshot.flag()) {
            long next = snapshot.number();
            Iterations iterations = new Iterations(next, snapshot.number());
            iterations.wanted = snapshot.number();
            iterations.counted = snapshot.number();
            iterations.open = snapshot.number();
            iterations.enough = snapshot.flag();
            frame.data(iterations);
        }
    }
}
