package io.soabench.engine.bpel.analysis;

import io.soabench.contracts.source.Problems;

/** A check of the static analysis, with the number of the rule of appendix B. */
record Rule(String code, Check check) {
    /** Looks for violations and adds a problem for each. */
    interface Check {
        void check(AnalysisInput subject, Problems problems);
    }
}
