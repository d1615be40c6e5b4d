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

/** The chapter about the selected configuration of an engine, the trials of its selection, and the result of its confirmation. */
public final class ConfigurationsChapter implements Chapter {

    private static final double HEIGHT = 190;

    private static final ReportQuery SEARCHED = new ReportQuery(
            "configurationsSearched", "select run_id from v_run where exists (select 1 from v_configuration_search)");

    private static final ReportQuery FOUND =
            new ReportQuery("configurationFound", "select sentence || '.' sentence from v_configuration_search");

    private static final ReportQuery COURSE = new ReportQuery(
            "configurationCourse",
            """
            select %s sentence from v_configuration_search order by position"""
                    .formatted(SqlSentence.of(
                            ChapterSentences.TRIED,
                            "configurations",
                            "tried",
                            "criterion",
                            SqlSentence.either(
                                    "objectives = ''", "''", SqlSentence.of(ChapterSentences.KEPT, "objectives")),
                            SqlSentence.either(
                                    "ended = ''",
                                    SqlSentence.of(ChapterSentences.INTERRUPTED),
                                    SqlSentence.of(ChapterSentences.ENDED, "ended")))));

    private static final ReportQuery AXIS = new ReportQuery(
            "configurationAxis",
            "select substring(criterion, locate(' ', criterion) + 1) || ' [' || unit || ']' title from v_configuration_search");

    private static final ReportQuery PICTURE = new ReportQuery(
            "configurationPicture",
            """
            select cast(configuration as double precision) configuration, case when rung = 1 then measured end first,
              case when rung > 1 then measured end later, case when stage = 'confirmation' then measured end confirmed
            from v_configuration_trial where measured is not null order by 1""");

    private static final ReportQuery CONFIRMED = new ReportQuery(
            "configurationConfirmed", "select run_id from v_run where exists (select 1 from v_configuration_verdict)");

    private static final ReportQuery VERDICTS = new ReportQuery(
            "configurationVerdicts",
            """
            select configuration, parameters, case when against_own then 'its own' else 'the second' end role, against, against_parameters,
              verdict, ratio, low, high, blocks
            from v_configuration_verdict""");

    private static final ReportQuery ALL = new ReportQuery(
            "configurationsAll",
            """
            select c.configuration, c.parameters, case when c.own then 'yes' else '' end own, c.rung, c.place, c.measured, c.fate, c.confirmed,
              c.blocks, s.unit
            from v_configuration c join v_configuration_search s on s.engine = c.engine
            order by c.rung desc nulls last, c.place nulls last, c.configuration""");

    private static final ReportQuery TRIALS = new ReportQuery(
            "configurationTrials",
            """
            select trial, case when rung is null then 'block ' || block else 'rung ' || rung end stage, configuration, outcome, reason, attempts,
              duration_s
            from v_configuration_trial order by trial""");

    @Override
    public String title() {
        return "Which configuration";
    }

    @Override
    public String bookmark() {
        return "configurations";
    }

    @Override
    public Optional<ReportQuery> condition() {
        return Optional.of(SEARCHED);
    }

    @Override
    public void write(ReportLayout layout, SlotHandle rows) throws SemanticException {
        layout.sentences(rows, FOUND, "finding");
        layout.sentences(rows, COURSE, "note");
        SlotHandle confirmed = layout.forEach(rows, CONFIRMED);
        confirmed.add(layout.label("Confirmation", "subheading"));
        confirmed.add(layout.table(
                VERDICTS,
                List.of(
                        new TableColumn("No.", "CONFIGURATION", "0", "6%"),
                        TableColumn.text("Selected", "PARAMETERS", "21%"),
                        TableColumn.text("Against", "ROLE", "10%"),
                        new TableColumn("No.", "AGAINST", "0", "6%"),
                        TableColumn.text("", "AGAINST_PARAMETERS", "19%"),
                        TableColumn.text("It is", "VERDICT", "11%"),
                        new TableColumn("Ratio", "RATIO", "0.000", "7%"),
                        new TableColumn("from", "LOW", "0.000", "6%"),
                        new TableColumn("to", "HIGH", "0.000", "6%"),
                        new TableColumn("Blocks", "BLOCKS", "0", "8%"))));
        confirmed.add(layout.label(
                "Only the confirmation shows how good the selected configuration is. Its trials were the best partly by chance, so the"
                        + " numbers of the selection are biased in its favour; none of them enters the confirmation. In each"
                        + " block all of these configurations get the same requests, in random order and on newly started servers. No trial of the"
                        + " selection had these requests. The ratio is that of the selected configuration to the other, from pairs within blocks.",
                "note"));
        rows.add(layout.label("Selection", "subheading"));
        rows.add(layout.chart(
                PICTURE,
                ChartModel.xy(ReportLayout.WIDTH, HEIGHT, false)
                        .over("CONFIGURATION", "number of the configuration")
                        .measuring(layout.values(AXIS).stream().findFirst().orElse("measured"))
                        .fromZero()
                        .points("FIRST", "first rung", Palette.PALE_BLUE, MarkerType.CIRCLE_LITERAL, 3)
                        .points("LATER", "later rungs", Palette.BLUE, MarkerType.TRIANGLE_LITERAL, 3)
                        .points("CONFIRMED", "confirmation", Palette.GREEN, MarkerType.DIAMOND_LITERAL, 4),
                ReportLayout.Picture.SVG));
        rows.add(layout.table(
                ALL,
                List.of(
                        new TableColumn("No.", "CONFIGURATION", "0", "6%"),
                        TableColumn.text("Configuration", "PARAMETERS", "24%"),
                        TableColumn.text("Own", "OWN", "6%"),
                        new TableColumn("Last rung", "RUNG", "0", "7%"),
                        new TableColumn("Place", "PLACE", "0", "7%"),
                        new TableColumn("Measured", "MEASURED", "#,##0.00", "9%"),
                        TableColumn.text("", "UNIT", "5%"),
                        TableColumn.text("Then", "FATE", "17%"),
                        new TableColumn("Confirmed", "CONFIRMED", "#,##0.00", "11%"),
                        new TableColumn("Blocks", "BLOCKS", "0", "8%"))));
        rows.add(layout.label(
                "In each rung, all remaining configurations are measured once, for twice as long as in the rung before, and the better half remains."
                        + " “Measured” is the value of the last rung that a configuration reached. “Confirmed” is the mean over its valid repetitions in the confirmation.",
                "note"));
        rows.add(layout.table(
                TRIALS,
                List.of(
                        new TableColumn("Trial", "TRIAL", "0", "7%"),
                        TableColumn.text("Stage", "STAGE", "10%"),
                        new TableColumn("No.", "CONFIGURATION", "0", "7%"),
                        TableColumn.text("Outcome", "OUTCOME", "11%"),
                        TableColumn.text("Why", "REASON", "46%"),
                        new TableColumn("Attempts", "ATTEMPTS", "0", "11%"),
                        new TableColumn("Took [s]", "DURATION_S", "#,##0", "8%"))));
        layout.forEach(rows, CONFIRMED)
                .add(layout.label(
                        "Each trial was judged by itself when it ended. The following chapters judge the trials of a block together. A trial may"
                                + " be invalid there, because load client or partners were too late compared with the fastest engine of its block.",
                        "note"));
    }
}
