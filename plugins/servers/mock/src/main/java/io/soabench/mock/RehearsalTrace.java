package io.soabench.mock;

import io.soabench.plan.FailureMark;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Behaviours for a rehearsal: few, and of every kind that the real ones have, so that all that a service may have to do is done. Most
 * answer at once; the last ones after a short delay. Left out are failures that end or silence a connection: they would rehearse
 * nothing but waiting.
 */
final class RehearsalTrace {

    /** Requests with these identifiers are known. */
    static final int LINES = 64;

    /** From this line on, the answer comes later: they lie together, so that the others need not wait for them. */
    private static final int DELAYED = LINES - LINES / 8;

    private static final int DELAY_US = 500;

    /** One in so many lines is of the next kind of failure, if there is any. */
    private static final int FAILING = 16;

    private static final int GAP_US = 1;
    private static final int LEAST_CAPACITY = 16;
    private static final int MOST_ADDED_US = 10;

    private RehearsalTrace() {}

    /** The identifier of a line. */
    static String uiid(int line) {
        return "-rehearsal.1." + (line + 1);
    }

    /** What stands in for those behaviours. */
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

    /** The kinds of failures, as a trace holds them. */
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
