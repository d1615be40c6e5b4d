package io.soabench.analyzer.validity;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A criterion of a repetition's validity: the examined quantity, the condition of a violation with its reason, the
 * consequence, and the remedy.
 */
public final class Criterion {

    /** Unit of shares. */
    static final String RATIO = "ratio";

    /** Unit of durations. */
    static final String MS = "ms";

    /** The parts of an experiment that criteria examine. */
    public enum Subject {
        /** The engine under test. */
        ENGINE,
        /** The measuring side: load clients, mock hosts, machines, network, and the driver. */
        HARNESS,
        /** The engine and the harness together. */
        BOTH
    }

    /** The circumstances that turn a violation into a warning. */
    enum Excuse {
        NONE,
        /** The engine hung, which is the result of the repetition. */
        HANG,
        /** The engine hung or did not keep up, which is the result of the repetition. */
        SLOW,
        /** The engine hung or did not keep up, while all threads of a load client waited for it. */
        SLOW_WITHOUT_FREE_THREAD;

        boolean holds(Evidence evidence) {
            return switch (this) {
                case NONE -> false;
                case HANG -> evidence.hung();
                case SLOW -> evidence.slow();
                case SLOW_WITHOUT_FREE_THREAD -> evidence.slow() && evidence.withoutFreeThread();
            };
        }
    }

    /** The judgement of a repetition. */
    interface Judgement {
        void judge(Evidence evidence, CriterionFindings findings);
    }

    private final String id;
    private final String title;
    private final Subject subject;
    private String looksAt = "";
    private String violated = "";
    private String warned = "";
    private Bound violation;
    private Bound warning;
    private String reason = "";
    private String remedy = "";
    private boolean disturbance;
    private boolean consequence;
    private Excuse excuse = Excuse.NONE;
    private Judgement judgement;

    private Criterion(String id, String title, Subject subject) {
        this.id = id;
        this.title = title;
        this.subject = subject;
    }

    // ---- how a criterion is written, see the themes of this package ----

    static Criterion of(Subject subject, String id, String title) {
        return new Criterion(id, title, subject);
    }

    Criterion looksAt(String words) {
        looksAt = words;
        return this;
    }

    /** Sets the condition of a violation. */
    Criterion violated(String when) {
        violated = when;
        return this;
    }

    /** Sets the bound of a violation. */
    Criterion violated(Bound beyond) {
        violation = beyond;
        return this;
    }

    Criterion warned(String when) {
        warned = when;
        return this;
    }

    Criterion warned(Bound beyond) {
        warning = beyond;
        return this;
    }

    /** Sets the reason of a criterion without a bound. */
    Criterion because(String words) {
        reason = words;
        return this;
    }

    Criterion remedy(String words) {
        remedy = words;
        return this;
    }

    /** Marks a criterion whose violation means only that the machines of the harness were busy, and nothing about the engine or the data. */
    Criterion disturbance() {
        disturbance = true;
        return this;
    }

    /** Marks a criterion whose violation follows from an incomplete repetition and is not reported beside it. */
    Criterion consequence() {
        consequence = true;
        return this;
    }

    Criterion excusedBy(Excuse by) {
        excuse = by;
        return this;
    }

    Criterion judgedBy(Judgement by) {
        judgement = by;
        return this;
    }

    // ---- judging ----

    void judge(Evidence evidence, List<CriterionCheck> checks) {
        judgement.judge(evidence, new CriterionFindings(this, evidence, checks));
    }

    Bound violation() {
        return violation;
    }

    Bound warning() {
        return warning;
    }

    /** Returns the state of a violation in this repetition. */
    CriterionCheck.State violationIn(Evidence evidence) {
        if (consequence && !evidence.completed()) {
            return CriterionCheck.State.UNKNOWN;
        }
        return excuse.holds(evidence) ? CriterionCheck.State.WARNING : CriterionCheck.State.VIOLATED;
    }

    // ---- texts for readers ----

    /** Returns the identity for queries and links: lower case with hyphens. */
    public String id() {
        return id;
    }

    /** Returns the name. */
    public String title() {
        return title;
    }

    /** Returns the examined part of the experiment. */
    public Subject subject() {
        return subject;
    }

    /** Returns the examined quantity in words. */
    public String looksAt() {
        return looksAt;
    }

    /** Returns the condition for an invalid repetition; empty when the criterion only warns. */
    public String violatedWhen() {
        return joined(violated, violation == null ? "" : violation.words());
    }

    /** Returns the condition for a warning; empty without one. */
    public String warnedWhen() {
        List<String> all = new ArrayList<>();
        all.add(joined(warned, warning == null ? "" : warning.words()));
        switch (excuse) {
            case NONE -> {}
            case HANG -> all.add("the criterion would be violated, but the engine hung");
            case SLOW -> all.add("the criterion would be violated, but the engine hung or was saturated");
            case SLOW_WITHOUT_FREE_THREAD ->
                all.add(
                        "the criterion would be violated, but the engine hung or was saturated, and all threads of a load client waited for it");
        }
        return joined(all.toArray(String[]::new));
    }

    private static String joined(String... parts) {
        return Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining("; "));
    }

    /** Returns the reason for the criterion and its bounds. */
    public String reason() {
        return Stream.of(reason, violation == null ? "" : violation.reason(), warning == null ? "" : warning.reason())
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" "));
    }

    /**
     * Returns whether a repetition that violates only such criteria was disturbed, which is not a fault of the engine
     * or the model.
     */
    public boolean isDisturbance() {
        return disturbance;
    }

    /** Returns whether a violation follows from a repetition that the driver did not complete. */
    public boolean isConsequence() {
        return consequence;
    }

    /** Returns the consequence of a violation or a warning. */
    public String follows() {
        if (violatedWhen().isEmpty()) {
            return "The repetition stays valid; the report shows the warning.";
        }
        return "The repetition is not valid: its numbers are shown, but enter no number of its case."
                + (disturbance
                        ? " When nothing else is violated, a build does not fail by it, unless it is strict."
                        : "")
                + (consequence
                        ? " When the driver did not complete the repetition, that is the reason, and this is unknown."
                        : "");
    }

    /** Returns the action that a user can take. */
    public String remedy() {
        return remedy;
    }

    @Override
    public String toString() {
        return id;
    }
}
