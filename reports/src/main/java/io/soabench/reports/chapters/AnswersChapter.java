package io.soabench.reports.chapters;

import io.soabench.reports.design.IntervalText;
import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.TableColumn;
import java.util.List;
import java.util.Optional;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** The chapter about the engine with the lowest response time, and the load that each engine holds. */
public final class AnswersChapter implements Chapter {

    private static final ReportQuery ANSWERED = new ReportQuery(
            "answered",
            "select run_id from v_run where exists (select 1 from v_answer where question <> 'response_time')");

    /** Number of characters from which on an answer has a line for each of its sentences. */
    private static final int LONG = 600;

    /** The answers of the first page with all their reasons. */
    static final ReportQuery SENTENCES = new ReportQuery(
            "answerSentences",
            """
            select case when length(sentence) < %d then sentence else regexp_replace(sentence, '[.] (?=[A-Za-z])', '.' || chr(10)) end sentence
            from v_verdict where kind = 'answer' order by position"""
                    .formatted(LONG));

    private static final ReportQuery LOADED = new ReportQuery(
            "heldLoads",
            "select run_id from v_run where exists (select 1 from v_answer where question = 'scalability')");

    private static final ReportQuery FASTEST_BY_WORKLOAD = new ReportQuery(
            "fastestByWorkload",
            """
            select %s workload, engine, other, %s times, cases,
              case when low is null then '' else %s end ci,
              case when decided then engine || ' is lower' else 'not decided' end answer
            from v_answer where question = 'fastest' and suite is not null and other is not null order by position"""
                    .formatted(
                            SqlText.workload(""),
                            SqlText.number("measured"),
                            IntervalText.of("measured", "low", "high", " to ", SqlText::number)));

    private static final ReportQuery ANY_RATIO =
            new ReportQuery("anyRatio", "select run_id from v_run where exists (" + FASTEST_BY_WORKLOAD.sql() + ")");

    private static final ReportQuery AGAINST_BASELINE = new ReportQuery(
            "againstBaseline",
            """
            select %s workload, engine, other, %s times, cases,
              case when low is null then '' else %s end ci,
              case when measured is null then 'not compared' when not decided then 'no difference shown' when measured < 1 then 'takes less time' else 'takes longer' end answer
            from v_answer where question = 'baseline' and suite is not null and other is not null order by position"""
                    .formatted(
                            SqlText.workload(""),
                            SqlText.number("measured"),
                            IntervalText.of("measured", "low", "high", " to ", SqlText::number)));

    private static final ReportQuery ANY_AGAINST = new ReportQuery(
            "anyAgainstBaseline", "select run_id from v_run where exists (" + AGAINST_BASELINE.sql() + ")");

    private static final ReportQuery SCALABILITY = new ReportQuery(
            "scalability",
            """
            select engine, coalesce(%1$s || ' ' || %3$s, 'none') held, coalesce(%2$s || ' ' || %3$s, 'none') stopped, cases
            from v_answer where question = 'scalability' order by position"""
                    .formatted(
                            SqlText.number("measured"), SqlText.number("high"), "replace(unit, '1/s', 'requests/s')"));

    @Override
    public String title() {
        return "Answers";
    }

    @Override
    public String bookmark() {
        return "answers";
    }

    @Override
    public Optional<ReportQuery> condition() {
        return Optional.of(ANSWERED);
    }

    @Override
    public void write(ReportLayout layout, SlotHandle rows) throws SemanticException {
        layout.sentences(rows, SENTENCES, "finding");
        if (!layout.values(ANY_AGAINST).isEmpty()) {
            against(layout, rows);
        }
        SlotHandle compared = layout.forEach(rows, ANY_RATIO);
        compared.add(layout.label("Which engine has the lowest response time?", "subheading"));
        compared.add(layout.table(
                FASTEST_BY_WORKLOAD,
                List.of(
                        TableColumn.text("Workload", "WORKLOAD", "14%"),
                        TableColumn.text("Lowest", "ENGINE", "16%"),
                        TableColumn.text("Against", "OTHER", "16%"),
                        TableColumn.right("Times as long", "TIMES", "11%"),
                        TableColumn.text("Interval", "CI", "15%"),
                        new TableColumn("Cases", "CASES", "0", "6%"),
                        TableColumn.text("", "ANSWER", "22%"))));
        compared.add(layout.label(
                "Two engines are compared by the geometric means of their average response times, over the processes that both"
                        + " completed: with valid repetitions, and with a share of failures below the limit. “Times as long” is the"
                        + " ratio of these means. Repetitions, not single requests, are the independent observations. The"
                        + " intervals of all answers hold together at the confidence level of the run. An answer from one pair of cases has the"
                        + " verdict of that pair, corrected for all comparisons. Each decided difference is beyond the noise floor, where one was"
                        + " measured, and beyond the possible effects of trends and of a late load client or partner. Where an engine is at its"
                        + " capacity, the throughput is compared, not the response times.",
                "note"));
        SlotHandle loaded = layout.forEach(rows, LOADED);
        loaded.add(layout.label("How much load does each engine hold?", "subheading"));
        loaded.add(layout.table(
                SCALABILITY,
                List.of(
                        TableColumn.text("Engine", "ENGINE", "30%"),
                        TableColumn.right("Largest load held", "HELD", "25%"),
                        TableColumn.right("First load not held, or undecided", "STOPPED", "35%"),
                        new TableColumn("Cases", "CASES", "0", "10%"))));
        loaded.add(layout.label(
                "An engine holds a load, in offered requests per second, when all conditions are met in every case with that load. The engine"
                        + " keeps up and meets the objectives on its response times. Fewer requests fail than the objective on failures allows (1 %"
                        + " without one). At least 95 % of the offered requests are answered correctly. The interval over the repetitions must show"
                        + " each condition; otherwise the load is undecided. A closed workload offers the requests that its clients would send to"
                        + " an engine that needs no time itself. Where they send fewer because they wait for answers, and the engine is neither"
                        + " saturated nor at its capacity, the load is undecided: clients that wait do not show what the engine could answer. Failures that partners cause by plan of the model do not count.",
                "note"));
    }

    private static void against(ReportLayout layout, SlotHandle rows) throws SemanticException {
        rows.add(layout.label("How long do the engines take, compared with the baseline?", "subheading"));
        rows.add(layout.table(
                AGAINST_BASELINE,
                List.of(
                        TableColumn.text("Workload", "WORKLOAD", "14%"),
                        TableColumn.text("Engine", "OTHER", "16%"),
                        TableColumn.text("Baseline", "ENGINE", "16%"),
                        TableColumn.right("Times as long", "TIMES", "11%"),
                        TableColumn.text("Interval", "CI", "15%"),
                        new TableColumn("Cases", "CASES", "0", "6%"),
                        TableColumn.text("", "ANSWER", "22%"))));
        rows.add(layout.label(
                "Each engine is compared with the baseline that the suite names, by the geometric means of their average response times, over"
                        + " the processes that both completed. “Times as long” is the ratio of these means, engine / baseline. The intervals of"
                        + " all these comparisons hold together at the confidence level of the run. Pairs of two other engines are not among them: the"
                        + " chapter “Comparison across processes” has each at the level of a single comparison.",
                "note"));
    }
}
