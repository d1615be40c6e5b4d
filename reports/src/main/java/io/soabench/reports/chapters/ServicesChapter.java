package io.soabench.reports.chapters;

import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.TableColumn;
import java.util.List;
import java.util.Optional;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** The chapter about the mocked services: the identification of invocations, and planned and measured response times. */
public final class ServicesChapter implements Chapter {

    /** The numbers of a service. Times are means over valid repetitions, as all numbers of cases are; counts are sums. */
    private static final String FIGURES =
            """
            s.service || case when s.service in (select service from v_service where instance > 1) then '[' || s.instance || ']' else '' end service, s.operation,
              sum(s.calls) calls, sum(s.planned_failures) planned_failures, sum(s.untraced) untraced,
              %s planned_mean, %s mean, %s median, %s p95, %s longest, %s error
            from v_service s join v_repetition r
              on r.case_id = s.case_id and r.repetition = s.repetition and r.usable"""
                    .formatted(
                            CaseSql.milliseconds("avg(s.planned_mean_ms)"),
                            CaseSql.milliseconds("avg(s.mean_ms)"),
                            CaseSql.milliseconds("avg(s.median_ms)"),
                            CaseSql.percentile("avg(s.p95_ms)"),
                            CaseSql.milliseconds("max(s.max_ms)"),
                            CaseSql.milliseconds("max(s.delay_error_p99_ms)"));

    private static final ReportQuery ANY =
            new ReportQuery("anyService", "select run_id from v_run where exists (select 1 from v_mocked_service)");

    private static final ReportQuery MEASURED =
            new ReportQuery("measuredService", "select run_id from v_run where exists (select 1 from v_service)");

    private static final ReportQuery MODEL = new ReportQuery(
            "mockedServices",
            """
            select service || case when instances > 1 then ' (' || instances || ' instances)' else '' end service, type, server,
              uiid, qos from v_mocked_service order by position""");

    static final ReportQuery OF_RUN = new ReportQuery(
            "services", "select " + FIGURES + " group by s.service, s.instance, s.operation order by 1, 2");

    private static final ReportQuery OF_CASE = new ReportQuery(
            "servicesOfCase",
            "select " + FIGURES
                    + " where s.case_id = :CASE_ID group by s.service, s.instance, s.operation order by 1, 2");

    /** All instances and operations of a service together, in each case. */
    private static final ReportQuery BY_CASE = new ReportQuery(
            "servicesByCase",
            """
            select service, process, %s workload, engine, repetitions, throughput_per_s, failed, %s mean, %s p99 from (
              select target service, process, suite, workload, engine, max(repetitions) repetitions, %s throughput_per_s, 100 * %s failed,
                %s mean_ms, %s p99_ms, min(position) place
              from v_statistic where repetition is null and target_kind = 'service'
              group by target, case_id, process, suite, workload, engine) services order by service, place"""
                    .formatted(
                            SqlText.workload(""),
                            CaseSql.milliseconds("mean_ms"),
                            CaseSql.percentile("p99_ms"),
                            measured("throughput", "average"),
                            measured("failures", "average"),
                            measured("response-time", "average"),
                            measured("response-time", "p99")));

    private static final ReportQuery FAILED =
            new ReportQuery("failedService", "select run_id from v_run where exists (select 1 from v_service_failure)");

    private static final ReportQuery FAILURES = new ReportQuery(
            "serviceFailures",
            """
            select f.service || case when f.instance > 1 then '[' || f.instance || ']' else '' end service, f.operation, f.kind,
              sum(f.calls) calls, 100.0 * sum(f.calls) / sum(sum(f.calls)) over (partition by f.service, f.instance, f.operation) share
            from v_service_failure f join v_repetition r
              on r.case_id = f.case_id and r.repetition = f.repetition and r.usable
            group by f.service, f.instance, f.operation, f.kind order by 1, 2, 4 desc, 3""");

