package io.soabench.plan;

import java.math.BigDecimal;
import java.util.List;

/**
 * The result of an exploration of one engine, and its trials: {@code explore.json}. The file is rewritten after each
 * trial, so that an interrupted exploration can go on. An exploration searches either for a load or for a
 * configuration. The components of the other kind are {@code null}.
 *
 * @param format version of this format, {@link #FORMAT}
 * @param origin of the plans of its trials
 * @param exploration its name in the model
 * @param engine the server under test; empty of a black box
 * @param range bounds of the search; {@code null} in a search for a configuration
 * @param most trials that there may be
 * @param withinMs how long they may take together
 * @param precision distance of both ends of the answer at which the search ends, as a share of the lower end;
 *     {@code null} in a search for a configuration
 * @param objectives the objectives in the words of the model
 * @param load the answer: the bounds of the greatest load at which all objectives are met; {@code null} in a search for
 *     a configuration
 * @param probability that the answer is true; {@code null} in a search for a configuration
 * @param found place of the answer relative to the range; {@code null} in a search for a configuration
 * @param ended reason for the end of the search; empty while it may go on
 * @param sentence the answer in words
 * @param trials in their order
 * @param configuration the answer of a search for a configuration; {@code null} in a search for a load
 */
@FileFormat(version = ExploreRecord.FORMAT, remedy = "explore again")
public record ExploreRecord(
        int format,
        ModelOrigin origin,
        String exploration,
        String engine,
        Load range,
        int most,
        long withinMs,
        Double precision,
        List<String> objectives,
        Load load,
        Double probability,
        Found found,
        String ended,
        String sentence,
        List<Trial> trials,
        ConfigurationRecord configuration) {

    /** The version of the format that this class reads and writes. */
    public static final int FORMAT = 1;

    /** Creates the record of a search for a load. */
    public ExploreRecord(
            int format,
            ModelOrigin origin,
            String exploration,
            String engine,
            Load range,
            int most,
            long withinMs,
            double precision,
            List<String> objectives,
            Load load,
            double probability,
            Found found,
            String ended,
            String sentence,
            List<Trial> trials) {
        this(
                format,
                origin,
                exploration,
                engine,
                range,
                most,
                withinMs,
                (Double) precision,
                objectives,
                load,
                (Double) probability,
                found,
                ended,
                sentence,
                trials,
                null);
    }

    /** Returns whether a configuration is searched for, and not a load. */
    public boolean ofConfiguration() {
        return configuration != null;
    }

    /** The place of the answer. */
    public enum Found {
        /** The answer is not known precisely enough yet. */
        NOTHING,
        /** The answer is within the range and has the wanted precision. */
        BETWEEN,
        /** Even the least load of the range is too much. */
        BELOW,
        /** Even the greatest load of the range is not too much. */
        ABOVE
    }

    /**
     * A range of loads.
     *
     * @param low {@code null}: not known, and below all that was tried
     * @param high {@code null}: not known, and above all that was tried
     * @param unit {@code /s} or {@code clients}
     */
    public record Load(BigDecimal low, BigDecimal high, String unit) {

        /** Returns the bounds in words: {@code between 200 and 400 /s}. */
        public String words() {
            if (low == null && high == null) {
                return "anywhere";
            }
            if (low == null) {
                return "below " + high.toPlainString() + " " + unit;
            }
            return high == null
                    ? "above " + low.toPlainString() + " " + unit
                    : "between " + low.toPlainString() + " and " + high.toPlainString() + " " + unit;
        }
    }

    /** The result of a trial. */
    public enum Outcome {
        /** All objectives are met. */
        MET,
        /** An objective is missed, or the engine did not keep up. */
        MISSED,
        /** No objective is certainly missed, but one is undecided. */
        UNDECIDED,
        /** The trial was not measured correctly and is not used. */
        USELESS;

        /** Returns the word for the result: {@code met}. */
        public String text() {
            return switch (this) {
                case MET -> "met";
                case MISSED -> "missed";
                case UNDECIDED -> "undecided";
                case USELESS -> "of no use";
            };
        }
    }

    /**
     * A trial: one repetition at one load or with one configuration, on servers that were started for it.
     *
     * @param trial from 1; the name of its folder in {@code trials/}
     * @param caseId the case whose repetition it is
     * @param repetition number of the repetition: how often that load was tried, this trial included; in a confirmation
     *     the number of the block
     * @param load requests a second, or clients; {@code null} where a configuration is searched for
     * @param reason one sentence
     * @param attempt number of measurements of this trial; it is repeated when other programs kept the machine busy
     * @param durationMs of all attempts, starting and stopping of servers included
     * @param configuration number of the tried configuration, see {@link ConfigurationRecord.Candidate}; {@code null}
     *     where a load is searched for
     * @param rung of the selection, from 1; {@code null} in the confirmation, and where a load is searched for
     * @param value statistic by which configurations are ranked; {@code null} when it was not measured, and where a
     *     load is searched for
     */
    public record Trial(
            int trial,
            String caseId,
            int repetition,
            BigDecimal load,
            Outcome outcome,
            String reason,
            Figures figures,
            int attempt,
            long durationMs,
            Integer configuration,
            Integer rung,
            Double value) {

        /** Creates a trial of a load. */
        public Trial(
                int trial,
                String caseId,
                int repetition,
                BigDecimal load,
                Outcome outcome,
                String reason,
                Figures figures,
                int attempt,
                long durationMs) {
            this(trial, caseId, repetition, load, outcome, reason, figures, attempt, durationMs, null, null, null);
        }

        /** Returns whether the trial selects configurations. The quality of the selected one must not be judged by such trials. */
        public boolean selecting() {
            return rung != null;
        }
    }

    /**
     * The measured values; unknown ones are {@code null}.
     *
     * @param requests of the measurement
     * @param throughput answers a second
     * @param failureRate share of the requests
     * @param meanMs mean response time
     * @param objectives one for each that was judged
     */
    public record Figures(
            long requests,
            Double throughput,
            Double failureRate,
            Double meanMs,
            Double medianMs,
            Double p99Ms,
            List<Figure> objectives) {}

    /**
     * A number that decides an objective.
     *
     * @param text the objective
     * @param value in {@code unit}; {@code null} when it was not measured
     * @param low lower end of its interval within the trial; {@code null} when there is none
     * @param high upper end; {@code null} when there is none
     * @param bound the objective's limit
     * @param unit {@code ms} or {@code ratio}
     */
    public record Figure(
            String text, Double value, Double low, Double high, double bound, String unit, Outcome outcome) {}
}
