package io.soabench.reports.chapters;

import io.soabench.reports.design.SqlSentence;

/**
 * The drawn part of an interval in a picture of means. An interval of two repetitions can be a thousand times as wide as its mean. Drawn in
 * full, it would leave a line of everything else. A note below the picture names the cut intervals.
 *
 * @param low lower end as it is drawn, an expression of the columns mean_ms, ci_low_ms and ci_high_ms; NULL where there is no interval
 * @param high upper end as it is drawn; NULL where there is no interval
 * @param cut whether the interval goes on beyond them
 */
record DrawnInterval(String low, String high, String cut) {

    private static final String KNOWN = "case when ci_low_ms is not null then %s end";

    /** Maximum number of cut intervals that are named; the others are counted. */
    private static final int NAMED = 4;

    /** Returns intervals up to a decade on either side of the mean. */
    static DrawnInterval logarithmic() {
        return of("mean_ms / 10", "mean_ms * 10");
    }

    /**
     * Returns intervals up to twice the largest mean; an end that is little beyond is drawn, too.
     *
     * @param most the largest mean in the picture, an expression
     */
    static DrawnInterval linear(String most) {
        return of("0", "2 * " + most, "2.5 * " + most);
    }

    private static DrawnInterval of(String low, String high) {
        return of(low, high, high);
    }

    /**
     * Returns intervals within these bounds.
     *
     * @param beyond bound up to which an upper end is drawn in full
     */
    private static DrawnInterval of(String low, String high, String beyond) {
        return new DrawnInterval(
                KNOWN.formatted("greatest(ci_low_ms, " + low + ")"),
                KNOWN.formatted("case when ci_high_ms > " + beyond + " then " + high + " else ci_high_ms end"),
                "(ci_low_ms < " + low + " or ci_high_ms > " + beyond + ")");
    }

    /**
     * Returns a query of the sentence that names the cut intervals; no row without any.
     *
     * @param rows a query with the columns label, place and those of the expressions
     */
    String sentence(String rows) {
        return """
                select %s sentence
                from (select q.*, row_number() over (order by ci_high_ms / mean_ms desc, place) nth from (%s) q where %s)
                having count(*) > 0"""
                .formatted(
                        SqlSentence.of(
                                ChapterSentences.CUT_OFF,
                                "listagg("
                                        + SqlSentence.of(
                                                ChapterSentences.CUT_INTERVAL, "label", CaseSql.interval(" to "))
                                        + ", ', ') within group (order by nth) filter (where nth <= " + NAMED + ")",
                                SqlSentence.when(
                                        "count(*) > " + NAMED,
                                        SqlSentence.of(ChapterSentences.CUT_MORE, "(count(*) - " + NAMED + ")"))),
                        rows,
                        cut);
    }
}
