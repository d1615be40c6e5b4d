package io.soabench.reports.chapters;

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

    /** Maximum number of correlations; weak ones mean little. */
    private static final int MOST_CORRELATIONS = 60;

    /** Condition: a suite names a baseline. */
    private static final String BASELINE = "exists (select 1 from v_answer where question = 'baseline')";

    private static final ReportQuery ANY = new ReportQuery(
            "anyTest",
            """
            select run_id from v_run where exists (select 1 from v_pair where kind = 'engine') or exists (select 1 from v_rank_test)
              or exists (select 1 from v_outlier where flagged > 0) or exists (select 1 from v_correlation)
              or exists (select 1 from v_power_law where workload_kind <> 'parameter') or %s"""
                    .formatted(StartsSection.HAS_ROWS));

    /** A row for each pair of which response times are compared. */
    static final FirstRows PAIRS = FirstRows.referred(
            "pairTests",
            FirstRows.OF_TABLE,
            """
            select process, %s workload, engines, %s ratio, coalesce(%s, '–') ci, blocks, coalesce(%s || mark, '–') p_difference,
              coalesce(%s, '–') p_value, case when blocks >= 4 then effect end effect, verdict, referred, place
            from %s"""
                    .formatted(
                            SqlText.workload(""),
                            PairSql.number("ratio"),
                            PairSql.ratioInterval(),
                            PairSql.probability("p_difference"),
                            PairSql.probability("coalesce(p_sign_flip, p_value)"),
                            PairSql.ordered("v_pair", "p.kind = 'engine' and p." + PairSql.COMPARED)),
            "V_PAIR");

    /** The reasons for missing numbers; no row where there are no rows of pairs. */
    static final ReportQuery PAIRS_NOTE = new ReportQuery(
            "pairTestsNote",
            """
            select %s sentence from v_pair where kind = 'engine' and %s having count(*) > 0"""
                    .formatted(
                            SqlSentence.of(
                                    ChapterSentences.PAIR_TESTS,
                                    SqlSentence.when(
                                            "count(case when ratio_low is null then 1 end) > 0",
                                            SqlSentence.of(ChapterSentences.PAIR_TESTS_INTERVALS)),
                                    SqlSentence.when(
                                            "count(case when ratio_low is null or blocks < 4 or coalesce(p_sign_flip, p_value) is null then 1 end) > 0",
                                            SqlSentence.of(ChapterSentences.PAIR_TESTS_FEWER)),
                                    SqlSentence.when(BASELINE, SqlSentence.of(ChapterSentences.PAIR_TESTS_BASELINE))),
                            PairSql.COMPARED));

    /** The pairs of which response times are not compared, with the reason. */
    static final ReportQuery NOT_COMPARED = new ReportQuery(
            "notComparedPairs",
            """
            select %s sentence from v_pair where kind = 'engine' and verdict in ('saturated', 'capacity')
            group by verdict order by verdict"""
                    .formatted(SqlSentence.of(
                            ChapterSentences.NOT_COMPARED,
                            "count(*)",
                            SqlSentence.either(
                                    "count(*) = 1",
                                    SqlSentence.of(ChapterSentences.PAIR_IS),
                                    SqlSentence.of(ChapterSentences.PAIRS_ARE)),
                            SqlSentence.either(
                                    "verdict = 'capacity'",
                                    SqlSentence.of(ChapterSentences.PAIR_TESTS_CAPACITY),
                                    SqlSentence.of(ChapterSentences.PAIR_TESTS_SATURATED)))));

    static final FirstRows METRIC_PAIRS = FirstRows.referred(
            "metricPairTests",
            FirstRows.OF_TABLE,
            """
            select process, %s workload, engines, metric || ' [' || replace(unit, '1/s', 'per s') || ']' metric, %s || ' / ' || %s means,
              %s ratio,
              case when ratio_low is not null then %s when difference_low is not null then %s || ' – ' || %s || ' ' || unit else '–' end ci,
              blocks, coalesce(%s || mark, '–') p_difference, verdict, referred, place
            from %s"""
                    .formatted(
                            SqlText.workload(""),
                            SqlText.number("mean_b"),
                            SqlText.number("mean_a"),
                            PairSql.number("ratio"),
                            PairSql.ratioInterval(),
                            SqlText.number("difference_low"),
                            SqlText.number("difference_high"),
                            PairSql.probability("p_difference"),
                            PairSql.ordered("v_metric_pair", "p.verdict is not null")),
            "V_METRIC_PAIR");

    /** The meaning of the numbers of {@link #METRIC_PAIRS}. */
    static final ReportQuery METRIC_PAIRS_NOTE = new ReportQuery(
            "metricPairTestsNote",
            "select %s sentence from v_run"
                    .formatted(SqlSentence.of(
                            ChapterSentences.METRIC_PAIR_TESTS,
                            SqlSentence.when(BASELINE, SqlSentence.of(ChapterSentences.PAIR_TESTS_BASELINE)))));

    static final FirstRows RANKS = FirstRows.of(
            "rankTests",
            FirstRows.OF_TABLE,
            """
            select process, coalesce(%s, 'all ' || compared) workload, coalesce(engine, 'all ' || compared) engine, repetitions, h,
              freedom, coalesce(%s, '– (needs 5 of each)') p_value
            from v_rank_test order by position"""
                    .formatted(SqlText.workload(""), PairSql.probability("p_value")),
            "V_RANK_TEST");

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

    /** The strongest first. */
    static final FirstRows CORRELATIONS = FirstRows.of(
            "correlations",
            MOST_CORRELATIONS,
            """
            select %s workload, coalesce(engine, 'all engines') engine, metric, observations, correlation from v_correlation
            order by abs(correlation) desc, suite, workload, engine, metric"""
                    .formatted(SqlText.workload("")),
            "V_CORRELATION");

    static final FirstRows POWER_LAWS = FirstRows.of(
            "powerLaws",
            FirstRows.OF_TABLE,
            """
            select process, %s engine, quantity, %s || ' · ' || case workload_kind when 'closed' then 'clients' else 'rate' end || ' ^ '
                || trim(to_char(exponent, '90.00')) || case when unit = '' then '' else ' ' || unit end law,
              trim(to_char(exponent_low, '90.00')) || ' – ' || trim(to_char(exponent_high, '90.00')) exponents, r_squared, points,
              %s || ' – ' || %s loads
            from v_power_law where workload_kind <> 'parameter'"""
                    .formatted(
                            SqlText.ENGINE_OF_LAW,
                            SqlText.number("factor"),
                            SqlText.number("load_from"),
                            SqlText.number("load_to")),
            "V_POWER_LAW");

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
        SlotHandle compared = layout.whereAny(
                pairs, "compared pairs of engines", "v_pair where kind = 'engine' and " + PairSql.COMPARED);
        PAIRS.table(
                layout,
                compared,
                List.of(
                        TableColumn.text("Process", "PROCESS", "14%"),
                        TableColumn.text("Workload", "WORKLOAD", "11%"),
                        TableColumn.text("Engines", "ENGINES", "18%"),
                        TableColumn.right("Ratio", "RATIO", "8%"),
                        TableColumn.text("Interval", "CI", "14%"),
                        new TableColumn("Blocks", "BLOCKS", "0", "8%"),
                        TableColumn.right("p (ratio)", "P_DIFFERENCE", "8%"),
                        TableColumn.right("p (signs)", "P_VALUE", "7%"),
                        new TableColumn("A", "EFFECT", "0.00", "6%"),
                        TableColumn.text("Outcome", "VERDICT", "11%")));
        layout.sentences(compared, PAIRS_NOTE, "note");
        layout.sentences(pairs, NOT_COMPARED, "note");
        SlotHandle others =
                layout.whereAny(rows, "pairs of throughput and overheads", "v_metric_pair where verdict is not null");
        others.add(layout.label("Throughput, overheads and processor times of engines in pairs", "subheading"));
        METRIC_PAIRS.table(
                layout,
                others,
                List.of(
                        TableColumn.text("Process", "PROCESS", "11%"),
                        TableColumn.text("Workload", "WORKLOAD", "11%"),
                        TableColumn.text("Engines", "ENGINES", "15%"),
                        TableColumn.text("Metric", "METRIC", "12%"),
                        TableColumn.text("Means", "MEANS", "13%"),
                        TableColumn.right("Ratio", "RATIO", "7%"),
                        TableColumn.text("Interval", "CI", "13%"),
                        TableColumn.right("p (ratio)", "P_DIFFERENCE", "8%"),
                        TableColumn.text("Outcome", "VERDICT", "10%")));
        layout.sentences(others, METRIC_PAIRS_NOTE, "note");
        StartsSection.write(layout, rows);
        SlotHandle ranks = layout.whereAny(rows, "rank tests", "v_rank_test");
        ranks.add(layout.label("Three or more engines (Friedman), or loads (Kruskal–Wallis), at a time", "subheading"));
        RANKS.table(
                layout,
                ranks,
                List.of(
                        TableColumn.text("Process", "PROCESS", "22%"),
                        TableColumn.text("Workload", "WORKLOAD", "17%"),
                        TableColumn.text("Engine", "ENGINE", "17%"),
                        new TableColumn("Repe-\ntitions", "REPETITIONS", "0", "9%"),
                        new TableColumn("Q or H", "H", "#,##0.00", "10%"),
                        new TableColumn("Freedom", "FREEDOM", "0", "10%"),
                        TableColumn.right("p", "P_VALUE", "15%")));
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
        POWER_LAWS.table(
                layout,
                laws,
                List.of(
                        TableColumn.text("Process", "PROCESS", "15%"),
                        TableColumn.text("Engine", "ENGINE", "13%"),
                        TableColumn.text("Quantity", "QUANTITY", "13%"),
                        TableColumn.text("Law", "LAW", "20%"),
                        TableColumn.text("Exponent, 95 % CI", "EXPONENTS", "12%"),
                        new TableColumn("R²", "R_SQUARED", "0.000", "7%"),
                        new TableColumn("Loads", "POINTS", "0", "8%"),
                        TableColumn.text("From – to", "LOADS", "12%")));
        SlotHandle correlations = layout.whereAny(rows, "correlations", "v_correlation");
        correlations.add(layout.label("Metrics of the engine that go together with the response time", "subheading"));
        CORRELATIONS.table(
                layout,
                correlations,
                List.of(
                        TableColumn.text("Workload", "WORKLOAD", "22%"),
                        TableColumn.text("Engine", "ENGINE", "22%"),
                        TableColumn.text("Metric", "METRIC", "26%"),
                        new TableColumn("Repetitions", "OBSERVATIONS", "0", "15%"),
                        new TableColumn("Correlation", "CORRELATION", "0.00", "15%")));
        correlations.add(layout.label(
                "Counters are per request; other metrics are averages. Over all engines, a coefficient shows mostly the difference between engines:"
                        + " repetitions of one engine and process are no independent observations of it. The strongest come first. Engines at"
                        + " their capacity are not among them: there the processor time and the response time of a request both follow from the"
                        + " throughput. A correlation does not show cause and effect.",
                "note"));
    }
}
