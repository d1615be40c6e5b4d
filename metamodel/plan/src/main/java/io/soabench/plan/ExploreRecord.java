package io.soabench.plan;

import java.math.BigDecimal;
import java.util.List;

/**
 * The result of an exploration of one engine, and its trials: {@code explore.json}. The file is rewritten after each trial, so that an
 * interrupted exploration can go on. A load is searched for, or a configuration: components of the other of both are {@code null}.
 *
 * @param format version of this format, {@link #FORMAT}
 * @param origin of the plans of its trials
 * @param exploration its name in the model
 * @param engine the server under test; empty of a black box
 * @param range between which loads was searched; {@code null} of a configuration
 * @param most trials that there may be
 * @param withinMs how long they may take together
 * @param precision how far both ends of the answer may be apart to end the search, as a share of the lower one; {@code null} of a configuration
 * @param objectives the objectives in the words of the model
 * @param load the answer: up to which load it is; {@code null} of a configuration
 * @param probability that this is so; {@code null} of a configuration
 * @param found whether and where it was found; {@code null} of a configuration
 * @param ended why no further trial was begun; empty while there may be one
 * @param sentence the answer in words
 * @param trials in their order
 * @param configuration the answer where the configuration of a server is searched for; {@code null} of a load
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

    /** What a search for a load found. */
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

    /** Where the answer lies. */
    public enum Found {
        /** It is not known well enough yet. */
        NOTHING,
        /** Within the range, to the precision. */
        BETWEEN,
        /** Already the least load is too much. */
        BELOW,
        /** Even the greatest load is not too much. */
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
        /** One is missed, or the engine did not keep up. */
        MISSED,
        /** None is missed, but one may be. */
        UNDECIDED,
        /** It was not measured rightly; it teaches nothing. */
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
     * @param repetition which one: how often that load was tried, this trial included; in a confirmation the block
     * @param load requests a second, or clients; {@code null} where a configuration is searched for
     * @param reason one sentence
     * @param attempt how often it was measured, because something else kept the machine busy before
     * @param durationMs of all attempts, starting and stopping of servers included
     * @param configuration which one was tried, see {@link ConfigurationRecord.Candidate}; {@code null} where a load is searched for
     * @param rung of the selection, from 1; {@code null} in the confirmation, and where a load is searched for
     * @param value what configurations are ranked by; {@code null} when it was not measured, and where a load is searched for
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

        /** A trial of a load. */
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
     * What was measured; {@code null} what is not known.
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
