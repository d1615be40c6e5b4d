package io.soabench.reports.chapters;

import io.soabench.reports.design.IntervalText;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.SqlSentence;

/**
 * SQL for the cases of the run, in the order of the model, for the summary and for the chapters of cases. The title has further words where
 * process, workload and engine do not distinguish two cases.
 */
final class CaseSql {

    static final ReportQuery ALL = new ReportQuery(
            "cases",
            """
            select case_id, process, replace(process, '+', ' + ') members, workload, %s named, engine, suite, coalesce(verdict, '') verdict,
              %s title, %s facts,
              repetitions_valid || '/' || repetitions_planned repetitions, requests, failure_rate,
              %s failed_ci, throughput_per_s, %s mean, %s ci, %s median, %s p95, %s p99, %s longest, %s overhead,
              case when objectives = 0 then '–' when objectives_missed > 0 then 'missed'
                when objectives_unmeasured > 0 then 'unmeasured' when objectives_undecided > 0 then 'undecided'
                else 'met' end objective
            from v_suite_summary order by position"""
                    .formatted(
                            SqlText.workload(""),
                            SqlSentence.of(
                                    ChapterSentences.CASE_TITLE,
                                    "process",
                                    "workload",
                                    SqlSentence.either(
                                            "engine = '(black box)'",
                                            SqlSentence.of(ChapterSentences.BLACK_BOX),
                                            SqlSentence.of(ChapterSentences.ON_ENGINE, "engine")),
                                    SqlSentence.either(
                                            "count(*) over (partition by process, workload, engine) = 1",
                                            "''",
                                            SqlSentence.either(
                                                    "count(*) over (partition by process, workload, engine, suite) = 1",
                                                    SqlSentence.of(ChapterSentences.OF_SUITE, "suite"),
                                                    SqlSentence.of(ChapterSentences.OF_CASE, "case_id")))),
                            SqlSentence.of(
                                    ChapterSentences.CASE_FACTS,
                                    "coalesce(nullif(think, ''), workload_kind)",
                                    SqlSentence.either(
                                            "warm_up_until_steady",
                                            SqlSentence.of(
                                                    ChapterSentences.WARM_UP_UNTIL_STEADY, seconds("warm_up_s", 1)),
                                            SqlSentence.of(ChapterSentences.WARM_UP, seconds("warm_up_s", 1))),
                                    seconds("measure_s", 1),
                                    seconds("time_out_s", 0),
                                    "repetitions_valid",
                                    "repetitions_planned"),
                            IntervalText.ofShares("failure_low", "failure_high"),
                            "case when standing = 'saturated' and at_least_ms is not null then '≥\u00a0' || "
                                    + milliseconds("at_least_ms") + " else " + milliseconds("mean_ms") + " end",
                            kept(interval(" – ")),
                            kept(milliseconds("median_ms")),
                            kept(percentile("p95_ms")),
                            kept(percentile("p99_ms")),
                            kept(milliseconds("max_ms")),
                            kept(milliseconds("overhead_median_ms"))));

    private CaseSql() {}

    private static String seconds(String column, int decimals) {
        return "cast(cast(" + column + " as decimal(12, " + decimals + ")) as varchar)";
    }

    /** Returns the text for a case that kept up. Otherwise the few answers do not represent the missing ones. */
    private static String kept(String text) {
        return kept(text, "'–'");
    }

    /** Returns the value for a case that kept up, and otherwise another one. */
    static String kept(String value, String otherwise) {
        return "case when standing = 'saturated' then " + otherwise + " else " + value + " end";
    }

    /** Returns the interval of a mean in milliseconds as text. */
    static String interval(String between) {
        return IntervalText.of("mean_ms", "ci_low_ms", "ci_high_ms", between, CaseSql::milliseconds);
    }

    /** Returns a percentile as text; – where there were too few requests for it, so that the database leaves it out. */
    static String percentile(String value) {
        return "coalesce(" + milliseconds(value) + ", '–')";
    }

    /** Returns a time as text that fits a narrow column, to a microsecond or less where it is a part of a tenth of a millisecond. */
    static String milliseconds(String value) {
        return "case when " + value + " >= 1000 then trim(to_char(" + value + ", '999,999,990')) when " + value
                + " >= 10 then trim(to_char(" + value + ", '990.0')) when " + value + " >= 0.1 or " + value
                + " = 0 then trim(to_char(" + value + ", '0.00')) else trim(to_char(" + value
                + ", case when abs(" + value + ") < 0.01 then '0.0000' else '0.000' end)) end";
    }
}
