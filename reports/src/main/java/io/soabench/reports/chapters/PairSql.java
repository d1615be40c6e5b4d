package io.soabench.reports.chapters;

import io.soabench.reports.design.IntervalText;

/** SQL expressions for pairs of engines: a row {@code p} of a view of pairs, with the cases {@code a} and {@code b} of the summary. */
final class PairSql {

    /** Condition of pairs whose response times are compared. */
    static final String COMPARED = "verdict not in ('saturated', 'capacity')";

    /** The cases to which the first pages relate all others: those of baselines, or those with the least time, the most answers or the least work. */
    private static final String LEADERS =
            """
            (select case_id from (select s.case_id, row_number() over (partition by s.suite, s.process, s.workload
                  order by case when s.at_least_ms is not null then 2 when s.at_capacity then 1 else 0 end, s.mean_ms nulls last, s.position) by_time,
                row_number() over (partition by s.suite, s.process, s.workload order by s.throughput_per_s desc nulls last) by_answers,
                row_number() over (partition by s.suite, s.process, s.workload order by w.cpu_ms nulls last) by_work,
                (select count(*) from v_answer v where v.question = 'baseline' and v.suite = s.suite) baselines,
                (select count(*) from v_answer v where v.question = 'baseline' and v.suite = s.suite and v.engine = s.engine) own
              from v_suite_summary s left join v_work_done w on w.case_id = s.case_id and w.repetition is null where coalesce(s.twin_of, '') = '')
            where own > 0 or baselines = 0 and 1 in (by_time, by_answers, by_work))""";

    /** The number 1 where the first pages refer to the pair, otherwise 0. */
    static final String REFERRED =
            "case when p.case_a in " + LEADERS + " or p.case_b in " + LEADERS + " then 1 else 0 end";

    /** The mark of the p of a single comparison: that of two engines neither of which is the baseline of their suite. Otherwise an empty text. */
    static final String MARK =
            """
            case when exists (select 1 from v_answer v where v.question = 'baseline' and v.suite = p.suite)
              and not exists (select 1 from v_answer v where v.question = 'baseline' and v.suite = p.suite and v.engine in (a.engine, b.engine))
            then '\u00a0*' else '' end""";

    /** Both cases of a pair. */
    static final String CASES =
            "join v_suite_summary a on a.case_id = p.case_a join v_suite_summary b on b.case_id = p.case_b";

    private PairSql() {}

    /**
     * Returns a query of pairs with the columns {@code engines}, {@code mark}, {@code referred} and {@code place} beside those of the view.
     *
     * @param view the view of pairs
     * @param condition condition of the pairs
     */
    static String ordered(String view, String condition) {
        return """
            (select q.*, row_number() over (order by q.referred desc, q.position) place from (
              select p.*, b.engine || ' / ' || a.engine engines, %s mark, %s referred from %s p %s where %s) q)"""
                .formatted(MARK, REFERRED, view, CASES, condition);
    }

    /** Returns a number as text; – where there is none. */
    static String number(String value) {
        return "coalesce(" + SqlText.number(value) + ", '–')";
    }

    /** Returns the interval of a ratio as text; NULL where there is none. */
    static String ratioInterval() {
        return IntervalText.of("ratio", "ratio_low", "ratio_high", " – ", SqlText::number);
    }

    /** Returns a probability as text, which is never zero: no data make a hypothesis impossible. NULL when there is none. */
    static String probability(String p) {
        return "case when " + p + " < 0.001 then '< 0.001' else trim(to_char(" + p + ", '0.000')) end";
    }
}
