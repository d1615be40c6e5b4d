package io.soabench.reports.chapters;

import io.soabench.reports.design.ChartModel;
import io.soabench.reports.design.Palette;
import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportLayout.Picture;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.SqlSentence;
import io.soabench.reports.design.TableColumn;
import java.util.List;
import org.eclipse.birt.chart.model.attribute.MarkerType;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.TableHandle;
import org.eclipse.birt.report.model.api.TextDataHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** The chapters of single cases: repetitions, events, response times, failures, objectives, services, servers, ledger. */
public final class CaseDetailsChapter implements Chapter {

    private static final ReportQuery REPETITIONS = new ReportQuery(
            "repetitions",
            """
            select cast(repetition as varchar) number, verdict,
              cast(cast(warm_up_s as decimal(12, 1)) as varchar) || ' s'
                || case when warm_up_ended = 'unsteady' then ', not steady' else '' end warm_up,
              requests, failures, throughput_per_s, min_ms, mean_ms, median_ms, %s p95, %s p99, %s p999, max_ms, sd_ms,
              overhead_median_ms
            from v_repetition where case_id = :CASE_ID order by repetition"""
                    .formatted(
                            CaseSql.percentile("p95_ms"), CaseSql.percentile("p99_ms"), CaseSql.percentile("p999_ms")));

    /** The processes of a case that loads several, over its valid repetitions. */
    private static final ReportQuery PROCESSES = new ReportQuery(
            "processesOfCase",
            """
            select process, requests, failures, throughput_per_s, min_ms, mean_ms, median_ms, %s p95, %s p99, max_ms, sd_ms,
              overhead_median_ms
            from v_process where case_id = :CASE_ID and repetition is null order by position"""
                    .formatted(CaseSql.percentile("p95_ms"), CaseSql.percentile("p99_ms")));

    private static final ReportQuery REASONS = new ReportQuery(
            "reasons",
            """
            select %s sentence
            from v_repetition
            where case_id = :CASE_ID and (coalesce(reasons, '') <> '' or coalesce(warnings, '') <> '')
            order by repetition"""
                    .formatted(SqlSentence.either(
                            "coalesce(reasons, '') <> ''",
                            SqlSentence.of(
                                    ChapterSentences.INVALID_REPETITION,
                                    "repetition",
                                    "reasons",
                                    SqlSentence.when("coalesce(warnings, '') <> ''", "chr(10) || warnings")),
                            SqlSentence.of(ChapterSentences.WARNED_REPETITION, "repetition", "warnings"))));

    private static final ReportQuery LOG = new ReportQuery(
            "log",
            "select 'Repetition ' || repetition || ', ' || server || ': ' || file origin, times, line from v_log"
                    + " where case_id = :CASE_ID order by repetition, position");

    /**
     * The events of the model, those that were impossible included. A later step of an event has a time of its own, which follows from that
     * of the first, and words after a colon.
     */
    static final ReportQuery EVENTS = new ReportQuery(
            "events",
            """
            select cast(repetition as varchar) number,
              case when locate(': ', subject) > 0 then ''
                else coalesce(cast(cast(planned_at_s as decimal(12, 3)) as varchar), 'request ' || planned_at_request) end planned,
              case when kind = 'model' then at_s end happened_s,
              coalesce(what || case when locate(': ', subject) > 0 then substring(subject, locate(': ', subject)) else '' end, subject) event,
              detail
            from v_event where case_id = :CASE_ID and kind in ('model', 'missed') order by repetition, at_s""");

    private static final ReportQuery AROUND = new ReportQuery(
            "around",
            """
            select cast(repetition as varchar) number, coalesce(what, subject) event, took_ms, before_requests, before_failures,
              before_median_ms, before_max_ms, after_requests, after_failures, after_median_ms, after_max_ms
            from v_event where case_id = :CASE_ID and after_requests is not null order by repetition, at_s""");

    private static final String POINTS =
            "select at_s, latency_ms, failed, '' series from v_points where case_id = :CASE_ID";

    private static final ReportQuery COURSE_BEYOND = new ReportQuery("courseBeyond", ThinnedPoints.beyond(POINTS));

