package io.soabench.plan;

import java.util.List;
import java.util.Map;

/**
 * The configuration of a server that successive halving found best, and the result of its confirmation: the part of
 * {@link ExploreRecord} for a search of configurations. The selected configuration looks too good in the measurements
 * of the selection, because these chose it. Therefore the {@link Confirmation} uses none of them.
 *
 * @param criterion the deciding statistic in the words of the model: {@code lowest p95 response-time}
 * @param unit of the deciding statistic: {@code ms} or {@code /s}
 * @param highest whether more is better
 * @param space number of configurations that the model names; greater than the number of tried ones if these were drawn
 *     at random
 * @param parameters the answer, by name, as the model writes their values; {@code null} while there is none
 * @param candidates the tried configurations: those of the selection in the order of the model, and the server's own
 *     one
 * @param rungs of the selection that were begun
 * @param confirmation {@code null} before it
 */
public record ConfigurationRecord(
        String criterion,
        String unit,
        boolean highest,
        int space,
        Map<String, String> parameters,
        List<Candidate> candidates,
        List<Rung> rungs,
        Confirmation confirmation) {

    /**
     * A configuration.
     *
     * @param configuration its number in the order of the model, from 1; 0 of the server's own where {@code vary} does not name it
     * @param engine the name under which its server is run
     * @param parameters those that vary, as the model writes them
     * @param own whether it is that with which the model has the server
     */
    public record Candidate(int configuration, String engine, Map<String, String> parameters, boolean own) {

        /** Returns the configuration in words: {@code workers 4, policy task}. */
        public String words() {
            StringBuilder words = new StringBuilder();
            parameters.forEach((name, value) -> words.append(words.length() == 0 ? "" : ", ")
                    .append(name)
                    .append(' ')
                    .append(value));
            return words.toString();
        }
    }

    /**
     * A round of the selection. Each remaining configuration is measured once, all for the same time.
     *
     * @param rung from 1
     * @param measureMs length of each measurement
     * @param tried numbers of its configurations, in the random order of its trials
     * @param ranking the same, the best first; empty while trials are missing
     * @param kept number of ranked configurations that stay in the selection, the best ones; 0 while that is not known
     */
    public record Rung(int rung, long measureMs, List<Integer> tried, List<Integer> ranking, int kept) {}

    /**
     * The comparison of the selected configuration with others, in repetitions that the selection did not use.
     *
     * @param blocks number of wanted blocks; within a block all configurations meet the same load
     * @param measureMs length of each measurement
     * @param configurations their numbers: the server's own, the selected one, and the second of the selection
     * @param compared the selected one against each of the others; empty while it goes on
     */
    public record Confirmation(int blocks, long measureMs, List<Integer> configurations, List<Compared> compared) {}

    /** The result for two configurations. */
    public enum Verdict {
        /** The selected one is better. */
        BETTER,
        /** It is worse. */
        WORSE,
        /** Both are the same to within a margin. */
        EQUIVALENT,
        /** No difference could be decided. */
        UNDECIDED,
        /** One of both did not keep up. */
        SATURATED;

        /** Returns the word for the comparison: {@code better}. */
        public String text() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /**
     * The selected configuration against another one, by pairs of repetitions of one block.
     *
     * @param configuration number of the selected one
     * @param against number of the other
     * @param value mean of the deciding statistic over the valid repetitions of the selected configuration;
     *     {@code null} when there are none
     * @param againstValue the same of the other
     * @param ratio deciding statistic of the selected configuration / that of the other one; {@code null} when it is
     *     not known
     * @param low lower end of its interval; {@code null} when there is none
     * @param high upper end; {@code null} when there is none
     * @param blocks in which both were measured
     * @param sentence the same in words
     */
    public record Compared(
            int configuration,
            int against,
            Verdict verdict,
            Double value,
            Double againstValue,
            Double ratio,
            Double low,
            Double high,
            int blocks,
            String sentence) {}

    /** Returns the configuration with that number. */
    public Candidate candidate(int configuration) {
        return candidates.stream()
                .filter(each -> each.configuration() == configuration)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no configuration " + configuration));
    }

    /** Returns the configuration of the server in the model. */
    public Candidate own() {
        return candidates.stream()
                .filter(Candidate::own)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no configuration is the server's own"));
    }
}
