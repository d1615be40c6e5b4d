package io.soabench.reports.chapters;

import io.soabench.reports.design.IntervalText;
import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.SqlSentence;
import io.soabench.reports.design.TableColumn;
import java.util.List;
import java.util.Optional;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/**
 * The chapter about tests of engines and loads, and about correlations. It has pairs with their effect sizes, kinds of starts, tests by ranks,
 * outliers, power regressions (F12 §IV), and correlations of metrics with the response time (P11 table II).
 */
public final class TestsChapter implements Chapter {

    private static final ReportQuery ANY = new ReportQuery(
            "anyTest",
            """
            select run_id from v_run where exists (select 1 from v_pair where kind = 'engine') or exists (select 1 from v_rank_test)
              or exists (select 1 from v_outlier where flagged > 0) or exists (select 1 from v_correlation)
              or exists (select 1 from v_power_law where workload_kind <> 'parameter') or %s"""
                    .formatted(StartsSection.HAS_ROWS));

    static final ReportQuery PAIRS = new ReportQuery(
            "pairTests",
            """
            select process, %s workload, engines, %s ratio, %s ci, blocks, %s p_difference, %s p_value, case when kept and blocks >= 4 then effect end effect,
              verdict
            from (select p.*, b.engine || ' / ' || a.engine engines, p.verdict not in ('saturated', 'capacity') kept
            from v_pair p join v_suite_summary a on a.case_id = p.case_a join v_suite_summary b on b.case_id = p.case_b
            where p.kind = 'engine') order by position fetch first 200 rows only"""
                    .formatted(
                            SqlText.workload(""),
                            kept(SqlText.number("ratio")),
                            kept("case when ratio_low is null then '–' else "
                                    + IntervalText.of("ratio", "ratio_low", "ratio_high", " – ", SqlText::number)
                                    + " end"),
                            kept(probability("p_difference")),
                            kept(probability("coalesce(p_sign_flip, p_value)"))));

    /** The reasons for missing numbers. */
    static final ReportQuery PAIRS_NOTE = new ReportQuery(
            "pairTestsNote",
            """
            select %s sentence from v_pair where kind = 'engine'"""
                    .formatted(SqlSentence.of(
                            ChapterSentences.PAIR_TESTS,
                            SqlSentence.when(
                                    "count(case when verdict not in ('saturated', 'capacity') and ratio_low is null then 1 end) > 0",
                                    SqlSentence.of(ChapterSentences.PAIR_TESTS_INTERVALS)),
                            SqlSentence.when(
                                    "count(case when verdict not in ('saturated', 'capacity') and (ratio_low is null or blocks < 4"
                                            + " or coalesce(p_sign_flip, p_value) is null) then 1 end) > 0",
                                    SqlSentence.of(ChapterSentences.PAIR_TESTS_FEWER)),
                            SqlSentence.when(
                                    "count(case when verdict = 'saturated' then 1 end) > 0",
                                    SqlSentence.of(ChapterSentences.PAIR_TESTS_SATURATED)),
                            SqlSentence.when(
                                    "count(case when verdict = 'capacity' then 1 end) > 0",
                                    SqlSentence.of(ChapterSentences.PAIR_TESTS_CAPACITY)),
                            SqlSentence.when(
                                    "exists (select 1 from v_answer where question = 'baseline')",
                                    SqlSentence.of(ChapterSentences.PAIR_TESTS_BASELINE)))));

    static final ReportQuery METRIC_PAIRS = new ReportQuery(
            "metricPairTests",
            """
            select process, %s workload, engines, metric, %s || ' / ' || %s || ' ' || unit means, coalesce(%s, '–') ratio,
              case when ratio_low is not null then %s when difference_low is not null then %s || ' – ' || %s || ' ' || unit else '–' end ci,
              blocks, coalesce(%s, '–') p_difference, verdict
            from (select p.*, b.engine || ' / ' || a.engine engines
            from v_metric_pair p join v_suite_summary a on a.case_id = p.case_a join v_suite_summary b on b.case_id = p.case_b
            where p.verdict is not null) order by position fetch first 200 rows only"""
                    .formatted(
                            SqlText.workload(""),
                            SqlText.number("mean_b"),
                            SqlText.number("mean_a"),
                            SqlText.number("ratio"),
                            IntervalText.of("ratio", "ratio_low", "ratio_high", " – ", SqlText::number),
                            SqlText.number("difference_low"),
                            SqlText.number("difference_high"),
                            probability("p_difference")));