    private static final List<TableColumn> COLUMNS = List.of(
            TableColumn.text("Service", "SERVICE", "15%"),
            TableColumn.text("Operation", "OPERATION", "13%"),
            new TableColumn("Calls", "CALLS", "#,##0", "8%"),
            new TableColumn("Planned\nfailures", "PLANNED_FAILURES", "#,##0", "8%"),
            new TableColumn("Un-\ntraced", "UNTRACED", "#,##0", "8%"),
            TableColumn.right("Planned\nmean", "PLANNED_MEAN", "8%"),
            TableColumn.right("Measured\nmean", "MEAN", "9%"),
            TableColumn.right("Median", "MEDIAN", "8%"),
            TableColumn.right("p95", "P95", "7%"),
            TableColumn.right("Max", "LONGEST", "8%"),
            TableColumn.right("Off by\n(p99)", "ERROR", "8%"));

    private static String measured(String metric, String statistic) {
        return "max(case when metric = '" + metric + "' and statistic = '" + statistic + "' then measured end)";
    }

    @Override
    public String title() {
        return "Services";
    }

    @Override
    public String bookmark() {
        return "services";
    }

    @Override
    public Optional<ReportQuery> condition() {
        return Optional.of(ANY);
    }

    @Override
    public void write(ReportLayout layout, SlotHandle rows) throws SemanticException {
        rows.add(layout.label("Definition in the model", "subheading"));
        rows.add(layout.table(
                MODEL,
                List.of(
                        TableColumn.text("Service", "SERVICE", "17%"),
                        TableColumn.text("Type", "TYPE", "14%"),
                        TableColumn.text("Mock host", "SERVER", "13%"),
                        TableColumn.text("Invocations are identified", "UIID", "22%"),
                        TableColumn.text("Quality", "QOS", "34%"))));
        rows.add(layout.label(
                "The identifier of an invocation selects the planned behaviour of a call. Where the mock host does not read it from"
                        + " the call, behaviours are assigned in the order in which calls arrive.",
                "note"));
        SlotHandle measured = layout.forEach(rows, MEASURED);
        measured.add(layout.label("Response times, planned and measured at the mock hosts", "subheading"));
        measured.add(layout.table(OF_RUN, COLUMNS));
        measured.add(layout.label(
                "In milliseconds, over all valid repetitions of all cases: from the arrival of a call at the mock host to the end of"
                        + " its answer, for the calls of measured requests. “Planned” is the time drawn in advance from the"
                        + " model. “Off by” is the largest 99th percentile of the difference between planned and real"
                        + " response time in any repetition. “Calls” counts all phases; an untraced call had no planned behaviour"
                        + " of its own.",
                "note"));
        measured.add(layout.label("Throughput, failures and response times of each case", "subheading"));
        measured.add(layout.table(
                BY_CASE,
                List.of(
                        TableColumn.text("Service", "SERVICE", "15%"),
                        TableColumn.text("Process", "PROCESS", "16%"),
                        TableColumn.text("Workload", "WORKLOAD", "13%"),
                        TableColumn.text("Engine", "ENGINE", "13%"),
                        new TableColumn("Valid", "REPETITIONS", "#,##0", "7%"),
                        new TableColumn("Answers\nper s", "THROUGHPUT_PER_S", "#,##0.0", "9%"),
                        new TableColumn("Failed\n[%]", "FAILED", "#,##0.00", "9%"),
                        TableColumn.right("Mean\n[ms]", "MEAN", "9%"),
                        TableColumn.right("p99\n[ms]", "P99", "9%"))));
        measured.add(layout.label(
                "As the mock hosts measured it, of the calls for measured requests, all instances and operations of a service together;"
                        + " means over the valid repetitions. Failures are those that the model plans.",
                "note"));
        SlotHandle failed = layout.forEach(measured, FAILED);
        failed.add(layout.label("Failures that the model plans", "subheading"));
        failed.add(layout.table(
                FAILURES,
                List.of(
                        TableColumn.text("Service", "SERVICE", "25%"),
                        TableColumn.text("Operation", "OPERATION", "20%"),
                        TableColumn.text("Failure", "KIND", "33%"),
                        new TableColumn("Calls", "CALLS", "#,##0", "11%"),
                        new TableColumn("Share [%]", "SHARE", "0.0", "11%"))));
    }

    /** Adds the services of the case around the rows. */
    static void ofCase(ReportLayout layout, SlotHandle rows) throws SemanticException {
        SlotHandle services = CaseSections.of(layout, rows, "v_service");
        services.add(
                layout.label("Services, response times in milliseconds as measured at the mock hosts", "subheading"));
        services.add(layout.table(OF_CASE, COLUMNS));
    }
}
