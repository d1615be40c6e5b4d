package io.soabench.analyzer.compare;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Something in which a run differs from the baseline.
 *
 * @param label of the later run
 * @param engines names of the engines under test of which it tells; empty: it may concern everything that was measured
 * @param subject what it is about, as the start of a sentence
 * @param inA what it is in the baseline, in words; empty when {@code subject} says all
 * @param inB what it is in the later run
 */
public record Difference(Kind kind, String label, Set<String> engines, String subject, String inA, String inB) {

    /** What may differ between two runs, as a user says which difference is meant. */
    public enum Kind {
        /** Versions of what servers run, of plug-ins and of SOABench. */
        VERSION("run the same versions"),
        /** Types, parameters and command lines of servers. */
        SERVER("give the servers the same settings"),
        /** Machines, operating systems, Java, driver and load client. */
        ENVIRONMENT("run both on the same machines"),
        /** Processes, services, workloads, durations, metrics, the seed, or which cases there are. */
        MODEL("run both with the same model, profile and seed"),
        /** Runs that were not completed, and repetitions that do not count. */
        VALIDITY("measure what is missing");

        private final String remedy;

        Kind(String remedy) {
            this.remedy = remedy;
        }

        /** As a user writes it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The kind that a user means; empty when there is none. */
        public static Optional<Kind> of(String word) {
            return Arrays.stream(values())
                    .filter(kind -> kind.word().equals(word))
                    .findFirst();
        }

        /** All words, for a sentence. */
        public static String words() {
            return Arrays.stream(values()).map(Kind::word).collect(Collectors.joining(", "));
        }
    }

    /** What and where, one sentence without its end. */
    public String finding() {
        return inA.isEmpty() && inB.isEmpty()
                ? subject
                : subject + ": " + said(inA) + " in " + RunLabels.BASELINE + ", " + said(inB) + " in " + label;
    }

    private static String said(String value) {
        return value.isEmpty() ? "nothing" : value;
    }

    /** Why it stands against a comparison, and what to do. */
    public ComparisonRefusal refusal() {
        return new ComparisonRefusal(
                kind.word(),
                finding() + "; " + kind.remedy + ", or say -Dsoabench.differs=" + kind.word()
                        + " when this difference is meant");
    }
}
