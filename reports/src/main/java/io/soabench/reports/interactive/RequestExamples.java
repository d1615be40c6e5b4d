package io.soabench.reports.interactive;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The single requests of a case that the page draws as waterfalls, by {@link ExampleChoice}. */
final class RequestExamples {

    private static final String REQUESTS =
            """
            select repetition, request, process, at_s, late_ms, response_ms, outcome, outcome = 'OK' succeeded, status, detail, calls
            from v_request where case_id = ? order by repetition, at_s""";

    private static final String CALLS =
            """
            select service, instance, operation, step, after_ms, planned_ms, response_ms, outcome
            from v_call where case_id = ? and repetition = ? and request = ? order by at_s, step fetch first ? rows only""";

    private static final String PERCENTILE =
            "select repetition, latency_ms from v_percentile where case_id = ? and repetition is not null and share = ?";

    private static final double MEDIAN = 0.5;
    private static final double P99 = 0.99;

    private static final List<String> REQUEST_COLUMNS = List.of(
            "repetition",
            "request",
            "process",
            "at_s",
            "late_ms",
            "response_ms",
            "outcome",
            "succeeded",
            "status",
            "detail",
            "calls");

    private static final List<String> CALL_COLUMNS =
            List.of("service", "instance", "operation", "step", "after_ms", "planned_ms", "response_ms", "outcome");

    private final Connection connection;
    private final String caseId;
    private final int mostCalls;

    /** A row of V_REQUEST. */
    private record Request(Map<String, Object> columns) {

        int repetition() {
            return ((Number) columns.get("repetition")).intValue();
        }

        String id() {
            return (String) columns.get("request");
        }

        double responseMs() {
            return ((Number) columns.get("response_ms")).doubleValue();
        }

        boolean succeeded() {
            return (Boolean) columns.get("succeeded");
        }
    }

    /**
     * Creates the examples of a case.
     *
     * @param mostCalls maximum number of calls of a request that are written
     */
    RequestExamples(Connection connection, String caseId, int mostCalls) {
        this.connection = connection;
        this.caseId = caseId;
        this.mostCalls = mostCalls;
    }

    /** Writes an array with the requests as the value of a field. */
    void write(JsonGenerator json, String field) throws IOException, SQLException {
        Map<Integer, Double> medians = percentiles(MEDIAN);
        Map<Integer, Double> tails = percentiles(P99);
        json.writeArrayFieldStart(field);
        for (Map.Entry<Integer, List<Request>> repetition : requests().entrySet()) {
            Map<Request, List<String>> chosen = ExampleChoice.of(
                    repetition.getValue(),
                    Request::responseMs,
                    Request::succeeded,
                    medians.get(repetition.getKey()),
                    tails.get(repetition.getKey()));
            for (Map.Entry<Request, List<String>> request : chosen.entrySet()) {
                write(json, request.getKey(), request.getValue());
            }
        }
        json.writeEndArray();
    }

    /** Returns the value of the percentile curve of each repetition. */
    private Map<Integer, Double> percentiles(double share) throws SQLException {
        Map<Integer, Double> values = new TreeMap<>();
        try (PreparedStatement query = connection.prepareStatement(PERCENTILE)) {
            query.setString(1, caseId);
            query.setDouble(2, share);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    values.put(rows.getInt(1), rows.getDouble(2));
                }
            }
        }
        return values;
    }

    private Map<Integer, List<Request>> requests() throws SQLException {
        Map<Integer, List<Request>> requests = new TreeMap<>();
        try (PreparedStatement query = connection.prepareStatement(REQUESTS)) {
            query.setString(1, caseId);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    Map<String, Object> columns = new LinkedHashMap<>();
                    for (String name : REQUEST_COLUMNS) {
                        columns.put(name, rows.getObject(name));
                    }
                    Request request = new Request(columns);
                    requests.computeIfAbsent(request.repetition(), none -> new ArrayList<>())
                            .add(request);
                }
            }
        }
        return requests;
    }

    private void write(JsonGenerator json, Request request, List<String> examples) throws IOException, SQLException {
        json.writeStartObject();
        json.writeArrayFieldStart("examples");
        for (String example : examples) {
            json.writeString(example);
        }
        json.writeEndArray();
        for (Map.Entry<String, Object> column : request.columns().entrySet()) {
            json.writeFieldName(column.getKey());
            ViewColumns.value(json, column.getKey(), column.getValue());
        }
        json.writeArrayFieldStart("partners");
        try (PreparedStatement query = connection.prepareStatement(CALLS)) {
            query.setString(1, caseId);
            query.setInt(2, request.repetition());
            query.setString(3, request.id());
            query.setInt(4, mostCalls);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    json.writeStartObject();
                    for (String name : CALL_COLUMNS) {
                        json.writeFieldName(name);
                        ViewColumns.value(json, name, rows.getObject(name));
                    }
                    json.writeEndObject();
                }
            }
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
