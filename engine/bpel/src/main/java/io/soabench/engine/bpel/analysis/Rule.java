package io.soabench.engine.bpel.analysis;

import io.soabench.contracts.source.Problems;

/**
 * A check of the static analysis.
 *
 * @param code the number of the rule in appendix B
 * @param check the check
 */
record Rule(String code, Check check) {
    /** Searches for violations and adds a problem for each. */
    interface Check {
        void check(AnalysisInput subject, Problems problems);
    }
}
