package io.soabench.reports.runs;

/** The words of the sentences that queries of reports about several runs make, with a gap for each part that the database fills. */
final class RunsSentences {

    static final String RUNS = "{} runs of the testbed {}";
    static final String LEVEL =
            "Each interval has a level of {} %. Verdicts are corrected for all cases of all later runs (Holm).";
    static final String NO_RATIO =
            "– in place of a ratio: the engine did not keep up in a run. The mean beside it covers the answered requests only, and is a lower"
                    + " bound.";
    static final String NO_INTERVAL = "– in place of an interval: a run has fewer than two repetitions with a mean.";
    static final String CAPACITY =
            "For an engine at its capacity, answers per second are compared: the wait of its clients depends on their number.";
    static final String SERIES = "{} runs of the testbed {}, {} to {}";
    static final String SERIES_NOTE =
            "The thin line is the typical value between two changes. The first run after a change is marked: green when better, red when"
                    + " worse. Changes are found by E-divisive with permutation tests at {} % / {} each. The size of a change is relative to the runs before,"
                    + " back to the last change; its {} % interval assumes that the place of the change is known, and is a little too narrow for that reason. The height of a picture is the"
                    + " range of its values, but at least a tenth of their middle.";
    static final String MORE_LEFT_OUT = "And {} more runs are left out; V_HISTORY_RUN has all.";

    private RunsSentences() {}
}
