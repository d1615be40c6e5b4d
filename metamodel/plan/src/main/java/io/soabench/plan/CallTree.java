package io.soabench.plan;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.PrimitiveIterator;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The calls that a process prescribes, as a tree in document order. It gives the number of calls of one instance (for
 * the ledger) and the response time of an engine that needs no time itself (the <em>ideal engine</em>).
 *
 * @param kind of this node
 * @param times number of runs of the body of a {@link Kind#LOOP}; -1 when it depends on data
 * @param link partner link of a {@link Kind#CALL}; otherwise empty
 * @param operation operation of a {@link Kind#CALL}; otherwise empty
 * @param oneWay whether a {@link Kind#CALL} waits for no answer
 * @param delayMs duration of a {@link Kind#WAIT}; otherwise 0
 * @param children in document order
 * @param after for each child of a {@link Kind#PARALLEL}, the indices of the children that must end before it starts
 */
public record CallTree(
        Kind kind,
        int times,
        String link,
        String operation,
        boolean oneWay,
        long delayMs,
        List<CallTree> children,
        List<List<Integer>> after) {

    /** The kinds of nodes. */
    public enum Kind {
        SEQUENCE,
        PARALLEL,
        CHOICE,
        LOOP,
        CALL,
        WAIT
    }

    /** Returns a tree whose children run one after the other. */
    public static CallTree sequence(List<CallTree> children) {
        return new CallTree(Kind.SEQUENCE, 1, "", "", false, 0, List.copyOf(children), List.of());
    }

    /**
     * Returns a tree whose children run at once, apart from dependencies: {@code after} has one list of child indices
     * for each child.
     */
    public static CallTree parallel(List<CallTree> children, List<List<Integer>> after) {
        return new CallTree(Kind.PARALLEL, 1, "", "", false, 0, List.copyOf(children), List.copyOf(after));
    }

    /** Returns a tree in which one of the children runs; data decide which one. */
    public static CallTree choice(List<CallTree> children) {
        return new CallTree(Kind.CHOICE, 1, "", "", false, 0, List.copyOf(children), List.of());
    }

    /** Returns a tree in which the body runs repeatedly; {@code times} is -1 when the number depends on data. */
    public static CallTree loop(CallTree body, int times) {
        return new CallTree(Kind.LOOP, times, "", "", false, 0, List.of(body), List.of());
    }

    /** Returns one call of a partner. */
    public static CallTree call(String link, String operation, boolean oneWay) {
        return new CallTree(Kind.CALL, 1, link, operation, oneWay, 0, List.of(), List.of());
    }

    /** Returns a pause that the process prescribes. */
    public static CallTree pause(long delayMs) {
        return new CallTree(Kind.WAIT, 1, "", "", false, delayMs, List.of(), List.of());
    }

    /** Returns how many calls one instance makes; empty when that depends on data, or is no {@code int}. */
    public OptionalInt calls() {
        return calls(any -> true);
    }

    /** Returns how many calls one instance makes by some partner links; empty as for {@link #calls()}. */
    public OptionalInt calls(Predicate<String> links) {
        return switch (kind) {
            case CALL -> OptionalInt.of(links.test(link) ? 1 : 0);
            case WAIT -> OptionalInt.of(0);
            case SEQUENCE, PARALLEL -> sum(links);
            case LOOP -> {
                OptionalInt body = children.get(0).calls(links);
                if (body.isPresent() && body.getAsInt() == 0) {
                    yield OptionalInt.of(0);
                }
                yield times < 0 || body.isEmpty() ? OptionalInt.empty() : number((long) times * body.getAsInt());
            }
            case CHOICE -> {
                int[] distinct = children.stream()
                        .mapToInt(c -> c.calls(links).orElse(-1))
                        .distinct()
                        .toArray();
                yield distinct.length == 1 && distinct[0] >= 0 ? OptionalInt.of(distinct[0]) : OptionalInt.empty();
            }
        };
    }

    private OptionalInt sum(Predicate<String> links) {
        long sum = 0;
        for (CallTree child : children) {
            OptionalInt calls = child.calls(links);
            if (calls.isEmpty()) {
                return calls;
            }
            sum += calls.getAsInt();
        }
        return number(sum);
    }

    private static OptionalInt number(long calls) {
        return calls > Integer.MAX_VALUE ? OptionalInt.empty() : OptionalInt.of((int) calls);
    }

    /** Returns whether two calls of one instance may be under way at once. */
    public boolean mayOverlap() {
        if (kind == Kind.PARALLEL) {
            for (int i = 0; i < children.size(); i++) {
                for (int j = 0; j < i; j++) {
                    if (children.get(i).isWaiting()
                            && children.get(j).isWaiting()
                            && !waits(after, i, j)
                            && !waits(after, j, i)) {
                        return true;
                    }
                }
            }
        }
        return children.stream().anyMatch(CallTree::mayOverlap);
    }

    /** Returns whether a call of this node waits for the answer of its partner. */
    private boolean isWaiting() {
        return kind == Kind.CALL ? !oneWay : children.stream().anyMatch(CallTree::isWaiting);
    }

    /**
     * Returns whether a branch waits for another one, directly or not.
     *
     * @param after for each branch, those that must end before it starts
     */
    public static boolean waits(List<? extends List<Integer>> after, int branch, int other) {
        Set<Integer> seen = new HashSet<>();
        Deque<Integer> open = new ArrayDeque<>(List.of(branch));
        while (!open.isEmpty()) {
            int at = open.pop();
            if (at == other) {
                return true;
            }
            if (seen.add(at)) {
                open.addAll(after.get(at));
            }
        }
        return false;
    }

    /**
     * Returns the time that an engine without any overhead needs for one instance.
     *
     * @param delaysNs the partner's response time of each call in document order, loops unrolled; as many as
     *     {@link #calls()}, which must be present
     * @return nanoseconds
     * @throws IllegalArgumentException when the number of delays is not the number of calls
     */
    public long idealNs(long... delaysNs) {
        OptionalInt calls = calls();
        if (calls.isEmpty() || calls.getAsInt() != delaysNs.length) {
            throw new IllegalArgumentException("the process prescribes "
                    + (calls.isEmpty() ? "a number of calls that depends on data" : calls.getAsInt() + " calls")
                    + ", but there are " + delaysNs.length + " delays");
        }
        return idealNs(Arrays.stream(delaysNs).iterator());
    }

    private long idealNs(PrimitiveIterator.OfLong delays) {
        return switch (kind) {
            case CALL -> {
                long delay = delays.nextLong();
                yield oneWay ? 0 : delay;
            }
            case WAIT -> delayMs * 1_000_000L;
            case LOOP -> {
                long sum = 0;
                for (int i = 0; i < times; i++) {
                    sum += children.get(0).idealNs(delays);
                }
                yield sum;
            }
            // All branches make the same number of calls here. The branch that ran is unknown, so the first one is
            // taken.
            case CHOICE -> children.isEmpty() ? 0 : children.get(0).idealNs(delays);
            case SEQUENCE -> {
                long sum = 0;
                for (CallTree child : children) {
                    sum += child.idealNs(delays);
                }
                yield sum;
            }
            case PARALLEL -> longestPath(delays);
        };
    }

    /**
     * Returns a lower bound of the time of an answer with these delays of its calls. It ignores links between branches,
     * and takes no time for a choice between branches.
     *
     * @param delaysNs as for {@link #idealNs(long...)}
     */
    public long leastNs(long... delaysNs) {
        return leastNs(Arrays.stream(delaysNs).iterator());
    }

    private long leastNs(PrimitiveIterator.OfLong delays) {
        return switch (kind) {
            case CALL, WAIT -> idealNs(delays);
            case CHOICE -> {
                for (int i = 0; i < calls().orElse(0); i++) {
                    delays.nextLong();
                }
                yield 0;
            }
            case LOOP -> {
                long sum = 0;
                for (int i = 0; i < times; i++) {
                    sum += children.get(0).leastNs(delays);
                }
                yield sum;
            }
            case SEQUENCE -> {
                long sum = 0;
                for (CallTree child : children) {
                    sum += child.leastNs(delays);
                }
                yield sum;
            }
            case PARALLEL -> {
                long longest = 0;
                for (CallTree child : children) {
                    longest = Math.max(longest, child.leastNs(delays));
                }
                yield longest;
            }
        };
    }

    private long longestPath(PrimitiveIterator.OfLong delays) {
        int n = children.size();
        long[] own = new long[n];
        for (int i = 0; i < n; i++) {
            own[i] = children.get(i).idealNs(delays);
        }
        long[] end = new long[n];
        Arrays.fill(end, -1);
        long longest = 0;
        for (int i = 0; i < n; i++) {
            longest = Math.max(longest, endOf(i, own, end));
        }
        return longest;
    }

    /** Visits activities depth first without recursion: link graphs may be long chains. */
    private long endOf(int child, long[] own, long[] end) {
        Deque<Integer> open = new ArrayDeque<>();
        open.push(child);
        while (!open.isEmpty()) {
            int i = open.peek();
            long begin = 0;
            boolean known = true;
            for (int before : after.get(i)) {
                if (end[before] < 0) {
                    open.push(before);
                    known = false;
                    break;
                }
                begin = Math.max(begin, end[before]);
            }
            if (known) {
                end[i] = begin + own[i];
                open.pop();
            }
        }
        return end[child];
    }
}
