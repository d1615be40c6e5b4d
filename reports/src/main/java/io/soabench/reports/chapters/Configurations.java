package io.soabench.reports.chapters;

import io.soabench.reports.design.ChartModel;
import io.soabench.reports.design.Column;
import io.soabench.reports.design.Layout;
import io.soabench.reports.design.Palette;
import io.soabench.reports.design.Source;
import java.util.List;
import java.util.Optional;
import org.eclipse.birt.chart.model.attribute.MarkerType;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** Which configuration of an engine was selected, by which trials, and what its confirmation tells. */
public final class Configurations implements Chapter {

    private static final double HEIGHT = 190;

    private static final Source SEARCHED = new Source(
            "configurationsSearched", "select run_id from v_run where exists (select 1 from v_configuration_search)");

    private static final Source FOUND =
            new Source("configurationFound", "select sentence || '.' sentence from v_configuration_search");

    private static final Source COURSE = new Source(
            "configurationCourse",
            """
            select 'Of ' || configurations || ' configurations ' || tried || ' were tried, ranked by the ' || criterion
                || case when objectives = '' then '' else '; a configuration had to keep ' || objectives end || '. '
                || case when ended = '' then 'It was interrupted.' else 'No further trial was begun, because ' || ended || '.' end sentence
            from v_configuration_search order by position""");

    private static final Source AXIS = new Source(
            "configurationAxis",
            "select substring(criterion, locate(' ', criterion) + 1) || ' [' || unit || ']' title from v_configuration_search");

    private static final Source PICTURE = new Source(
            "configurationPicture",
            """
            select cast(configuration as double precision) configuration, case when rung = 1 then measured end first,
              case when rung > 1 then measured end later, case when stage = 'confirmation' then measured end confirmed
            from v_configuration_trial where measured is not null order by 1""");

    private static final Source CONFIRMED = new Source(
            "configurationConfirmed", "select run_id from v_run where exists (select 1 from v_configuration_verdict)");

    private static final Source VERDICTS = new Source(
            "configurationVerdicts",
            """
            select configuration, parameters, case when against_own then 'its own' else 'the second' end role, against, against_parameters,
              verdict, ratio, low, high, blocks
            from v_configuration_verdict""");

    private static final Source ALL = new Source(
            "configurationsAll",
            """
            select c.configuration, c.parameters, case when c.own then 'yes' else '' end own, c.rung, c.place, c.measured, c.fate, c.confirmed,
              c.blocks, s.unit
            from v_configuration c join v_configuration_search s on s.engine = c.engine
            order by c.rung desc nulls last, c.place nulls last, c.configuration""");

    private static final Source TRIALS = new Source(
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
    public Optional<Source> condition() {
        return Optional.of(SEARCHED);
    }

    @Override
    public void write(Layout layout, SlotHandle rows) throws SemanticException {
        layout.sentences(rows, FOUND, "finding");
        layout.sentences(rows, COURSE, "note");
        SlotHandle confirmed = layout.forEach(rows, CONFIRMED);
        confirmed.add(layout.label("Confirmation", "subheading"));
        confirmed.add(layout.table(
                VERDICTS,
                List.of(
                        new Column("No.", "CONFIGURATION", "0", "6%"),
                        Column.text("Selected", "PARAMETERS", "21%"),
                        Column.text("Against", "ROLE", "10%"),
                        new Column("No.", "AGAINST", "0", "6%"),
                        Column.text("", "AGAINST_PARAMETERS", "19%"),
                        Column.text("It is", "VERDICT", "11%"),
                        new Column("Ratio", "RATIO", "0.000", "7%"),
                        new Column("from", "LOW", "0.000", "6%"),
                        new Column("to", "HIGH", "0.000", "6%"),
                        new Column("Blocks", "BLOCKS", "0", "8%"))));
        confirmed.add(layout.label(
                "Only the confirmation tells how good the selected configuration is. It was selected because its trials were the best, and so some"
                        + " of that was luck: the numbers of the selection flatter it, and none of them is in the confirmation. In each"
                        + " block all of these configurations meet the same requests, which no trial of the selection had, in random order"
                        + " and with servers that were started for it; the ratio is that of the selected configuration to the other, from pairs within blocks.",
                "note"));
        rows.add(layout.label("Selection", "subheading"));
        rows.add(layout.chart(
                PICTURE,
                ChartModel.xy(Layout.WIDTH, HEIGHT, false)
                        .over("CONFIGURATION", "number of the configuration")
                        .measuring(layout.values(AXIS).stream().findFirst().orElse("measured"))
                        .fromZero()
                        .points("FIRST", "first rung", Palette.PALE_BLUE, MarkerType.CIRCLE_LITERAL, 3)
                        .points("LATER", "later rungs", Palette.BLUE, MarkerType.TRIANGLE_LITERAL, 3)
                        .points("CONFIRMED", "confirmation", Palette.GREEN, MarkerType.DIAMOND_LITERAL, 4),
                Layout.Picture.SVG));
        rows.add(layout.table(
                ALL,
                List.of(
                        new Column("No.", "CONFIGURATION", "0", "6%"),
                        Column.text("Configuration", "PARAMETERS", "24%"),
                        Column.text("Own", "OWN", "6%"),
                        new Column("Last rung", "RUNG", "0", "7%"),
                        new Column("Place", "PLACE", "0", "7%"),
                        new Column("Measured", "MEASURED", "#,##0.00", "9%"),
                        Column.text("", "UNIT", "5%"),
                        Column.text("Then", "FATE", "17%"),
                        new Column("Confirmed", "CONFIRMED", "#,##0.00", "11%"),
                        new Column("Blocks", "BLOCKS", "0", "8%"))));
        rows.add(layout.label(
                "In each rung all that are left are measured once, for twice as long as in the rung before, and the better half goes on. “Measured”"
                        + " is the number of the last rung in which a configuration was, “Confirmed” the mean over its repetitions in the confirmation that count.",
                "note"));
        rows.add(layout.table(
                TRIALS,
                List.of(
                        new Column("Trial", "TRIAL", "0", "7%"),
                        Column.text("Stage", "STAGE", "10%"),
                        new Column("No.", "CONFIGURATION", "0", "7%"),
                        Column.text("Outcome", "OUTCOME", "11%"),
                        Column.text("Why", "REASON", "46%"),
                        new Column("Attempts", "ATTEMPTS", "0", "11%"),
                        new Column("Took [s]", "DURATION_S", "#,##0", "8%"))));
        layout.forEach(rows, CONFIRMED)
                .add(layout.label(
                        "Each trial was judged by itself when it ended. Those of a block are judged together in the chapters that follow: one may"
                                + " be not valid there, because load client or partners were too late beside the quickest of its block.",
                        "note"));
    }
}
