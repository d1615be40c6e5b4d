package io.soabench.analyzer.validity;

import io.soabench.analyzer.validity.CriterionCheck.State;
import java.util.List;

/** A collector of the findings of one criterion in one repetition. */
final class CriterionFindings {

    private final Criterion criterion;
    private final Evidence evidence;
    private final List<CriterionCheck> checks;

    CriterionFindings(Criterion criterion, Evidence evidence, List<CriterionCheck> checks) {
        this.criterion = criterion;
        this.evidence = evidence;
        this.checks = checks;
    }

    void add(State state, String sentence) {
        add(state, Double.NaN, Double.NaN, "", sentence);
    }

    /** Adds a finding. A violation gets its state in this repetition, see {@link Criterion#violationIn}. */
    void add(State state, double measured, double bound, String unit, String sentence) {
        State here = state == State.VIOLATED ? criterion.violationIn(evidence) : state;
        checks.add(new CriterionCheck(criterion, measured, bound, unit, here, sentence));
    }

    /** Adds a violation that a hang does not excuse. */
    void violatedEvenWhenHung(double measured, double bound, String unit, String sentence) {
        State here = criterion.isConsequence() && !evidence.completed() ? State.UNKNOWN : State.VIOLATED;
        checks.add(new CriterionCheck(criterion, measured, bound, unit, here, sentence));
    }
}
