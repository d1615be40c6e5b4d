package io.soabench.reports.traces;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import io.soabench.analyzer.Analyzer;
import io.soabench.analyzer.sample.SampleRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The traces of a simulated run, read by the generated classes of OTLP. */
final class TraceFileTest {

    /** Times of the database are doubles in milliseconds. */
    private static final long CLOSE_NS = 2_000;

    @TempDir
    private static Path folder;

    private static Connection connection;
    private static ExportTraceServiceRequest examples;

    @BeforeAll
    static void write() throws Exception {
        SampleRun.write(folder, 7, new SampleRun.Shape().repetitions(2).measureS(4));
        Analyzer.analyze(folder);
        connection =
                DriverManager.getConnection("jdbc:h2:file:" + folder.resolve("results") + ";IFEXISTS=TRUE", "sa", "");
        examples = read(file(0));
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
    }

    private static Path file(int sample) throws IOException, SQLException {
        Path file = folder.resolve("traces-" + sample + ".json");
        TraceFile.write(connection, file, sample);
        return file;
    }

    private static ExportTraceServiceRequest read(Path file) throws IOException {
        ExportTraceServiceRequest.Builder builder = ExportTraceServiceRequest.newBuilder();
        OtlpJson.read(new ObjectMapper().readTree(file.toFile()), builder);
        return builder.build();
    }

    private static List<Span> spans(ExportTraceServiceRequest request) {
        return request.getResourceSpansList().stream()
                .flatMap(each -> each.getScopeSpansList().stream())
                .flatMap(each -> each.getSpansList().stream())
                .toList();
    }

    private static List<Span> roots() {
        return spans(examples).stream()
                .filter(span -> span.getParentSpanId().isEmpty())
                .toList();
    }

    private static String attribute(Span span, String key) {
        return span.getAttributesList().stream()
                .filter(each -> each.getKey().equals(key))
                .map(KeyValue::getValue)
                .map(value -> value.hasIntValue() ? Long.toString(value.getIntValue()) : value.getStringValue())
                .findFirst()
                .orElse("");
    }

    @Test
    void shouldHaveIdentifiersOfTheRightLengthThatAreUnique() {
        Set<ByteString> ids = new HashSet<>();
        for (Span span : spans(examples)) {
            assertThat(span.getTraceId().size()).isEqualTo(16);
            assertThat(span.getSpanId().size()).isEqualTo(8);
            assertThat(ids.add(span.getSpanId())).isTrue();
            assertThat(span.getEndTimeUnixNano()).isGreaterThanOrEqualTo(span.getStartTimeUnixNano());
        }
        assertThat(ids).hasSizeGreaterThan(100);
    }

    @Test
    void shouldHaveATraceOfClientEngineAndPartnersForEachRequest() {
        Map<ByteString, Span> byId = new HashMap<>();
        spans(examples).forEach(span -> byId.put(span.getSpanId(), span));
        for (Span span : byId.values()) {
            if (!span.getParentSpanId().isEmpty()) {
                Span parent = byId.get(span.getParentSpanId());
                assertThat(parent.getTraceId()).isEqualTo(span.getTraceId());
                assertThat(span.getStartTimeUnixNano()).isGreaterThanOrEqualTo(parent.getStartTimeUnixNano());
            }
        }
        assertThat(roots()).allSatisfy(root -> {
            assertThat(root.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_CLIENT);
            assertThat(root.getName()).startsWith("request ");
            assertThat(root.getEventsList()).singleElement().satisfies(event -> assertThat(event.getName())
                    .isEqualTo("sent"));
        });
        assertThat(examples.getResourceSpansList().stream().map(TraceFileTest::service))
                .contains("load client", "reference")
                .doesNotHaveDuplicates();
    }

    private static String service(ResourceSpans spans) {
        return spans.getResource().getAttributes(0).getValue().getStringValue();
    }

    @Test
    void shouldHaveTheTimesOfTheDatabase() throws SQLException {
        Map<String, Span> byRequest = roots().stream()
                .collect(Collectors.toMap(
                        root -> attribute(root, "soabench.case") + "/" + attribute(root, "soabench.repetition") + "/"
                                + attribute(root, "soabench.request"),
                        root -> root));
        int compared = 0;
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "select r.case_id || '/' || r.repetition || '/' || r.request place, r.at_s, r.response_ms, r.outcome, p.started_at,"
                                + " r.calls from v_request r join v_repetition p on p.case_id = r.case_id and p.repetition = r.repetition")) {
            while (rows.next()) {
                Span root = byRequest.get(rows.getString("place"));
                if (root != null) {
                    long startedMs = rows.getObject("started_at", LocalDateTime.class)
                            .toInstant(ZoneOffset.UTC)
                            .toEpochMilli();
                    assertThat(root.getStartTimeUnixNano())
                            .isCloseTo(
                                    startedMs * 1_000_000 + Math.round(rows.getDouble("at_s") * 1e9),
                                    Offset.offset(CLOSE_NS));
                    assertThat(root.getEndTimeUnixNano() - root.getStartTimeUnixNano())
                            .isCloseTo(Math.round(rows.getDouble("response_ms") * 1e6), Offset.offset(CLOSE_NS));
                    assertThat(root.getStatus().getCode() == Status.StatusCode.STATUS_CODE_ERROR)
                            .isEqualTo(!rows.getString("outcome").equals("OK"));
                    compared++;
                }
            }
        }
        assertThat(compared).isEqualTo(byRequest.size()).isPositive();
    }

    @Test
    void shouldChooseMedianTailSlowestAndFirstFailuresOfEachRepetition() {
        Map<String, List<String>> examplesOf = new HashMap<>();
        for (Span root : roots()) {
            examplesOf
                    .computeIfAbsent(
                            attribute(root, "soabench.case") + "/" + attribute(root, "soabench.repetition"),
                            none -> new ArrayList<>())
                    .addAll(List.of(attribute(root, "soabench.examples").split(", ", -1)));
        }
        assertThat(examplesOf).isNotEmpty();
        assertThat(examplesOf.values())
                .allSatisfy(found -> assertThat(found).doesNotHaveDuplicates().contains("median", "p99", "slowest1"));
        assertThat(examplesOf.values().stream().flatMap(List::stream)).contains("failure1");
    }

    @Test
    void shouldAddASampleOfAskedSize() throws IOException, SQLException {
        List<Span> all = spans(read(file(5))).stream()
                .filter(span -> span.getParentSpanId().isEmpty())
                .toList();
        long repetitions = roots().stream()
                .map(root -> attribute(root, "soabench.case") + "/" + attribute(root, "soabench.repetition"))
                .distinct()
                .count();

        assertThat(all).hasSize((int) (roots().size() + 5 * repetitions));
        assertThat(all.stream()
                        .filter(root -> attribute(root, "soabench.examples").equals("sample")))
                .hasSize((int) (5 * repetitions));
    }

    @Test
    void shouldWriteTheSameBytesEachTime() throws IOException, SQLException {
        byte[] first = Files.readAllBytes(file(3));

        assertThat(Files.readAllBytes(file(3))).isEqualTo(first);
        assertThat(new String(first, StandardCharsets.UTF_8)).doesNotContain("\n");
    }

    @Test
    void shouldBeSmall() throws IOException, SQLException {
        assertThat(Files.size(file(0))).isLessThan(1_000_000);
    }
}
