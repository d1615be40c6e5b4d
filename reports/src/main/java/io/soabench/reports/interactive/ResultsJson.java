package io.soabench.reports.interactive;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.Writer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The data of the page as one JSON object: the run, and of each case its numbers, repetitions, points, timelines, distributions, percentile
 * curves, events and single requests. Names of fields are names of columns of the views. It reads one case at a time, so that memory does
 * not grow with the run.
 */
final class ResultsJson {

    /** Maximum number of points of a run, about 16 bytes each. */
    static final int MOST_POINTS = 60_000;

    /** Minimum number of points that a repetition may have in a run with many. */
    static final int LEAST_POINTS = 200;

    /** Maximum number of calls of single requests in a run, about 140 bytes each, as far as {@link #LEAST_CALLS} allows. */
    private static final int MOST_CALLS = 24_000;

    /** Bounds of the number of calls that are written of a single request. */
    private static final int LEAST_CALLS = 8;

    private static final int MOST_CALLS_A_REQUEST = 400;

    private static final String RUN =
            """
            select run_id, testbed, title, formatdatetime(started_at, 'yyyy-MM-dd HH:mm', 'en') || ' UTC' started, state, coalesce(message, '') message,
              verdict || coalesce((select ' ' || listagg(sentence, ' ') within group (order by position) from v_headline where kind = 'baseline'
                having count(*) > 0), '') verdict, (select count(*) from v_repetition) repetitions, exists (select 1 from v_recorded_frame) recorded from v_run""";

    private static final String CASES =
            """
            select case_id, suite, engine, process, workload, requests, failures, throughput_per_s, median_ms, p95_ms, p99_ms, max_ms,
              standing, standing_why from v_suite_summary order by position""";

    private static final String POINTS = "points";

    /** The queries of a case; the first column is the repetition, the only parameter the case. */
    private static final Map<String, String> OF_A_CASE = ofACase();

    private ResultsJson() {}

    private static Map<String, String> ofACase() {
        Map<String, String> queries = new LinkedHashMap<>();
        queries.put(
                "repetitions",
                """
                select repetition, verdict, usable, reasons, requests + warm_up_requests requests, failures
                from v_repetition where case_id = ? order by repetition""");
        queries.put(
                POINTS,
                """
                select repetition, at_s, latency_ms, case when failed then outcome else '' end outcome
                from v_points where case_id = ? order by repetition, at_s, latency_ms""");
        queries.put(
                "timeline",
                """
                select repetition, at_s, width_s, requests, failures, offered_per_s, answers_per_s, mean_ms, median_ms, p95_ms, p99_ms, max_ms
                from v_timeline where case_id = ? order by repetition, at_s""");
        queries.put(
                "steps",
                """
                select repetition, process, calls, engine_requests, before_mean_ms, steps, step_mean_ms, step_low_ms, step_high_ms, step_median_ms,
                  step_p95_ms, step_p99_ms, after_mean_ms, engine_mean_ms, overlap_share
                from v_step where case_id = ? order by repetition nulls first, position""");
        queries.put(
                "histogram",
                """
                select repetition, low_ms, high_ms, succeeded, failed
                from v_histogram where case_id = ? order by repetition nulls first, position""");
        queries.put(
                "percentiles",
                """
                select repetition, share, latency_ms
                from v_percentile where case_id = ? order by repetition nulls first, share""");
        queries.put(
                "events",
                """
                select repetition, at_s, kind, coalesce(what || case when locate(': ', subject) > 0 then substring(subject, locate(': ', subject))
                  else '' end, subject) event, detail
                from v_event e where case_id = ? and (kind in ('model', 'missed', 'warning') or kind = 'server' and exists
                  (select 1 from v_timeline t where t.case_id = e.case_id and t.repetition = e.repetition
                    and e.at_s >= t.at_s and e.at_s < t.at_s + t.width_s))
                order by repetition, at_s""");
        return queries;
    }

    /**
     * Writes the object.
     *
     * @param out stays open
     */
    static void write(Connection connection, Writer out) throws IOException, SQLException {
        try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
            json.setCharacterEscapes(new ScriptSafeEscapes());
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.writeStartObject();
            Map<String, Object> run = rows(connection, RUN).get(0);
            json.writeObjectFieldStart("run");
            fields(json, run);
            json.writeEndObject();
            int repetitions = Math.max(1, ((Number) run.get("repetitions")).intValue());
            json.writeArrayFieldStart("cases");
            for (Map<String, Object> row : rows(connection, CASES)) {
                json.writeStartObject();
                fields(json, row);
                aCase(connection, json, (String) row.get("case_id"), repetitions);
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
    }

    private static void aCase(Connection connection, JsonGenerator json, String id, int repetitions)
            throws IOException, SQLException {
        for (Map.Entry<String, String> part : OF_A_CASE.entrySet()) {
            try (PreparedStatement query = connection.prepareStatement(part.getValue())) {
                query.setString(1, id);
                ViewColumns columns = ViewColumns.read(query);
                if (part.getKey().equals(POINTS)) {
                    columns.thin(Math.max(LEAST_POINTS, MOST_POINTS / repetitions));
                }
                columns.write(json, part.getKey());
            }
        }
        int calls = MOST_CALLS / (repetitions * ExampleChoice.MOST_REQUESTS);
        new RequestExamples(connection, id, Math.min(MOST_CALLS_A_REQUEST, Math.max(LEAST_CALLS, calls)))
                .write(json, "singles");
    }

    private static List<Map<String, Object>> rows(Connection connection, String sql) throws SQLException {
        List<Map<String, Object>> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            ResultSetMetaData meta = rows.getMetaData();
            while (rows.next()) {
                Map<String, Object> row = new LinkedHashMap<>();
                for (int i = 1; i <= meta.getColumnCount(); i++) {
                    row.put(meta.getColumnLabel(i).toLowerCase(Locale.ROOT), rows.getObject(i));
                }
                found.add(row);
            }
        }
        return found;
    }

    private static void fields(JsonGenerator json, Map<String, Object> row) throws IOException {
        for (Map.Entry<String, Object> column : row.entrySet()) {
            json.writeFieldName(column.getKey());
            ViewColumns.value(json, column.getKey(), column.getValue());
        }
    }
}
