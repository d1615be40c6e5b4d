package io.soabench.reports.chapters;

import io.soabench.reports.design.IntervalText;
import io.soabench.reports.design.Palette;
import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.SqlSentence;
import io.soabench.reports.design.TableColumn;
import java.util.List;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.TableHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** The chapter with one line for each case, with its work and its response time, and the network of the run. */
public final class SummaryChapter implements Chapter {

    private static final ReportQuery EXPLANATION = new ReportQuery(
            "summaryExplanation",
            """
            select %s sentence from v_run"""
                    .formatted(SqlSentence.of(
                            ChapterSentences.SUMMARY,
                            SqlSentence.when(
                                    "exists (select 1 from v_suite_summary where ci_low_ms is not null)",
                                    SqlSentence.of(ChapterSentences.SUMMARY_INTERVALS, SqlText.LEVELS)))));

    private static final ReportQuery MIXED = new ReportQuery(
            "mixed", "select run_id from v_run where exists (select 1 from v_process where process <> loaded)");

    private static final ReportQuery PROCESSES = new ReportQuery(
            "processes",
            """
            select process, %s workload, engine, requests, failure_rate, %s failed_ci, throughput_per_s, %s mean, %s ci, %s median, %s p95,
              %s p99
            from v_process where repetition is null and process <> loaded order by case_position, position"""
                    .formatted(
                            SqlText.workload(""),
                            IntervalText.ofShares("failure_low", "failure_high"),
                            CaseSql.milliseconds("mean_ms"),
                            CaseSql.interval(" – "),
                            CaseSql.milliseconds("median_ms"),
                            CaseSql.percentile("p95_ms"),
                            CaseSql.percentile("p99_ms")));

    @Override
    public String title() {
        return "Summary";
    }

    @Override
    public String bookmark() {
        return "summary";
    }

    @Override
    public void write(ReportLayout layout, SlotHandle rows) throws SemanticException {
        layout.sentences(rows, EXPLANATION, "note");
        TableHandle table = layout.table(
                CaseSql.ALL,
                List.of(
                        TableColumn.text("Process", "MEMBERS", "17%"),
                        TableColumn.text("Workload", "NAMED", "13%"),
                        TableColumn.text("Engine", "ENGINE", "13%"),
                        TableColumn.text("Valid", "REPETITIONS", "7%"),
                        new TableColumn("Requests", "REQUESTS", "#,##0", "10%"),
                        new TableColumn("Failures", "FAILURE_RATE", "0.00%", "9%"),
                        TableColumn.text("CI [%]", "FAILED_CI", "12%"),
                        new TableColumn("Per s", "THROUGHPUT_PER_S", "#,##0.0", "9%"),
                        TableColumn.text("Objectives", "OBJECTIVE", "10%")));
        layout.highlight(table, "OBJECTIVE", "missed", Palette.RED);
        layout.highlight(table, "OBJECTIVE", "unmeasured", Palette.RED);
        rows.add(table);
        rows.add(layout.label("Response times", "subheading"));
        rows.add(layout.table(
                CaseSql.ALL,
                List.of(
                        TableColumn.text("Process", "MEMBERS", "17%"),
                        TableColumn.text("Workload", "NAMED", "12%"),
                        TableColumn.text("Engine", "ENGINE", "12%"),
                        TableColumn.right("Mean", "MEAN", "8%"),
                        TableColumn.text("CI", "CI", "15%"),
                        TableColumn.right("Median", "MEDIAN", "9%"),
                        TableColumn.right("p95", "P95", "8%"),
                        TableColumn.right("p99", "P99", "8%"),
                        TableColumn.right("Max", "LONGEST", "8%"),
                        TableColumn.right("Over-\nhead", "OVERHEAD", "8%"))));
        SlotHandle mixed = layout.forEach(rows, MIXED);
        mixed.add(layout.label("Processes that are loaded together", "subheading"));
        mixed.add(layout.table(
                PROCESSES,
                List.of(
                        TableColumn.text("Process", "PROCESS", "12%"),
                        TableColumn.text("Workload", "WORKLOAD", "10%"),
                        TableColumn.text("Engine", "ENGINE", "10%"),
                        new TableColumn("Re-\nquests", "REQUESTS", "#,##0", "7%"),
                        new TableColumn("Fail-\nures", "FAILURE_RATE", "0.00%", "7%"),
                        TableColumn.text("CI [%]", "FAILED_CI", "10%"),
                        new TableColumn("Per s", "THROUGHPUT_PER_S", "#,##0.0", "6%"),
                        TableColumn.right("Mean", "MEAN", "6%"),
                        TableColumn.text("CI", "CI", "11%"),
                        TableColumn.right("Median", "MEDIAN", "8%"),
                        TableColumn.right("p95", "P95", "6%"),
                        TableColumn.right("p99", "P99", "7%"))));
        NetworkSection.ofRun(layout);
    }
}
