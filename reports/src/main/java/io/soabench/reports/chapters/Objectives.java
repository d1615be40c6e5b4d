package io.soabench.reports.chapters;

import io.soabench.reports.design.Column;
import io.soabench.reports.design.Layout;
import io.soabench.reports.design.Palette;
import io.soabench.reports.design.Source;
import java.util.List;
import java.util.Optional;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.TableHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** What became of the objectives of the model: all that were missed or cannot be decided, and a section of each case. */
public final class Objectives implements Chapter {

    /** The sentence without the objective and its state, which have columns of their own. */
    private static final String MEASURED = "substring(sentence, locate(': ', sentence) + 2)";

    private static final Source ANY =
            new Source("anyObjective", "select run_id from v_run where exists (select 1 from v_objective)");

    private static final Source COUNTS = new Source(
            "objectiveCounts",
            """
            select count(*) || case when count(*) = 1 then ' objective: ' else ' objectives: ' end
              || count(case when state = 'met' then 1 end) || ' met, ' || count(case when state = 'missed' then 1 end)
              || ' missed, ' || count(case when state = 'undecided' then 1 end) || ' undecided'
              || case when count(case when state = 'unmeasured' then 1 end) = 0 then '.'
                else ', ' || count(case when state = 'unmeasured' then 1 end) || ' not measured.' end sentence from v_objective""");

    private static final Source NOT_MET = new Source(
            "objectivesNotMet",
            """
            select process, %s workload, engine, state, objective, %s measured from v_objective where state <> 'met'
            order by case state when 'missed' then 0 when 'unmeasured' then 1 else 2 end, position"""
                    .formatted(Words.workload(""), MEASURED));

    private static final Source ANY_NOT_MET = new Source(
            "anyObjectiveNotMet",
            "select run_id from v_run where exists (select 1 from v_objective where state <> 'met')");

    private static final Source OF_CASE = new Source(
            "objectives",
            "select objective, state, " + MEASURED
                    + " measured from v_objective where case_id = :CASE_ID order by position");

    @Override
    public String title() {
        return "Objectives";
    }

    @Override
    public String bookmark() {
        return "objectives";
    }

    @Override
    public Optional<Source> condition() {
        return Optional.of(ANY);
    }

    @Override
    public void write(Layout layout, SlotHandle rows) throws SemanticException {
        layout.sentences(rows, COUNTS, "finding");
        SlotHandle notMet = layout.forEach(rows, ANY_NOT_MET);
        TableHandle table = layout.table(
                NOT_MET,
                List.of(
                        Column.text("Process", "PROCESS", "14%"),
                        Column.text("Workload", "WORKLOAD", "11%"),
                        Column.text("Engine", "ENGINE", "11%"),
                        Column.text("Objective", "OBJECTIVE", "18%"),
                        Column.text("", "STATE", "11%"),
                        Column.text("Measured", "MEASURED", "35%")));
        alarm(layout, table);
        notMet.add(table);
        notMet.add(layout.label("Undecided: what was measured does not show whether the limit is kept.", "note"));
    }

    /** Adds the objectives of the case around the rows. */
    static void ofCase(Layout layout, SlotHandle rows) throws SemanticException {
        SlotHandle objectives = Sections.of(layout, rows, "v_objective");
        objectives.add(layout.label("Objectives", "subheading"));
        TableHandle table = layout.table(
                OF_CASE,
                List.of(
                        Column.text("Objective", "OBJECTIVE", "30%"),
                        Column.text("", "STATE", "12%"),
                        Column.text("Measured", "MEASURED", "58%")));
        alarm(layout, table);
        objectives.add(table);
    }

    private static void alarm(Layout layout, TableHandle table) throws SemanticException {
        layout.highlight(table, "STATE", "missed", Palette.RED);
        layout.highlight(table, "STATE", "unmeasured", Palette.RED);
    }
}