    private static final ReportQuery RANKS = new ReportQuery(
            "rankTests",
            """
            select process, coalesce(workload, 'all ' || compared) workload, coalesce(engine, 'all ' || compared) engine, repetitions, h,
              freedom, coalesce(%s, '– (needs 5 of each)') p_value
            from v_rank_test order by position fetch first 200 rows only"""
                    .formatted(probability("p_value")));

    private static final ReportQuery OUTLIERS = new ReportQuery(
            "outliers",
            """
            select c.process, %s workload, c.engine, o.looked_at, o.flagged, %s beyond, m.alone
            from v_suite_summary c join (select o.case_id, sum(o.looked_at) looked_at, sum(o.flagged) flagged, max(o.high_ms) high_ms
                from v_outlier o join v_repetition r on r.case_id = o.case_id and r.repetition = o.repetition and r.usable
                group by o.case_id) o on o.case_id = c.case_id
              join (select case_id, flagged alone from v_outlier where repetition is null) m on m.case_id = c.case_id
            where o.flagged + m.alone > 0 order by c.position"""
                    .formatted(SqlText.workload("c."), CaseSql.milliseconds("o.high_ms")));

    private static final ReportQuery CORRELATIONS = new ReportQuery(
            "correlations",
            """
            select workload, coalesce(engine, 'all engines') engine, metric, observations, correlation from v_correlation
            order by abs(correlation) desc, workload, engine, metric fetch first 60 rows only""");

    private static final ReportQuery POWER_LAWS = new ReportQuery(
            "powerLaws",
            """
            select process, engine, quantity, %s || ' · ' || case workload_kind when 'closed' then 'clients' else 'rate' end || ' ^ '
                || trim(to_char(exponent, '90.00')) || case when unit = '' then '' else ' ' || unit end law,
              trim(to_char(exponent_low, '90.00')) || ' – ' || trim(to_char(exponent_high, '90.00')) exponents, r_squared, points,
              %s || ' – ' || %s loads
            from v_power_law where workload_kind <> 'parameter' fetch first 200 rows only"""
                    .formatted(SqlText.number("factor"), SqlText.number("load_from"), SqlText.number("load_to")));

    @Override
    public String title() {
        return "Tests and relations";
    }

    @Override
    public String bookmark() {
        return "tests";
    }

    @Override
    public Optional<ReportQuery> condition() {
        return Optional.of(ANY);
    }

