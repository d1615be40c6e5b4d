package io.soabench.reports.chapters;

import io.soabench.reports.design.Palette;
import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.SqlSentence;
import io.soabench.reports.design.TableColumn;
import java.util.List;
import java.util.Optional;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.TableHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** The chapter about the objectives of the model that were missed or are undecided, and a section of each case. */
public final class ObjectivesChapter implements Chapter {

    /** The sentence without the objective and its state, which have columns of their own. */
    private static final String MEASURED = "substring(sentence, locate(': ', sentence) + 2)";

    private static final ReportQuery ANY =
            new ReportQuery("anyObjective", "select run_id from v_run where exists (select 1 from v_objective)");

    private static final ReportQuery COUNTS = new ReportQuery(
            "objectiveCounts",
            """
            select %s sentence from v_objective"""
                    .formatted(SqlSentence.of(
                            ChapterSentences.OBJECTIVE_COUNTS,
                            "count(*)",
                            SqlSentence.either(
                                    "count(*) = 1",
                                    SqlSentence.of(ChapterSentences.ONE_OBJECTIVE),
                                    SqlSentence.of(ChapterSentences.OBJECTIVES)),
                            number("met"),
                            number("missed"),
                            number("undecided"),
                            SqlSentence.either(
                                    number("unmeasured") + " = 0",
                                    SqlSentence.of(ChapterSentences.END),
                                    SqlSentence.of(ChapterSentences.NOT_MEASURED, number("unmeasured"))))));

    private static String number(String state) {
        return "count(case when state = '" + state + "' then 1 end)";
    }

    private static final ReportQuery NOT_MET = new ReportQuery(
            "objectivesNotMet",
            """
            select process, %s workload, engine, state, objective, %s measured from v_objective where state <> 'met'
            order by case state when 'missed' then 0 when 'unmeasured' then 1 else 2 end, position"""
                    .formatted(SqlText.workload(""), MEASURED));

    private static final ReportQuery ANY_NOT_MET = new ReportQuery(
            "anyObjectiveNotMet",
            "select run_id from v_run where exists (select 1 from v_objective where state <> 'met')");

    private static final ReportQuery OF_CASE = new ReportQuery(
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
    public Optional<ReportQuery> condition() {
        return Optional.of(ANY);
    }

    @Override
    public void write(ReportLayout layout, SlotHandle rows) throws SemanticException {
        layout.sentences(rows, COUNTS, "finding");
        SlotHandle notMet = layout.forEach(rows, ANY_NOT_MET);
        TableHandle table = layout.table(
                NOT_MET,
                List.of(
                        TableColumn.text("Process", "PROCESS", "14%"),
                        TableColumn.text("Workload", "WORKLOAD", "11%"),
                        TableColumn.text("Engine", "ENGINE", "11%"),
                        TableColumn.text("Objective", "OBJECTIVE", "18%"),
                        TableColumn.text("", "STATE", "11%"),
                        TableColumn.text("Measured", "MEASURED", "35%")));
        alarm(layout, table);
        notMet.add(table);
        notMet.add(layout.label("Undecided: the data do not show whether the limit is kept.", "note"));
    }

    /** Adds the objectives of the case around the rows. */
    static void ofCase(ReportLayout layout, SlotHandle rows) throws SemanticException {
        SlotHandle objectives = CaseSections.of(layout, rows, "v_objective");
        objectives.add(layout.label("Objectives", "subheading"));
        TableHandle table = layout.table(
                OF_CASE,
                List.of(
                        TableColumn.text("Objective", "OBJECTIVE", "30%"),
                        TableColumn.text("", "STATE", "12%"),
                        TableColumn.text("Measured", "MEASURED", "58%")));
        alarm(layout, table);
        objectives.add(table);
    }

    private static void alarm(ReportLayout layout, TableHandle table) throws SemanticException {
        layout.highlight(table, "STATE", "missed", Palette.RED);
        layout.highlight(table, "STATE", "unmeasured", Palette.RED);
    }
}