    private static final ReportQuery COURSE = new ReportQuery(
            "course",
            ThinnedPoints.thinned(
                    POINTS,
                    "select at_s, case when failed then null else latency_ms end ok_ms,"
                            + " case when failed then latency_ms end failed_ms"));

    private static final ReportQuery LOAD = new ReportQuery(
            "load",
            """
            select at_s, avg(offered_per_s) offered, avg(answers_per_s) served
            from v_timeline where case_id = :CASE_ID group by at_s""");

    /** The requests that are begun and not complete. */
    private static final ReportQuery PENDING = new ReportQuery(
            "pending", "select at_s, avg(pending) pending from v_pending where case_id = :CASE_ID group by at_s");

    /** The number of clients of a closed workload with changing clients. */
    private static final ReportQuery CLIENTS = new ReportQuery(
            "clients",
            """
            select at_s, avg(clients) clients, avg(answers_per_s) served
            from v_timeline where case_id = :CASE_ID and clients is not null group by at_s""");

    private static final ReportQuery STAGES = new ReportQuery(
            "stages",
            """
            select stage, length_s, coalesce(planned_per_s, clients) planned, offered_per_s, throughput_per_s, requests, failures, median_ms,
              %s p95, %s p99, max_ms
            from v_stage where case_id = :CASE_ID and repetition is null order by position"""
                    .formatted(CaseSql.percentile("p95_ms"), CaseSql.percentile("p99_ms")));

    private static final ReportQuery CONNECTIONS = new ReportQuery(
            "connections",
            """
            select cast(repetition as varchar) number, host, connections, opened, at_once, most, waits, wait_p99_ms, wait_max_ms
            from v_load_client where case_id = :CASE_ID order by repetition, position""");

    private static final ReportQuery DATA = new ReportQuery(
            "data",
            """
            select data, requests, failures, wrong,
              case when rows_sent > 0 then cast(rows_sent as varchar) else '' end rows_sent,
              case when rows_sent > 0 then cast(rows_failed as varchar) else '' end rows_failed,
              mean_ms, median_ms, %s p95, %s p99, max_ms
            from v_data where case_id = :CASE_ID and repetition is null order by position"""
                    .formatted(CaseSql.percentile("p95_ms"), CaseSql.percentile("p99_ms")));

    /** Maximum number of records that were answered wrongly. */
    private static final int MOST_WRONG_ROWS = 20;

    /** The first records that were answered wrongly. */
    private static final FirstRows WRONG_ROWS = FirstRows.of(
            "wrongRows",
            MOST_WRONG_ROWS,
            """
            select data, file_line, sum(requests) requests, min(example) example
            from v_failed_row where case_id = :CASE_ID and outcome = 'WRONG'
            group by data, file_line order by file_line, data""",
            "V_FAILED_ROW");

    private static final ReportQuery SHARES = new ReportQuery(
            "shares",
            """
            select succeeded, failed,
              regexp_replace(cast(cast(low_ms as decimal(12, 4)) as varchar), '\\.?0+$', '') bucket
            from v_histogram where case_id = :CASE_ID and repetition is null order by position""");

    private static final ReportQuery FAILURES = new ReportQuery(
            "failures",
            """
            select case when f.process = c.process then '' else f.process || ': ' end || f.cause cause, f.outcome, f.origin,
              f.requests, f.share, coalesce(f.example, '') example
            from v_failure f join v_suite_summary c on c.case_id = f.case_id
            where f.case_id = :CASE_ID and f.repetition is null order by f.requests desc""");

    private static final ReportQuery LEDGER = new ReportQuery(
            "ledger",
            """
            select case when l.process = c.process then '' else l.process || ': ' end || l.entry entry, sum(l.expected) expected,
              sum(l.found) found, max(l.state) state
            from v_ledger l join v_suite_summary c on c.case_id = l.case_id
            where l.case_id = :CASE_ID group by l.process, c.process, l.entry order by min(l.position)""");

    @Override
    public String title() {
        return "Cases";
    }

    @Override
    public String bookmark() {
        return "cases";
    }

    @Override
    public void announce(ReportLayout layout) throws SemanticException {
        layout.forEach(layout.body(), CaseSql.ALL)
                .add(layout.entry(layout.data("TITLE", "", "link"), "\"case-\" + row[\"CASE_ID\"]"));
    }

