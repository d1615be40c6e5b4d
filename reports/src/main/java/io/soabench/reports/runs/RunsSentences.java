package io.soabench.reports.runs;

/** The words of the sentences that queries of reports about several runs make, with a gap for each part that the database fills. */
final class RunsSentences {

    static final String RUNS = "{} runs of the testbed {}";
    static final String LEVEL = "Intervals and verdicts are at the level of {} %.";
    static final String NO_RATIO =
            "– as the ratio of what did not keep up in a run: the mean beside it is that of the requests that were answered, and the whole would be"
                    + " more.";
    static final String NO_INTERVAL = "– as the interval where fewer than two repetitions of a run tell a mean.";
    static final String CAPACITY =
            "Of an engine at its capacity the answers per second are compared: how long its clients wait is a matter of their number.";
    static final String SERIES = "{} runs of the testbed {}, {} to {}";
    static final String SERIES_NOTE =
            "The thin line is the typical value between two changes; the first run after a change is marked, green when it is for the better, red for"
                    + " the worse. Changes: E-divisive with permutation tests at {} % / {} each; a size is held against the runs before, back to"
                    + " the last change, with its {} % interval, which takes the place of the change for given. The height of a picture is the"
                    + " range of its values, but at least a tenth of their middle.";
    static final String MORE_LEFT_OUT = "And {} more runs are left out; V_HISTORY_RUN has all.";

    private RunsSentences() {}
}
