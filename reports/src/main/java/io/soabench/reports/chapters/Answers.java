package io.soabench.reports.chapters;

import io.soabench.reports.design.Column;
import io.soabench.reports.design.IntervalText;
import io.soabench.reports.design.Layout;
import io.soabench.reports.design.Source;
import java.util.List;
import java.util.Optional;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** Which engine has the lowest response time, and how much load each holds. */
public final class Answers implements Chapter {

    private static final Source ANSWERED = new Source(
            "answered",
            "select run_id from v_run where exists (select 1 from v_answer where question <> 'response_time')");

    /** The answers of the first page with all their reasons. */
    private static final Source SENTENCES =
            new Source("answerSentences", "select sentence from v_verdict where kind = 'answer' order by position");

    private static final Source COMPARED = new Source(
            "comparedEngines",
            "select run_id from v_run where exists (select 1 from v_answer where question = 'fastest')");

    private static final Source LOADED = new Source(
            "heldLoads",
            "select run_id from v_run where exists (select 1 from v_answer where question = 'scalability')");

    private static final Source FASTEST_BY_WORKLOAD = new Source(
            "fastestByWorkload",
            """
            select %s workload, engine, other, %s times, cases,
              case when low is null then '' else %s end ci,
              case when decided then engine || ' is lower' when low > 1 or high < 1 then 'not decided' else 'no difference can be told' end answer
            from v_answer where question = 'fastest' and suite is not null and other is not null order by position"""
                    .formatted(
                            Words.workload(""),
                            Words.number("measured"),
                            IntervalText.of("measured", "low", "high", " to ", Words::number)));

    private static final Source ANY_RATIO =
            new Source("anyRatio", "select run_id from v_run where exists (" + FASTEST_BY_WORKLOAD.sql() + ")");

    private static final Source LEFT_OUT = new Source(
            "leftOut",
            """
            select sentence from v_answer a where question = 'fastest' and suite is not null and other is null
              and not exists (select 1 from v_answer b where b.question = 'fastest' and b.suite = a.suite
                and b.workload = a.workload and b.other is not null) order by position""");

    private static final Source SCALABILITY = new Source(
            "scalability",
            """
            select engine, coalesce(%1$s || ' ' || %3$s, 'none') held, coalesce(%2$s || ' ' || %3$s, 'none') stopped, cases
            from v_answer where question = 'scalability' order by position"""
                    .formatted(Words.number("measured"), Words.number("high"), "replace(unit, '1/s', 'requests/s')"));

    @Override
    public String title() {
        return "Answers";
    }

    @Override
    public String bookmark() {
        return "answers";
    }

    @Override
    public Optional<Source> condition() {
        return Optional.of(ANSWERED);
    }

    @Override
    public void write(Layout layout, SlotHandle rows) throws SemanticException {
        layout.sentences(rows, SENTENCES, "finding");
        SlotHandle compared = layout.forEach(rows, COMPARED);
        compared.add(layout.label("Which engine has the lowest response time?", "subheading"));
        SlotHandle ratios = layout.forEach(compared, ANY_RATIO);
        ratios.add(layout.table(
                FASTEST_BY_WORKLOAD,
                List.of(
                        Column.text("Workload", "WORKLOAD", "14%"),
                        Column.text("Lowest", "ENGINE", "16%"),
                        Column.text("Against", "OTHER", "16%"),
                        Column.right("Times as long", "TIMES", "11%"),
                        Column.text("Interval", "CI", "15%"),
                        new Column("Cases", "CASES", "0", "6%"),
                        Column.text("", "ANSWER", "22%"))));
        layout.sentences(compared, LEFT_OUT, "note");
        layout.forEach(compared, ANY_RATIO)
                .add(layout.label(
                        "Two engines are compared by the geometric means of their average response times, over the processes that both"
                                + " completed: with valid repetitions, and with a share of failures below the limit. “Times as long” is the"
                                + " ratio of these means. Repetitions, not single requests, are the independent observations; the"
                                + " intervals of all answers together have the level of the run. An answer that rests on one pair of cases takes its verdict,"
                                + " which is corrected for all pairs, and none is within the noise floor. Where an engine is at its capacity,"
                                + " the throughput is compared, not the response times.",
                        "note"));
        SlotHandle loaded = layout.forEach(rows, LOADED);
        loaded.add(layout.label("How much load does each engine hold?", "subheading"));
        loaded.add(layout.table(
                SCALABILITY,
                List.of(
                        Column.text("Engine", "ENGINE", "30%"),
                        Column.right("Largest load held", "HELD", "25%"),
                        Column.right("First that is not, or not known to be", "STOPPED", "35%"),
                        new Column("Cases", "CASES", "0", "10%"))));
        loaded.add(layout.label(
                "An engine holds a load, in requests offered a second, when in every case with it the engine kept up, the objectives on its"
                        + " response times are met, fewer requests fail than the model’s objective on failures allows (1 % without"
                        + " one), and at least 95 % of what was offered is answered well. Each must be sure by its interval over the"
                        + " repetitions; else the load is undecided. A closed workload offers what its clients would send to an engine"
                        + " that needs no time itself. Failures that the model makes partners cause do not count.",
                "note"));
    }
}
