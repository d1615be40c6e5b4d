package io.soabench.analyzer.compare;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A difference between a run and the baseline.
 *
 * @param label label of the later run
 * @param engines names of the engines under test that the difference concerns; empty when it may concern all measurements
 * @param subject the differing thing, as the start of a sentence
 * @param inA the baseline's state in words; empty when {@code subject} is complete by itself
 * @param inB the later run's state in words
 */
public record Difference(Kind kind, String label, Set<String> engines, String subject, String inA, String inB) {

    /** The kinds of differences between two runs, as a user names them. */
    public enum Kind {
        /** Versions of the programs of servers, of plug-ins and of SOABench. */
        VERSION("run the same versions"),
        /** Types, parameters and command lines of servers. */
        SERVER("give the servers the same settings"),
        /** Machines, operating systems, Java, driver and load client. */
        ENVIRONMENT("run both on the same machines"),
        /** Processes, services, workloads, durations, metrics, the seed, or the set of cases. */
        MODEL("run both with the same model, profile and seed"),
        /** Runs that were not completed, and repetitions that do not count. */
        VALIDITY("measure what is missing");

        private final String remedy;

        Kind(String remedy) {
            this.remedy = remedy;
        }

        /** Returns the kind as a user writes it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the kind that a user names; empty when there is none. */
        public static Optional<Kind> of(String word) {
            return Arrays.stream(values())
                    .filter(kind -> kind.word().equals(word))
                    .findFirst();
        }

        /** Returns all words, for a sentence. */
        public static String words() {
            return Arrays.stream(values()).map(Kind::word).collect(Collectors.joining(", "));
        }
    }

    /** Returns the difference with its place, a sentence without its end. */
    public String finding() {
        return inA.isEmpty() && inB.isEmpty()
                ? subject
                : subject + ": " + words(inA) + " in " + RunLabels.BASELINE + ", " + words(inB) + " in " + label;
    }

    private static String words(String value) {
        return value.isEmpty() ? "nothing" : value;
    }

    /** Returns the reason against a comparison, with the cure. */
    public ComparisonRefusal refusal() {
        return new ComparisonRefusal(
                kind.word(),
                finding() + "; " + kind.remedy + ", or set -Dsoabench.differs=" + kind.word()
                        + " when this difference is meant");
    }
}
