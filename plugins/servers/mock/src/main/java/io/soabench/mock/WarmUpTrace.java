package io.soabench.mock;

import io.soabench.plan.FailureMark;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The behaviours of a warm-up: few, but of every kind in the real trace, so that each code path of a service runs.
 * Most answers are immediate, and the last ones come after a short delay. Failures that end or silence a connection are
 * left out, because they would warm up nothing.
 */
final class WarmUpTrace {

    /** The number of lines, and so of known identifiers. */
    static final int LINES = 64;

    /** The first line with a delayed answer. Delayed lines lie together, so that the others need not wait for them. */
    private static final int DELAYED = LINES - LINES / 8;

    private static final int DELAY_US = 500;

    /** The interval of lines with the next kind of failure, if there is any. */
    private static final int FAILING = 16;

    private static final int GAP_US = 1;
    private static final int LEAST_CAPACITY = 16;
    private static final int MOST_ADDED_US = 10;

    private WarmUpTrace() {}

    /** Returns the identifier of a line. */
    static String uiid(int line) {
        return "-rehearsal.1." + (line + 1);
    }

    /** Returns substitutes for those behaviours. */
    static BehaviourTrace like(BehaviourTrace real) {
        List<Integer> failures = failures(real);
        BehaviourTrace.Builder trace = new BehaviourTrace.Builder();
        trace.load(
                real.capacity() == 0 ? 0 : Math.max(real.capacity(), LEAST_CAPACITY),
                Math.min(real.perConcurrentUs(), MOST_ADDED_US));
        for (int line = 0; line < LINES; line++) {
            byte[] key = uiid(line).getBytes(StandardCharsets.US_ASCII);
            trace.line(key, 0, key.length);
            boolean fails = !failures.isEmpty() && line % FAILING == FAILING / 2;
            trace.behaviour(line < DELAYED ? 0 : DELAY_US, real.limited() ? GAP_US : 0, fails);
            if (fails) {
                trace.failure(failures.get(line / FAILING % failures.size()));
            }
        }
        return trace.build();
    }

    /** Returns the kinds of failures in a trace. */
    private static List<Integer> failures(BehaviourTrace real) {
        TreeSet<Integer> kinds = new TreeSet<>();
        IntStream.range(0, real.behaviours())
                .filter(real::fails)
                .filter(behaviour -> real.status(behaviour) > 0 || keepsConnections(real.mark(behaviour)))
                .map(real::failure)
                .forEach(kinds::add);
        return new ArrayList<>(kinds);
    }

    private static boolean keepsConnections(FailureMark mark) {
        return mark != FailureMark.CLOSE && mark != FailureMark.SILENCE;
    }
}
