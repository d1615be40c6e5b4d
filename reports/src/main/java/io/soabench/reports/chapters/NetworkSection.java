package io.soabench.reports.chapters;

import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.SqlSentence;
import io.soabench.reports.design.TableColumn;
import java.util.List;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** The section of the summary about the round trips between hosts, as modelled and as measured over all cases. */
final class NetworkSection {

    /** The latency of a round trip in words of the model. */
    private static final String LATENCY =
            """
            case when request_latency = '' and response_latency = '' then %s
              when request_latency = response_latency then request_latency
              when response_latency = '' then %s
              when request_latency = '' then %s
              else %s end"""
                    .formatted(
                            SqlSentence.of(ChapterSentences.NO_LATENCY),
                            SqlSentence.of(ChapterSentences.THERE, "request_latency"),
                            SqlSentence.of(ChapterSentences.BACK, "response_latency"),
                            SqlSentence.of(ChapterSentences.THERE_AND_BACK, "request_latency", "response_latency"));

    /** The latency that the model sets, also of 0; NULL where it sets none. */
    private static final String MODEL = "case when request_latency <> '' or response_latency <> '' then model_ms end";

    private static final String MEASURED = "(median_ms is not null or model_ms > 0)";

    private static final ReportQuery ANY = new ReportQuery(
            "anyPath", "select run_id from v_run where exists (select 1 from v_path where " + MEASURED + ")");

    private static final ReportQuery OF_RUN = new ReportQuery(
            "allPaths",
            "select from_host || ' → ' || to_server path, " + LATENCY + " latency, max(" + MODEL + ") model_ms,"
                    + " min(min_ms) min_ms, median(median_ms) median_ms, max(max_ms) max_ms from v_path where "
                    + MEASURED
                    + " group by from_host, to_server, request_latency, response_latency"
                    + " order by from_host, min(position), to_server");

    private static final List<TableColumn> COLUMNS = List.of(
            TableColumn.text("From → to", "PATH", "28%"),
            TableColumn.text("Latency of the model, one way", "LATENCY", "32%"),
            new TableColumn("Round trip\nof the model", "MODEL_MS", "#,##0.00", "12%"),
            new TableColumn("Measured:\nmin", "MIN_MS", "#,##0.00", "10%"),
            new TableColumn("Median", "MEDIAN_MS", "#,##0.00", "9%"),
            new TableColumn("Max", "MAX_MS", "#,##0.00", "9%"));

    private static final String TITLE = "The network";

    private NetworkSection() {}

    /** Adds the paths of all cases, where any was measured. */
    static void ofRun(ReportLayout layout) throws SemanticException {
        SlotHandle rows = layout.forEach(layout.body(), ANY);
        rows.add(layout.label(TITLE, "subheading"));
        rows.add(layout.table(OF_RUN, COLUMNS));
        rows.add(layout.label(
                "Round trips in milliseconds, each measured by an HTTP HEAD request on an open connection, before the warm-up and"
                        + " after the load of each repetition. The latency of the model is added to that of the real network. The time that"
                        + " messages spend in the network is part of the response times and of the overhead.",
                "note"));
    }
}