    @Override
    public void write(ReportLayout layout) throws SemanticException {
        write(layout, layout.forEach(layout.body(), CaseSql.ALL));
    }

    @Override
    public void write(ReportLayout layout, SlotHandle rows) throws SemanticException {
        TextDataHandle title = layout.text("row[\"TITLE\"]", "case-heading");
        title.setBookmark("\"case-\" + row[\"CASE_ID\"]");
        layout.toc(title, "row[\"TITLE\"]");
        SlotHandle top = layout.together(rows);
        top.add(title);
        top.add(layout.text("row[\"FACTS\"]", "note"));
        TextDataHandle verdict = layout.text("row[\"VERDICT\"]", "finding");
        layout.hideWhenEmpty(verdict, "VERDICT");
        top.add(verdict);
        repetitions(layout, top);
        findings(layout, rows);
        processes(layout, rows);
        WantedStatistics.ofCase(layout, rows);
        events(layout, rows);
        load(layout, rows);
        connections(layout, rows);
        data(layout, rows);
        responseTimes(layout, rows);
        failures(layout, rows);
        ObjectivesChapter.ofCase(layout, rows);
        ServicesChapter.ofCase(layout, rows);
        ServerMetricsSection.ofCase(layout, rows);
        ledger(layout, rows);
    }

    private static void repetitions(ReportLayout layout, SlotHandle rows) throws SemanticException {
        rows.add(layout.label("Repetitions, times in milliseconds", "subheading"));
        TableHandle repetitions = layout.table(
                REPETITIONS,
                List.of(
                        TableColumn.text("No.", "NUMBER", "8%"),
                        TableColumn.text("Verdict", "VERDICT", "22%"),
                        TableColumn.text("Warm-up", "WARM_UP", "20%"),
                        new TableColumn("Requests", "REQUESTS", "#,##0", "14%"),
                        new TableColumn("Failures", "FAILURES", "#,##0", "12%"),
                        new TableColumn("Per s", "THROUGHPUT_PER_S", "#,##0.0", "12%"),
                        new TableColumn("Overhead", "OVERHEAD_MEDIAN_MS", "#,##0.00", "12%")));
        layout.highlight(repetitions, "VERDICT", "invalid", Palette.RED);
        rows.add(repetitions);
        rows.add(layout.table(
                REPETITIONS,
                List.of(
                        TableColumn.text("No.", "NUMBER", "8%"),
                        new TableColumn("Min", "MIN_MS", "#,##0.0", "11%"),
                        new TableColumn("Average", "MEAN_MS", "#,##0.0", "13%"),
                        new TableColumn("Median", "MEDIAN_MS", "#,##0.0", "12%"),
                        TableColumn.right("p95", "P95", "11%"),
                        TableColumn.right("p99", "P99", "11%"),
                        TableColumn.right("p99.9", "P999", "11%"),
                        new TableColumn("Max", "MAX_MS", "#,##0.0", "12%"),
                        new TableColumn("SD", "SD_MS", "#,##0.0", "11%"))));
    }

    /** Adds the problems of repetitions, and the lines of logs about them. */
    private static void findings(ReportLayout layout, SlotHandle rows) throws SemanticException {
        layout.sentences(rows, REASONS, "alarm");
        SlotHandle log = CaseSections.of(layout, rows, "v_log");
        log.add(layout.label("Lines from the log of the server", "subheading"));
        log.add(layout.table(
                LOG,
                List.of(
                        TableColumn.text("Where", "ORIGIN", "25%"),
                        new TableColumn("Times", "TIMES", "#,##0", "8%"),
                        TableColumn.text("Line", "LINE", "67%"))));
    }

