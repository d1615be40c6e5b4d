package io.soabench.reports.traces;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.soabench.reports.interactive.ExampleChoice;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The file {@code traces.json}: single requests of each repetition as traces, in one line that is a request of OTLP for the export of traces.
 * A trace has a span of the client, from the intended start to the end of the answer. Below it is a span of the engine, from the actual start,
 * and below that a span for each call of a partner. The same database gives the same bytes.
 */
public final class TraceFile {

    /** Name of the file. */
    public static final String FILE = "traces.json";

    /** Maximum number of calls of a request, against a process that calls without end. */
    private static final int MOST_CALLS = 200;

    private static final double NS_PER_MS = 1e6;
    private static final double NS_PER_S = 1e9;

    private static final String CLIENT = "load client";

    private static final String REPETITIONS =
            """
            select r.case_id, r.repetition, r.started_at, r.verdict, r.suite, r.engine, r.process, r.workload,
              (select p.latency_ms from v_percentile p where p.case_id = r.case_id and p.repetition = r.repetition and p.share = 0.5) median_ms,
              (select p.latency_ms from v_percentile p where p.case_id = r.case_id and p.repetition = r.repetition and p.share = 0.99) tail_ms
            from v_repetition r where r.started_at is not null order by r.position, r.repetition""";

    private static final String REQUESTS =
            """
            select request, process, at_s, late_ms, response_ms, outcome, outcome = 'OK' succeeded, status, detail
            from v_request where case_id = ? and repetition = ? order by at_s, request""";

    private static final String CALLS =
            """
            select service, instance, operation, step, at_s, planned_ms, response_ms, outcome, outcome in ('OK', 'CALLED_BACK') succeeded
            from v_call where case_id = ? and repetition = ? and request = ? order by at_s, service, instance, step fetch first ? rows only""";

    private final Connection connection;
    private final int sample;
    private final Map<String, List<TraceSpan>> spans = new LinkedHashMap<>();

    /**
     * A repetition.
     *
     * @param startedNs start of the measurement, nanoseconds since 1970
     */
    private record Repetition(
            String caseId,
            int number,
            long startedNs,
            String engine,
            Double medianMs,
            Double tailMs,
            Map<String, Object> attributes) {

        long at(double seconds) {
            return startedNs + Math.round(seconds * NS_PER_S);
        }
    }

    private record Request(
            String id,
            String process,
            double atS,
            double lateMs,
            double responseMs,
            String outcome,
            boolean succeeded,
            Integer status,
            String detail) {}

    private TraceFile(Connection connection, int sample) {
        this.connection = connection;
        this.sample = sample;
    }

    /**
     * Writes the file.
     *
     * @param connection to the database of a run
     * @param file will be created
     * @param sample number of further requests of each repetition, evenly over those that the database has
     */
    public static void write(Connection connection, Path file, int sample) throws IOException, SQLException {
        TraceFile traces = new TraceFile(connection, sample);
        String run = traces.run();
        for (Repetition each : traces.repetitions()) {
            traces.add(run, each);
        }
        try (Writer out = Files.newBufferedWriter(file);
                JsonGenerator json = new JsonFactory().createGenerator(out)) {
            traces.write(json);
        }
    }

