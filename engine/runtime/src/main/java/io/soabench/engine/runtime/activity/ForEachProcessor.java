package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.kernel.Activity;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.Processor;
import io.soabench.engine.runtime.xml.Element;

/**
 * {@code forEach}: its scope for every value of a counter, one after the other or all at once (WS-BPEL 2.0, section 11.7).
 * Without a completion condition.
 */
public final class ForEachProcessor implements Processor {
    private static final double MAX_UNSIGNED_INT = 4_294_967_295.0;

    private final boolean parallel;
    private final CompiledExpression first;
    private final CompiledExpression last;
    private final Activity body;
    private final Reference counter;

    /**
     * A loop.
     *
     * @param parallel whether all turns run at once
     * @param first first value of the counter
     * @param last last value of the counter
     * @param body a scope
     * @param counter slot of the counter in that scope
     */
    public ForEachProcessor(
            boolean parallel, CompiledExpression first, CompiledExpression last, Activity body, Reference counter) {
        this.parallel = parallel;
        this.first = first;
        this.last = last;
        this.body = body;
        this.counter = counter;
    }

    /** Where a loop of one turn at a time stands. */
    private static final class Turns {
        private long next;
        private final long last;

        Turns(long next, long last) {
            this.next = next;
            this.last = last;
        }
    }

    @Override
    public void start(Frame frame) {
        Turns turns = new Turns(value(first, frame), value(last, frame));
        frame.data(turns);
        if (turns.next > turns.last) {
            frame.complete();
            return;
        }
        do {
            turn(frame, turns);
        } while (parallel && turns.next <= turns.last);
    }

    private void turn(Frame frame, Turns turns) {
        Element value = Element.text("", "", counter.name(), Long.toString(turns.next++));
        frame.start(body).data(new ScopeProcessor.Preset(counter, value));
    }

    private static long value(CompiledExpression expression, Frame frame) {
        double value = expression.number(frame);
        if (!(value >= 0 && value <= MAX_UNSIGNED_INT) || value != Math.rint(value)) {
            throw StandardFault.INVALID_EXPRESSION_VALUE.thrown(
                    "A counter value of " + frame.activity() + " is no unsigned integer.");
        }
        return (long) value;
    }

    @Override
    public void childCompleted(Frame frame, Frame child) {
        Turns turns = (Turns) frame.data();
        if (turns.next <= turns.last) {
            turn(frame, turns);
        } else if (!frame.hasChildren()) {
            frame.complete();
        }
    }
}
