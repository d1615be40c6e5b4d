package io.soabench.reports.chapters;

import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.TableColumn;
import java.util.List;
import java.util.Optional;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** The chapter about events that killed the engine under test: lost work, repeated calls, and the time until all is as before. */
public final class AfterKillChapter implements Chapter {

    private static final ReportQuery SEEN =
            new ReportQuery("afterKillSeen", "select run_id from v_run where exists (select 1 from v_after_kill)");

    static final FirstRows KILLS = FirstRows.of(
            "afterKill",
            FirstRows.OF_TABLE,
            """
            select process, workload, engine, repetition, killed_s, %s lost_of, %s cut_of, %s repeated_of, %s failed_of,
              back_ms / 1e3 back_s, first_answer_ms / 1e3 first_answer_s,
              case when before_seconds = 0 then 'unknown (0)'
                when as_before_ms is null then 'not (' || before_seconds || ')'
                else trim(to_char(as_before_ms / 1e3, '999,990.0')) || ' (' || before_seconds || ')' end as_before
            from v_after_kill"""
                    .formatted(
                            share("lost", "acknowledged"),
                            share("cut", "waiting"),
                            share("repeated_calls", "(acknowledged + waiting)"),
                            share("failed", "sent")),
            "V_AFTER_KILL");

    private static String share(String part, String all) {
        return "case when " + part + " is null or " + all + " is null then '–' else " + part + " || ' / ' || " + all
                + " end";
    }

    @Override
    public String title() {
        return "After a kill";
    }

    @Override
    public String bookmark() {
        return "after-a-kill";
    }

    @Override
    public Optional<ReportQuery> condition() {
        return Optional.of(SEEN);
    }

    @Override
    public void write(ReportLayout layout, SlotHandle rows) throws SemanticException {
        rows.add(layout.label(
                "An event of the model killed the engine under test (SIGKILL) and started it again in the same folder. A kill of the process does"
                        + " not lose what the operating system has in memory, so it is no loss of power.",
                "note"));
        KILLS.table(
                layout,
                rows,
                List.of(
                        TableColumn.text("Process", "PROCESS", "12%"),
                        TableColumn.text("Workload", "WORKLOAD", "8%"),
                        TableColumn.text("Engine", "ENGINE", "16%"),
                        new TableColumn("Rep.", "REPETITION", "0", "4%"),
                        new TableColumn("Killed\n[s]", "KILLED_S", "#,##0.0", "6%"),
                        TableColumn.right("Lost", "LOST_OF", "8%"),
                        TableColumn.right("Cut", "CUT_OF", "8%"),
                        TableColumn.right("Calls\nrepeated", "REPEATED_OF", "8%"),
                        TableColumn.right("Failed", "FAILED_OF", "8%"),
                        new TableColumn("Back\n[s]", "BACK_S", "#,##0.0", "6%"),
                        new TableColumn("First\nanswer [s]", "FIRST_ANSWER_S", "#,##0.0", "7%"),
                        TableColumn.right("As before\n[s]", "AS_BEFORE", "9%")));
        rows.add(layout.label(
                "Lost: requests whose work never ended, of those that the engine had acknowledged and whose work had not ended at the kill. Cut:"
                        + " failed requests, of those whose clients waited at the kill. Calls repeated: calls that partners got a second time"
                        + " with the same identifier and step, and the number of both kinds of requests. Failed: requests that were sent before"
                        + " the engine was back, and all of these. Back, first answer and as before count from the kill. Back: the processes"
                        + " of the engine answer. First answer: the first right answer to a request that was sent after the kill. As before:"
                        + " the first of three seconds in a row without a failure in which the median response time is at most 1.1 times the"
                        + " largest such median of up to ten seconds before the kill; their number is in brackets.",
                "note"));
    }
}