    private static void processes(ReportLayout layout, SlotHandle rows) throws SemanticException {
        SlotHandle processes = CaseSections.of(layout, rows, "v_process", "process <> loaded");
        processes.add(layout.label("By process, over all valid repetitions, times in milliseconds", "subheading"));
        processes.add(layout.table(
                PROCESSES,
                List.of(
                        TableColumn.text("Process", "PROCESS", "16%"),
                        new TableColumn("Re-\nquests", "REQUESTS", "#,##0", "9%"),
                        new TableColumn("Fail-\nures", "FAILURES", "#,##0", "8%"),
                        new TableColumn("Per s", "THROUGHPUT_PER_S", "#,##0.0", "8%"),
                        new TableColumn("Min", "MIN_MS", "#,##0.0", "7%"),
                        new TableColumn("Average", "MEAN_MS", "#,##0.0", "8%"),
                        new TableColumn("Median", "MEDIAN_MS", "#,##0.0", "8%"),
                        TableColumn.right("p95", "P95", "7%"),
                        TableColumn.right("p99", "P99", "7%"),
                        new TableColumn("Max", "MAX_MS", "#,##0.0", "7%"),
                        new TableColumn("SD", "SD_MS", "#,##0.0", "7%"),
                        new TableColumn("Over-\nhead", "OVERHEAD_MEDIAN_MS", "#,##0.00", "8%"))));
    }

    private static void events(ReportLayout layout, SlotHandle rows) throws SemanticException {
        SlotHandle events = CaseSections.of(layout, rows, "v_event", "kind in ('model', 'missed')");
        events.add(layout.label("Events of the model", "subheading"));
        events.add(layout.table(
                EVENTS,
                List.of(
                        TableColumn.text("No.", "NUMBER", "6%"),
                        TableColumn.right("Planned at [s]", "PLANNED", "14%"),
                        new TableColumn("At [s]", "HAPPENED_S", "#,##0.000", "11%"),
                        TableColumn.text("Event", "EVENT", "32%"),
                        TableColumn.text("", "DETAIL", "37%"))));
        SlotHandle around = CaseSections.of(layout, rows, "v_event", "after_requests is not null");
        around.add(layout.label(
                "Requests of the five seconds before and after each event, times in milliseconds", "subheading"));
        around.add(layout.table(
                AROUND,
                List.of(
                        TableColumn.text("No.", "NUMBER", "5%"),
                        TableColumn.text("Event", "EVENT", "23%"),
                        new TableColumn("Took", "TOOK_MS", "#,##0.0", "8%"),
                        new TableColumn("Before", "BEFORE_REQUESTS", "#,##0", "8%"),
                        new TableColumn("Failed", "BEFORE_FAILURES", "#,##0", "7%"),
                        new TableColumn("Median", "BEFORE_MEDIAN_MS", "#,##0.0", "8%"),
                        new TableColumn("Max", "BEFORE_MAX_MS", "#,##0.0", "9%"),
                        new TableColumn("After", "AFTER_REQUESTS", "#,##0", "8%"),
                        new TableColumn("Failed", "AFTER_FAILURES", "#,##0", "7%"),
                        new TableColumn("Median", "AFTER_MEDIAN_MS", "#,##0.0", "8%"),
                        new TableColumn("Max", "AFTER_MAX_MS", "#,##0.0", "9%"))));
    }

