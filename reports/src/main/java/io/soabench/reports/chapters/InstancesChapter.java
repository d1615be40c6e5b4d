package io.soabench.reports.chapters;

import io.soabench.reports.design.IntervalText;
import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.SqlSentence;
import io.soabench.reports.design.TableColumn;
import java.util.List;
import java.util.Optional;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** The chapter about the instances of engines that keep a history of them: durations, and instances that ended per second. */
public final class InstancesChapter implements Chapter {

    private static final ReportQuery SEEN = new ReportQuery(
            "instancesSeen",
            "select run_id from v_run where exists (select 1 from v_process where repetition is null and instances is not null)");

    static final FirstRows INSTANCES = FirstRows.of(
            "instances",
            FirstRows.OF_TABLE,
            """
            select p.process, %s workload, p.engine, p.instances, p.instance_mean_ms, coalesce(%s, '–') duration_interval,
              p.instance_median_ms, p.instance_p99_ms, p.instances_per_s, coalesce(%s, '–') rate_interval,
              coalesce(c.running, 0) running
            from v_process p left join (select i.case_id, i.process, sum(i.running) running from v_instance i
                join v_repetition r on r.case_id = i.case_id and r.repetition = i.repetition and r.usable
                group by i.case_id, i.process) c on c.case_id = p.case_id and c.process = p.process
            where p.repetition is null and p.instances is not null
            order by p.process, p.suite, p.workload, p.case_position"""
                    .formatted(
                            SqlText.workload("p."),
                            IntervalText.of(
                                    "p.instance_mean_ms",
                                    "p.instance_low_ms",
                                    "p.instance_high_ms",
                                    " – ",
                                    SqlText::number),
                            IntervalText.of(
                                    "p.instances_per_s",
                                    "p.instances_low_per_s",
                                    "p.instances_high_per_s",
                                    " – ",
                                    SqlText::number)),
            "V_PROCESS");

    static final FirstRows WITHOUT = FirstRows.of(
            "withoutInstances",
            FirstRows.OF_LIST,
            """
            select case when metric = 'instance-duration' then %1$s else %2$s end sentence from (
              select engine, min(metric) metric, reason from (
                select distinct engine, metric, substring(source, %3$d) reason from v_metric
                where metric in ('instance-duration', 'instances-per-second') and source like '%4$s%%') engines
              group by engine, reason) reasons
            order by engine"""
                    .formatted(
                            SqlSentence.of(ChapterSentences.WITHOUT_INSTANCES, "engine", "reason"),
                            SqlSentence.of(ChapterSentences.WITHOUT_ENDS, "engine", "reason"),
                            ChapterSentences.UNAVAILABLE.length() + 1,
                            ChapterSentences.UNAVAILABLE),
            "V_METRIC");

    private static final String MS = "#,##0.00";

    @Override
    public String title() {
        return "Instances";
    }

    @Override
    public String bookmark() {
        return "instances";
    }

    @Override
    public Optional<ReportQuery> condition() {
        return Optional.of(SEEN);
    }

    @Override
    public void write(ReportLayout layout, SlotHandle rows) throws SemanticException {
        INSTANCES.table(
                layout,
                rows,
                List.of(
                        TableColumn.text("Process", "PROCESS", "13%"),
                        TableColumn.text("Workload", "WORKLOAD", "10%"),
                        TableColumn.text("Engine", "ENGINE", "12%"),
                        new TableColumn("Instances", "INSTANCES", "#,##0", "9%"),
                        new TableColumn("Duration\n[ms]", "INSTANCE_MEAN_MS", MS, "8%"),
                        TableColumn.text("Interval", "DURATION_INTERVAL", "12%"),
                        new TableColumn("Median", "INSTANCE_MEDIAN_MS", MS, "7%"),
                        new TableColumn("p99", "INSTANCE_P99_MS", MS, "7%"),
                        new TableColumn("Ended\nper s", "INSTANCES_PER_S", "#,##0.0", "7%"),
                        TableColumn.text("Interval", "RATE_INTERVAL", "9%"),
                        new TableColumn("Still\nrunning", "RUNNING", "#,##0", "6%")));
        rows.add(layout.label(
                "By the histories of the engines themselves, over the valid repetitions; times are those of the engine’s host, of engines of"
                        + " BPMN in whole milliseconds. Durations are of instances that began within the measurement. Ended: within the"
                        + " measurement, whenever they began. Still running: instances without an end when the history was read, which have"
                        + " no duration.",
                "note"));
        WITHOUT.sentences(layout, rows, "note");
    }
}