    @Override
    public void write(ReportLayout layout, SlotHandle rows) throws SemanticException {
        SlotHandle pairs = layout.whereAny(rows, "pairs of engines", "v_pair where kind = 'engine'");
        pairs.add(layout.label("Engines in pairs", "subheading"));
        pairs.add(layout.table(
                PAIRS,
                List.of(
                        TableColumn.text("Process", "PROCESS", "14%"),
                        TableColumn.text("Workload", "WORKLOAD", "11%"),
                        TableColumn.text("Engines", "ENGINES", "18%"),
                        TableColumn.right("Ratio", "RATIO", "8%"),
                        TableColumn.text("Interval", "CI", "14%"),
                        new TableColumn("Blocks", "BLOCKS", "0", "8%"),
                        TableColumn.right("p (Holm)", "P_DIFFERENCE", "7%"),
                        TableColumn.right("p (signs)", "P_VALUE", "7%"),
                        new TableColumn("A", "EFFECT", "0.00", "6%"),
                        TableColumn.text("Outcome", "VERDICT", "12%"))));
        layout.sentences(pairs, PAIRS_NOTE, "note");
        SlotHandle others =
                layout.whereAny(rows, "pairs of throughput and overheads", "v_metric_pair where verdict is not null");
        others.add(layout.label("Throughput, overheads and processor times of engines in pairs", "subheading"));
        others.add(layout.table(
                METRIC_PAIRS,
                List.of(
                        TableColumn.text("Process", "PROCESS", "12%"),
                        TableColumn.text("Workload", "WORKLOAD", "9%"),
                        TableColumn.text("Engines", "ENGINES", "16%"),
                        TableColumn.text("Metric", "METRIC", "11%"),
                        TableColumn.text("Means", "MEANS", "14%"),
                        TableColumn.right("Ratio", "RATIO", "7%"),
                        TableColumn.text("Interval", "CI", "13%"),
                        TableColumn.right("p (Holm)", "P_DIFFERENCE", "8%"),
                        TableColumn.text("Outcome", "VERDICT", "10%"))));
        others.add(layout.label(
                "Throughput is compared where an engine is saturated or at its capacity, overheads where partners take half of the time or more,"
                        + " processor time for a completed request everywhere. Comparisons of processor times have a correction of their own.",
                "note"));
        StartsSection.write(layout, rows);
        SlotHandle ranks = layout.whereAny(rows, "rank tests", "v_rank_test");
        ranks.add(layout.label("Three or more engines (Friedman), or loads (Kruskal–Wallis), at a time", "subheading"));
        ranks.add(layout.table(
                RANKS,
                List.of(
                        TableColumn.text("Process", "PROCESS", "22%"),
                        TableColumn.text("Workload", "WORKLOAD", "17%"),
                        TableColumn.text("Engine", "ENGINE", "17%"),
                        new TableColumn("Repe-\ntitions", "REPETITIONS", "0", "9%"),
                        new TableColumn("Q or H", "H", "#,##0.00", "10%"),
                        new TableColumn("Freedom", "FREEDOM", "0", "10%"),
                        TableColumn.right("p", "P_VALUE", "15%"))));
        SlotHandle outliers = layout.whereAny(rows, "outliers", "v_outlier where flagged > 0");
        outliers.add(layout.label("Outliers, flagged and not removed", "subheading"));
        outliers.add(layout.table(
                OUTLIERS,
                List.of(
                        TableColumn.text("Process", "PROCESS", "22%"),
                        TableColumn.text("Workload", "WORKLOAD", "16%"),
                        TableColumn.text("Engine", "ENGINE", "16%"),
                        new TableColumn("Requests", "LOOKED_AT", "#,##0", "11%"),
                        new TableColumn("Flagged", "FLAGGED", "#,##0", "10%"),
                        TableColumn.right("Beyond [ms]", "BEYOND", "12%"),
                        new TableColumn("Repetitions\nflagged", "ALONE", "#,##0", "13%"))));
        SlotHandle laws = layout.whereAny(rows, "power laws", "v_power_law where workload_kind <> 'parameter'");
        laws.add(layout.label(
                "How times, throughput and processor time grow with the load (power regression)", "subheading"));
        laws.add(layout.table(
                POWER_LAWS,
                List.of(
                        TableColumn.text("Process", "PROCESS", "15%"),
                        TableColumn.text("Engine", "ENGINE", "13%"),
                        TableColumn.text("Quantity", "QUANTITY", "13%"),
                        TableColumn.text("Law", "LAW", "20%"),
                        TableColumn.text("Exponent, 95 % CI", "EXPONENTS", "12%"),
                        new TableColumn("R²", "R_SQUARED", "0.000", "7%"),
                        new TableColumn("Loads", "POINTS", "0", "8%"),
                        TableColumn.text("From – to", "LOADS", "12%"))));
        SlotHandle correlations = layout.whereAny(rows, "correlations", "v_correlation");
        correlations.add(layout.label("Metrics of the engine that go together with the response time", "subheading"));
        correlations.add(layout.table(
                CORRELATIONS,
                List.of(
                        TableColumn.text("Workload", "WORKLOAD", "22%"),
                        TableColumn.text("Engine", "ENGINE", "22%"),
                        TableColumn.text("Metric", "METRIC", "26%"),
                        new TableColumn("Repetitions", "OBSERVATIONS", "0", "15%"),
                        new TableColumn("Correlation", "CORRELATION", "0.00", "15%"))));
        correlations.add(layout.label(
                "Counters are per request; other metrics are averages. Over all engines, a coefficient shows mostly the difference between engines:"
                        + " repetitions of one engine and process are no independent observations of it. The sixty strongest are shown."
                        + " A correlation does not show cause and effect.",
                "note"));
    }

    /** Returns the text, where both engines kept up. */
    private static String kept(String text) {
        return "case when kept then coalesce(" + text + ", '–') else '–' end";
    }

    /** Returns a probability as text, which is never zero: no data make a hypothesis impossible. NULL when there is none. */
    private static String probability(String p) {
        return "case when " + p + " < 0.001 then '< 0.001' else trim(to_char(" + p + ", '0.000')) end";
    }
}