    /** Adds the offered and answered load over time, where clients alone do not determine it; each stage of a load that changes. */
    private static void load(ReportLayout layout, SlotHandle rows) throws SemanticException {
        SlotHandle load = layout.together(CaseSections.of(layout, rows, "v_suite_summary", "workload_kind = 'open'"));
        load.add(layout.label("Requests offered and answers served over time", "subheading"));
        layout.chartOverTime(
                load,
                LOAD,
                () -> ChartModel.xy(ReportLayout.WIDTH, 140, true)
                        .over(
                                "AT_S",
                                "seconds since the start of the measurement (negative: warm-up), mean of all repetitions")
                        .measuring("per second")
                        .fromZero()
                        .format("#,##0.#")
                        .formatX("0.#")
                        .line("OFFERED", "offered", Palette.ORANGE, 2)
                        .line("SERVED", "served", Palette.BLUE, 1),
                Picture.SVG);
        SlotHandle clients = layout.together(CaseSections.of(layout, rows, "v_timeline", "clients is not null"));
        clients.add(layout.label("Clients and answers over time", "subheading"));
        clients(layout, clients, "clients", "CLIENTS", Palette.ORANGE);
        clients(layout, clients, "answers per second", "SERVED", Palette.BLUE);
        SlotHandle pending = layout.together(CaseSections.of(layout, rows, "v_pending_end"));
        pending.add(layout.label("Pending requests over time", "subheading"));
        layout.chartOverTime(
                pending,
                PENDING,
                () -> ChartModel.xy(ReportLayout.WIDTH, 140, true)
                        .over(
                                "AT_S",
                                "seconds since the start of the measurement (negative: warm-up), mean of all repetitions")
                        .measuring("requests")
                        .fromZero()
                        .format("#,##0")
                        .formatX("0.#")
                        .line("PENDING", "pending", Palette.ORANGE, 2),
                Picture.SVG);
        SlotHandle stages = CaseSections.of(layout, rows, "v_stage", "repetition is null");
        stages.add(layout.label(
                "Stages of the load (arrivals per second or clients), times in milliseconds", "subheading"));
        stages.add(layout.table(
                STAGES,
                List.of(
                        TableColumn.text("Stage", "STAGE", "22%"),
                        new TableColumn("Lasts [s]", "LENGTH_S", "#,##0.0", "8%"),
                        new TableColumn("Planned\nload", "PLANNED", "#,##0.0", "9%"),
                        new TableColumn("Offered\nper s", "OFFERED_PER_S", "#,##0.0", "9%"),
                        new TableColumn("Served\nper s", "THROUGHPUT_PER_S", "#,##0.0", "9%"),
                        new TableColumn("Re-\nquests", "REQUESTS", "#,##0", "9%"),
                        new TableColumn("Fail-\nures", "FAILURES", "#,##0", "8%"),
                        new TableColumn("Median", "MEDIAN_MS", "#,##0.0", "7%"),
                        TableColumn.right("p95", "P95", "6%"),
                        TableColumn.right("p99", "P99", "6%"),
                        new TableColumn("Max", "MAX_MS", "#,##0.0", "7%"))));
    }

    private static void clients(ReportLayout layout, SlotHandle into, String what, String column, Palette colour)
            throws SemanticException {
        layout.chartOverTime(
                into,
                CLIENTS,
                () -> ChartModel.xy(ReportLayout.WIDTH, 110, true)
                        .over("AT_S", "seconds since the start of the measurement, mean of all repetitions")
                        .measuring(what)
                        .fromZero()
                        .format("#,##0.#")
                        .formatX("0.#")
                        .line(column, what, colour, 1),
                Picture.SVG);
    }

    /** Adds the connections, where the model limits them or requests had to wait for one. */
    private static void connections(ReportLayout layout, SlotHandle rows) throws SemanticException {
        SlotHandle connections = CaseSections.of(layout, rows, "v_load_client", "(connections <> 'kept' or waits > 0)");
        connections.add(layout.label("Connections of the load clients, times in milliseconds", "subheading"));
        connections.add(layout.table(
                CONNECTIONS,
                List.of(
                        TableColumn.text("No.", "NUMBER", "6%"),
                        TableColumn.text("Host", "HOST", "20%"),
                        TableColumn.text("Connections", "CONNECTIONS", "14%"),
                        new TableColumn("Opened", "OPENED", "#,##0", "10%"),
                        new TableColumn("At once", "AT_ONCE", "#,##0", "10%"),
                        new TableColumn("Possible", "MOST", "#,##0", "10%"),
                        new TableColumn("Requests\nthat waited", "WAITS", "#,##0", "12%"),
                        new TableColumn("Wait p99", "WAIT_P99_MS", "#,##0.0", "9%"),
                        new TableColumn("Wait max", "WAIT_MAX_MS", "#,##0.0", "9%"))));
    }