    private String run() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select run_id from v_run")) {
            return rows.next() ? rows.getString(1) : "";
        }
    }

    private List<Repetition> repetitions() throws SQLException {
        List<Repetition> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(REPETITIONS)) {
            while (rows.next()) {
                LocalDateTime started = rows.getObject("started_at", LocalDateTime.class);
                Map<String, Object> attributes = new LinkedHashMap<>();
                attributes.put("soabench.suite", rows.getString("suite"));
                attributes.put("soabench.case", rows.getString("case_id"));
                attributes.put("soabench.workload", rows.getString("workload"));
                attributes.put("soabench.repetition", rows.getInt("repetition"));
                attributes.put("soabench.repetition.verdict", rows.getString("verdict"));
                String engine = rows.getString("engine");
                found.add(new Repetition(
                        rows.getString("case_id"),
                        rows.getInt("repetition"),
                        ChronoUnit.NANOS.between(Instant.EPOCH, started.toInstant(ZoneOffset.UTC)),
                        engine == null || engine.isEmpty() ? rows.getString("process") : engine,
                        (Double) rows.getObject("median_ms"),
                        (Double) rows.getObject("tail_ms"),
                        attributes));
            }
        }
        return found;
    }

    private List<Request> requests(Repetition of) throws SQLException {
        List<Request> found = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(REQUESTS)) {
            query.setString(1, of.caseId());
            query.setInt(2, of.number());
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    found.add(new Request(
                            rows.getString("request"),
                            rows.getString("process"),
                            rows.getDouble("at_s"),
                            rows.getDouble("late_ms"),
                            rows.getDouble("response_ms"),
                            rows.getString("outcome"),
                            rows.getBoolean("succeeded"),
                            (Integer) rows.getObject("status"),
                            rows.getString("detail")));
                }
            }
        }
        return found;
    }

    /** Adds the traces of the chosen requests of a repetition. */
    private void add(String run, Repetition repetition) throws SQLException {
        List<Request> requests = requests(repetition);
        Map<Request, List<String>> chosen = new LinkedHashMap<>(ExampleChoice.of(
                requests, Request::responseMs, Request::succeeded, repetition.medianMs(), repetition.tailMs()));
        List<Request> others =
                requests.stream().filter(each -> !chosen.containsKey(each)).toList();
        for (int i = 0; i < Math.min(sample, others.size()); i++) {
            chosen.put(
                    others.get((int) ((long) i * others.size() / Math.min(sample, others.size()))), List.of("sample"));
        }
        for (Request each : requests) {
            if (chosen.containsKey(each)) {
                add(run, repetition, each, chosen.get(each));
            }
        }
    }

    private void add(String run, Repetition repetition, Request request, List<String> examples) throws SQLException {
        String trace = TraceSpan.traceId(run, repetition.caseId(), Integer.toString(repetition.number()), request.id());
        String client = TraceSpan.spanId(trace, "client");
        String engine = TraceSpan.spanId(trace, "engine");
        long intendedNs = repetition.at(request.atS());
        long sentNs = intendedNs + Math.round(request.lateMs() * NS_PER_MS);
        long endNs = Math.max(sentNs, intendedNs + Math.round(request.responseMs() * NS_PER_MS));
        String error = request.succeeded() ? null : reason(request.outcome(), request.detail());
        Map<String, Object> attributes = new LinkedHashMap<>(repetition.attributes());
        attributes.put("soabench.request", request.id());
        attributes.put("soabench.examples", String.join(", ", examples));
        attributes.put("soabench.outcome", request.outcome());
        attributes.put("soabench.late_ms", request.lateMs());
        attributes.put("http.response.status_code", request.status());
        span(
                CLIENT,
                new TraceSpan(
                        trace,
                        client,
                        "",
                        "request " + request.process(),
                        TraceSpan.Kind.CLIENT,
                        intendedNs,
                        endNs,
                        attributes,
                        sentNs,
                        error));
        span(
                repetition.engine(),
                new TraceSpan(
                        trace,
                        engine,
                        client,
                        request.process(),
                        TraceSpan.Kind.SERVER,
                        sentNs,
                        endNs,
                        Map.of("soabench.request", request.id()),
                        0,
                        error));
        calls(repetition, request, trace, engine, endNs);
    }

    /** Adds the calls of a request. A call that was never answered ends with its request. */
    private void calls(Repetition repetition, Request request, String trace, String engine, long requestEndNs)
            throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(CALLS)) {
            query.setString(1, repetition.caseId());
            query.setInt(2, repetition.number());
            query.setString(3, request.id());
            query.setInt(4, MOST_CALLS);
            try (ResultSet rows = query.executeQuery()) {
                for (int i = 1; rows.next(); i++) {
                    long arrivalNs = repetition.at(rows.getDouble("at_s"));
                    Double responseMs = (Double) rows.getObject("response_ms");
                    String outcome = rows.getString("outcome");
                    String service = rows.getString("service");
                    Map<String, Object> attributes = new LinkedHashMap<>();
                    attributes.put("soabench.service.instance", rows.getLong("instance"));
                    attributes.put("soabench.step", rows.getLong("step"));
                    attributes.put("soabench.planned_ms", rows.getObject("planned_ms"));
                    attributes.put("soabench.outcome", outcome);
                    span(
                            service,
                            new TraceSpan(
                                    trace,
                                    TraceSpan.spanId(trace, "call", Integer.toString(i)),
                                    engine,
                                    service + "." + rows.getString("operation"),
                                    TraceSpan.Kind.SERVER,
                                    arrivalNs,
                                    responseMs == null
                                            ? Math.max(arrivalNs, requestEndNs)
                                            : arrivalNs + Math.round(responseMs * NS_PER_MS),
                                    attributes,
                                    0,
                                    rows.getBoolean("succeeded") ? null : outcome));
                }
            }
        }
    }

    private static String reason(String outcome, String detail) {
        return detail == null || detail.isEmpty() ? outcome : outcome + ": " + detail;
    }

    private void span(String service, TraceSpan span) {
        spans.computeIfAbsent(service, none -> new ArrayList<>()).add(span);
    }

    private void write(JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeArrayFieldStart("resourceSpans");
        for (Map.Entry<String, List<TraceSpan>> service : spans.entrySet()) {
            json.writeStartObject();
            json.writeObjectFieldStart("resource");
            TraceSpan.attributes(json, Map.of("service.name", service.getKey()));
            json.writeEndObject();
            json.writeArrayFieldStart("scopeSpans");
            json.writeStartObject();
            json.writeObjectFieldStart("scope");
            json.writeStringField("name", "soabench");
            json.writeEndObject();
            json.writeArrayFieldStart("spans");
            for (TraceSpan span : service.getValue()) {
                span.write(json);
            }
            json.writeEndArray();
            json.writeEndObject();
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
