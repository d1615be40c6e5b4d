package io.soabench.reports.chapters;

import io.soabench.reports.design.ChartModel;
import io.soabench.reports.design.Palette;
import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.SqlSentence;
import io.soabench.reports.design.TableColumn;
import java.util.List;
import java.util.Optional;
import org.eclipse.birt.chart.model.attribute.MarkerType;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** The chapter about the greatest load at which an engine meets its objectives, and the trials of the search. */
public final class ExplorationsChapter implements Chapter {

    private static final double HEIGHT = 190;

    private static final ReportQuery EXPLORED =
            new ReportQuery("explored", "select run_id from v_run where exists (select 1 from v_exploration)");

    private static final ReportQuery FOUND =
            new ReportQuery("explorationFound", "select sentence || '.' sentence from v_exploration");

    private static final ReportQuery COURSE = new ReportQuery(
            "explorationCourse",
            """
            select %s sentence from v_exploration order by position"""
                    .formatted(SqlSentence.of(
                            ChapterSentences.SEARCHED,
                            SqlSentence.either("engine = ''", "''", SqlSentence.of(ChapterSentences.ENGINE, "engine")),
                            "cast(least as decimal(12, 1))",
                            "cast(greatest as decimal(12, 1))",
                            "unit",
                            SqlSentence.either(
                                    "ended = ''",
                                    SqlSentence.of(ChapterSentences.INTERRUPTED),
                                    SqlSentence.of(ChapterSentences.ENDED, "ended")),
                            SqlSentence.when(
                                    "knee is not null",
                                    SqlSentence.of(ChapterSentences.KNEE, "cast(knee as decimal(12, 1))", "unit")),
                            "scaling")));

    /** The trials with the answer as a line, at the limit of the first objective, or else above all trials. */
    private static final ReportQuery PICTURE = new ReportQuery(
            "explorationPicture",
            """
            select load, case when outcome = 'met' then p99_ms end met, case when outcome = 'missed' then p99_ms end missed,
              case when outcome = 'undecided' then p99_ms end undecided, cast(null as double precision) answer
            from v_trial where p99_ms is not null
            union all
            select coalesce(load_low, least), null, null, null, (select coalesce(
                min(case when f.unit = 'ms' then f.bound end), max(t.p99_ms)) from v_trial t
                left join v_trial_figure f on f.trial = t.trial where t.engine = e.engine)
            from v_exploration e
            union all
            select coalesce(load_high, greatest), null, null, null, (select coalesce(
                min(case when f.unit = 'ms' then f.bound end), max(t.p99_ms)) from v_trial t
                left join v_trial_figure f on f.trial = t.trial where t.engine = e.engine)
            from v_exploration e
            order by 1""");

    private static final ReportQuery TRIALS = new ReportQuery(
            "explorationTrials",
            """
            select trial, engine, load, unit, outcome, reason, throughput_per_s, p99_ms, attempts, duration_s
            from v_trial order by trial""");

    @Override
    public String title() {
        return "Up to which load";
    }

    @Override
    public String bookmark() {
        return "explorations";
    }

    @Override
    public Optional<ReportQuery> condition() {
        return Optional.of(EXPLORED);
    }

    @Override
    public void write(ReportLayout layout, SlotHandle rows) throws SemanticException {
        layout.sentences(rows, FOUND, "finding");
        layout.sentences(rows, COURSE, "note");
        rows.add(layout.chart(
                PICTURE,
                ChartModel.xy(ReportLayout.WIDTH, HEIGHT, false)
                        .over("LOAD", "load of the trial")
                        .measuring("99th percentile of the response time [ms]")
                        .fromZero()
                        .points("MET", "met", Palette.GREEN, MarkerType.CIRCLE_LITERAL, 3)
                        .points("MISSED", "missed", Palette.RED, MarkerType.CROSS_LITERAL, 4)
                        .points("UNDECIDED", "undecided", Palette.ORANGE, MarkerType.TRIANGLE_LITERAL, 3)
                        .points("ANSWER", "ends of the answer", Palette.INK, MarkerType.DIAMOND_LITERAL, 4),
                ReportLayout.Picture.SVG));
        rows.add(layout.table(
                TRIALS,
                List.of(
                        new TableColumn("Trial", "TRIAL", "0", "6%"),
                        TableColumn.text("Engine", "ENGINE", "12%"),
                        new TableColumn("Load", "LOAD", "#,##0.##", "8%"),
                        TableColumn.text("", "UNIT", "7%"),
                        TableColumn.text("Outcome", "OUTCOME", "10%"),
                        TableColumn.text("Why", "REASON", "33%"),
                        new TableColumn("Throughput [/s]", "THROUGHPUT_PER_S", "#,##0.0", "10%"),
                        new TableColumn("Attempts", "ATTEMPTS", "0", "7%"),
                        new TableColumn("Took [s]", "DURATION_S", "#,##0", "7%"))));
        rows.add(layout.label(
                "Each trial is one repetition at one load, on newly started servers. Its outcome is decided by intervals"
                        + " within the measurement, which do not include the spread between starts. The search tolerates wrong"
                        + " outcomes, and the probability of the answer takes them into account. Before the first trial, all loads of the range"
                        + " were equally probable on a logarithmic scale, and the answer was below or above the range with 10 % each. The diamonds mark both ends of the"
                        + " answer, at the limit of the response time.",
                "note"));
    }
}