    /** Adds the results by the sent data, and the records that were answered wrongly. */
    private static void data(ReportLayout layout, SlotHandle rows) throws SemanticException {
        SlotHandle data = CaseSections.of(layout, rows, "v_data", "repetition is null");
        data.add(layout.label("By what was sent, over all valid repetitions, times in milliseconds", "subheading"));
        data.add(layout.table(
                DATA,
                List.of(
                        TableColumn.text("Data", "DATA", "20%"),
                        new TableColumn("Re-\nquests", "REQUESTS", "#,##0", "9%"),
                        new TableColumn("Fail-\nures", "FAILURES", "#,##0", "8%"),
                        new TableColumn("Wrong\nanswers", "WRONG", "#,##0", "9%"),
                        TableColumn.right("Rows\nsent", "ROWS_SENT", "8%"),
                        TableColumn.right("Rows that\nfailed", "ROWS_FAILED", "9%"),
                        new TableColumn("Average", "MEAN_MS", "#,##0.0", "8%"),
                        new TableColumn("Median", "MEDIAN_MS", "#,##0.0", "8%"),
                        TableColumn.right("p95", "P95", "7%"),
                        TableColumn.right("p99", "P99", "7%"),
                        new TableColumn("Max", "MAX_MS", "#,##0.0", "7%"))));
        SlotHandle wrong = CaseSections.of(layout, rows, "v_failed_row", "outcome = 'WRONG'");
        wrong.add(layout.label("Rows that were answered wrongly, the first twenty", "subheading"));
        WRONG_ROWS.table(
                layout,
                wrong,
                List.of(
                        TableColumn.text("Data", "DATA", "22%"),
                        new TableColumn("Line of\nthe file", "FILE_LINE", "0", "10%"),
                        new TableColumn("Times", "REQUESTS", "#,##0", "8%"),
                        TableColumn.text("For example", "EXAMPLE", "60%")));
    }

    private static void responseTimes(ReportLayout layout, SlotHandle rows) throws SemanticException {
        boolean failures = !layout.values(ThinnedPoints.FAILED).isEmpty();
        SlotHandle course = layout.together(CaseSections.of(layout, rows, "v_points"));
        course.add(layout.label("Response time over time, all repetitions", "subheading"));
        layout.chartOverTime(
                course,
                COURSE,
                () -> {
                    ChartModel points = ChartModel.xy(ReportLayout.WIDTH, 185, false)
                            .over("AT_S", "seconds since the start of the measurement (negative: warm-up)")
                            .measuring("response time [ms]")
                            .fromZero()
                            .format("#,##0.#")
                            .formatX("0.#")
                            .points("OK_MS", "answered", Palette.BLUE, MarkerType.CIRCLE_LITERAL, 1);
                    return failures
                            ? points.points("FAILED_MS", "failed", Palette.RED, MarkerType.CROSS_LITERAL, 4)
                            : points;
                },
                Picture.PNG);
        layout.sentences(course, COURSE_BEYOND, "note");
        SlotHandle shares = layout.together(CaseSections.of(layout, rows, "v_histogram", "repetition is null"));
        shares.add(layout.label("Distribution of the response time", "subheading"));
        ChartModel bars = ChartModel.bars(ReportLayout.WIDTH, 165)
                .over("BUCKET", "response time [ms], lower end of each bar")
                .measuring("requests")
                .fromZero()
                .format("#,##0")
                .gap(12)
                .bar("SUCCEEDED", "answered", Palette.BLUE);
        shares.add(layout.chart(
                SHARES, failures ? bars.bar("FAILED", "failed", Palette.RED).stacked() : bars, Picture.SVG));
    }

    private static void failures(ReportLayout layout, SlotHandle rows) throws SemanticException {
        SlotHandle failures = CaseSections.of(layout, rows, "v_failure", "repetition is null");
        failures.add(layout.label("Failures by cause", "subheading"));
        failures.add(layout.table(
                FAILURES,
                List.of(
                        TableColumn.text("Cause", "CAUSE", "34%"),
                        TableColumn.text("Outcome", "OUTCOME", "12%"),
                        TableColumn.text("Origin", "ORIGIN", "12%"),
                        new TableColumn("Requests", "REQUESTS", "#,##0", "10%"),
                        new TableColumn("Share", "SHARE", "0.00%", "9%"),
                        TableColumn.text("For example", "EXAMPLE", "23%"))));
    }

    private static void ledger(ReportLayout layout, SlotHandle rows) throws SemanticException {
        rows.add(layout.label("Ledger", "subheading"));
        TableHandle ledger = layout.table(
                LEDGER,
                List.of(
                        TableColumn.text("All repetitions together", "ENTRY", "52%"),
                        new TableColumn("Expected", "EXPECTED", "#,##0", "16%"),
                        new TableColumn("Found", "FOUND", "#,##0", "16%"),
                        TableColumn.text("", "STATE", "16%")));
        layout.highlight(ledger, "STATE", "differs", Palette.RED);
        rows.add(ledger);
    }
}
