package io.soabench.engine.runtime.schema;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * A counter of the steps of a search with backtracking, as the validator of the JDK searches. An optional part is tried
 * both ways. A repetition without an end enters its body once at each place of the text, and to know that it looks
 * through the places where it was. So the first kind takes exponential time, and the second the square of the text's
 * length. Immutable.
 */
final class PatternProgram {
    /** The number of places that a repetition reads in about the time of a step. */
    private static final int PLACES_PER_STEP = 100;

    private final List<Step> steps;
    private final int loops;

    private PatternProgram(List<Step> steps, int loops) {
        this.steps = steps;
        this.loops = loops;
    }

    /** One step of the program. The step behind it comes next, unless a step names another one. */
    private sealed interface Step {}

    private record One(CharacterSet set) implements Step {}

    private record Either(int first, int second) implements Step {}

    private record Loop(int number, int after) implements Step {}

    private record To(int next) implements Step {}

    /** Writes a program. Belongs to one thread. */
    static final class Writing {
        private final List<Step> steps = new ArrayList<>();
        /** The steps for single characters: copies of a part share the set that they search. */
        private final IdentityHashMap<CharacterSet, One> ones = new IdentityHashMap<>();

        private int loops;

        /** Returns the number of steps of the program so far. */
        int size() {
            return steps.size();
        }

        void one(CharacterSet set) {
            steps.add(ones.computeIfAbsent(set, One::new));
        }

        /** Adds a part that may occur or not. */
        void optional(Runnable body) {
            int at = reserved();
            body.run();
            steps.set(at, new Either(at + 1, steps.size()));
        }

        /** Adds a part that may occur any number of times. */
        void repeated(Runnable body) {
            int number = loops++;
            int at = reserved();
            body.run();
            steps.add(new To(at));
            steps.set(at, new Loop(number, steps.size()));
        }

        /** Adds a choice between two parts. */
        void either(Runnable first, Runnable second) {
            int at = reserved();
            first.run();
            int end = reserved();
            steps.set(at, new Either(at + 1, steps.size()));
            second.run();
            steps.set(end, new To(steps.size()));
        }

        private int reserved() {
            steps.add(null);
            return steps.size() - 1;
        }

        PatternProgram written() {
            return new PatternProgram(List.copyOf(steps), loops);
        }
    }

    /**
     * Counts the steps that a text takes.
     *
     * @param most the number of steps at which counting ends
     * @return a little more than {@code most} when there are more
     */
    long count(String text, long most) {
        BitSet[] been = new BitSet[loops];
        int[] places = new int[loops];
        int[] open = new int[64];
        int size = 2;
        long count = 0;
        while (size > 0) {
            int at = open[--size];
            int next = open[--size];
            while (next >= 0) {
                count++;
                if (count > most || (next == steps.size() && at == text.length())) {
                    return count;
                }
                Step step = next == steps.size() ? null : steps.get(next);
                next++;
                if (step == null) {
                    next = -1;
                } else if (step instanceof One one) {
                    int point = at < text.length() ? text.codePointAt(at) : -1;
                    next = point >= 0 && one.set().has(point) ? next : -1;
                    at += Character.charCount(Math.max(0, point));
                } else if (step instanceof To to) {
                    next = to.next();
                } else {
                    int other;
                    if (step instanceof Either either) {
                        next = either.first();
                        other = either.second();
                    } else {
                        Loop loop = (Loop) step;
                        int number = loop.number();
                        been[number] = been[number] == null ? new BitSet() : been[number];
                        count += places[number] / PLACES_PER_STEP;
                        if (been[number].get(at)) {
                            next = -1;
                            continue;
                        }
                        been[number].set(at);
                        places[number]++;
                        other = loop.after();
                    }
                    open = size + 2 > open.length ? Arrays.copyOf(open, 2 * open.length) : open;
                    open[size++] = other;
                    open[size++] = at;
                }
            }
        }
        return count;
    }
}
