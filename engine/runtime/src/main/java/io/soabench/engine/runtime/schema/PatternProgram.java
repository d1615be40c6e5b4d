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

    private final List<Instruction> steps;
    private final int repetitions;

    private PatternProgram(List<Instruction> steps, int repetitions) {
        this.steps = steps;
        this.repetitions = repetitions;
    }

    /** One step of the program. The step behind it comes next, unless a step names another one. */
    private sealed interface Instruction {}

    private record SingleCharacter(CharacterSet set) implements Instruction {}

    private record Branch(int first, int second) implements Instruction {}

    private record Repetition(int number, int after) implements Instruction {}

    private record Jump(int next) implements Instruction {}

    /** Writes a program. Belongs to one thread. */
    static final class Builder {
        private final List<Instruction> steps = new ArrayList<>();
        /** The steps for single characters: copies of a part share the set that they search. */
        private final IdentityHashMap<CharacterSet, SingleCharacter> characters = new IdentityHashMap<>();

        private int repetitions;

        /** Returns the number of steps of the program so far. */
        int size() {
            return steps.size();
        }

        /** Adds a part that takes one character of a set. */
        void one(CharacterSet set) {
            steps.add(characters.computeIfAbsent(set, SingleCharacter::new));
        }

        /** Adds a part that may occur or not. */
        void optional(Runnable body) {
            int at = reserved();
            body.run();
            steps.set(at, new Branch(at + 1, steps.size()));
        }

        /** Adds a part that may occur any number of times. */
        void repeated(Runnable body) {
            int number = repetitions++;
            int at = reserved();
            body.run();
            steps.add(new Jump(at));
            steps.set(at, new Repetition(number, steps.size()));
        }

        /** Adds a choice between two parts. */
        void either(Runnable first, Runnable second) {
            int at = reserved();
            first.run();
            int end = reserved();
            steps.set(at, new Branch(at + 1, steps.size()));
            second.run();
            steps.set(end, new Jump(steps.size()));
        }

        private int reserved() {
            steps.add(null);
            return steps.size() - 1;
        }

        PatternProgram build() {
            return new PatternProgram(List.copyOf(steps), repetitions);
        }
    }

    /**
     * Counts the steps that a text takes.
     *
     * @param most the number of steps at which counting ends
     * @return a little more than {@code most} when there are more
     */
    long count(String text, long most) {
        return new Search(text, most).count();
    }

    /** A search through one text, which tries one way after the other. */
    private final class Search {
        private final String text;
        private final long most;
        /** The places where each repetition has entered its body. */
        private final BitSet[] entered = new BitSet[repetitions];

        private final int[] entries = new int[repetitions];
        /** Pairs of a step and a place of the text, where ways begin that are not tried yet. */
        private int[] pending = new int[64];

        private int size;
        private long count;

        Search(String text, long most) {
            this.text = text;
            this.most = most;
        }

        long count() {
            add(0, 0);
            boolean done = false;
            while (!done && size > 0) {
                int place = pending[--size];
                int step = pending[--size];
                done = follow(step, place);
            }
            return count;
        }

        private void add(int step, int place) {
            pending = size + 2 > pending.length ? Arrays.copyOf(pending, 2 * pending.length) : pending;
            pending[size++] = step;
            pending[size++] = place;
        }

        /** Searches one way to its end; returns whether the text matches or there are too many steps. */
        private boolean follow(int from, int start) {
            int next = from;
            int place = start;
            while (true) {
                count++;
                boolean last = next == steps.size();
                if (count > most || last) {
                    return count > most || place == text.length();
                }
                Instruction step = steps.get(next);
                next++;
                if (step instanceof SingleCharacter one) {
                    int point = place < text.length() ? text.codePointAt(place) : -1;
                    if (point < 0 || !one.set().has(point)) {
                        return false;
                    }
                    place += Character.charCount(point);
                } else if (step instanceof Jump jump) {
                    next = jump.next();
                } else if (step instanceof Branch branch) {
                    next = branch.first();
                    add(branch.second(), place);
                } else if (step instanceof Repetition repetition) {
                    if (!enter(repetition.number(), place)) {
                        return false;
                    }
                    add(repetition.after(), place);
                }
            }
        }

        /** Begins the body of a repetition; returns false when it was entered at this place before. */
        private boolean enter(int repetition, int place) {
            count += entries[repetition] / PLACES_PER_STEP;
            if (entered[repetition] == null) {
                entered[repetition] = new BitSet();
            }
            if (entered[repetition].get(place)) {
                return false;
            }
            entered[repetition].set(place);
            entries[repetition]++;
            return true;
        }
    }
}
