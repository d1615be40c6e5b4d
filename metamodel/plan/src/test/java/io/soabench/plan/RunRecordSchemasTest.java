package io.soabench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.soabench.plan.sample.SampleEnvironment;
import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the writers write is what the schemas say. */
class RunRecordSchemasTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static final Map<Type, String> SIMPLE = Map.of(
            String.class,
            "string",
            boolean.class,
            "boolean",
            Boolean.class,
            "boolean",
            int.class,
            "integer",
            long.class,
            "integer",
            Integer.class,
            "integer",
            Long.class,
            "integer",
            double.class,
            "number",
            Double.class,
            "number",
            BigDecimal.class,
            "number");

    @TempDir
    private Path folder;

    /** A file. */
    private record Sample(String schema, Object record) {

        @Override
        public String toString() {
            return schema;
        }
    }

    static Stream<Sample> samples() {
        RunRecord.ExecutionRecord execution =
                new RunRecord.ExecutionRecord("a", 1, RunRecord.State.COMPLETED, "clean", "");
        return Stream.of(
                new Sample("plan", SamplePlan.plan("a", "b")),
                new Sample(
                        "run",
                        new RunRecord(
                                "20260101-000000",
                                SamplePlan.ORIGIN,
                                "local",
                                "2026-01-01T00:00:00Z",
                                null,
                                RunRecord.State.RUNNING,
                                "",
                                List.of(execution))),
                new Sample(
                        "repetition",
                        new RepetitionRecord(
                                "a",
                                1,
                                RunRecord.State.COMPLETED,
                                "",
                                "http://127.0.0.1:1/",
                                1,
                                List.of(new RepetitionRecord.PhaseRecord(RepetitionRecord.PhaseRecord.MEASURE, 1, 2)),
                                List.of(
                                        new RepetitionRecord.ServerRecord(
                                                "e",
                                                "here",
                                                7,
                                                143,
                                                ServerEnd.ASKED,
                                                30,
                                                new Precedence(
                                                        Yielding.CPUSET,
                                                        Precedence.Why.ENOUGH_PROCESSORS,
                                                        4,
                                                        "2-3",
                                                        "0-1")),
                                        new RepetitionRecord.ServerRecord("m", "here", 8, -1, null, -1)),
                                List.of(new RepetitionRecord.RoundTripRecord(
                                        "here", "e", RepetitionRecord.RoundTripRecord.When.AFTER, 20, 0.1, 0.2, 0.3)))),
                new Sample(
                        "load",
                        new LoadRecord(
                                "a",
                                "here",
                                LoadEnd.HUNG,
                                LoadRecord.WarmUp.STEADY,
                                new LoadRecord.Times(1, 2, 3, 4),
                                new LoadRecord.Requests(
                                        new LoadRecord.Phase(
                                                -1, 4, 0, 3, LoadRecord.Waits.NONE, new LoadRecord.Slip(0, 0, 0)),
                                        new LoadRecord.Phase(
                                                -1,
                                                6,
                                                0,
                                                1,
                                                new LoadRecord.Waits(2, 40, 40),
                                                new LoadRecord.Slip(5, 9, 12)),
                                        10,
                                        0),
                                new LoadRecord.Effort(
                                        LoadRecord.Engine.LOOP,
                                        2,
                                        new LoadRecord.Connections(ConnectionPlan.Use.KEPT, 4, 100),
                                        30,
                                        1),
                                new LoadRecord.Callbacks(9, 1, 1, 2, 3, 4))),
                new Sample(
                        "answers",
                        new KeptAnswers(
                                KeptAnswers.FORMAT,
                                "a",
                                "here",
                                List.of(new KeptAnswers.Kept("office.1.1", "default", "<e/>")))),
                new Sample(
                        "clocks",
                        new ClockRecord(
                                ClockRecord.FORMAT,
                                List.of(new ClockRecord.HostOffset("lab", new ClockRecord.Reading(1, -5, 2), null)))),
                new Sample(
                        "metrics",
                        new MetricRecord.File(
                                List.of(new MetricRecord("cpu", MetricRecord.Kind.GAUGE, "cores", "/proc", "10 ms.")))),
                new Sample(
                        "explore",
                        new ExploreRecord(
                                ExploreRecord.FORMAT,
                                SamplePlan.ORIGIN,
                                "Capacity",
                                "e",
                                new ExploreRecord.Load(BigDecimal.valueOf(50), BigDecimal.valueOf(5000), "/s"),
                                20,
                                1_800_000,
                                0.2,
                                List.of("failures < 1 %"),
                                new ExploreRecord.Load(BigDecimal.valueOf(62.5), null, "/s"),
                                0.93,
                                ExploreRecord.Found.NOTHING,
                                "",
                                "a sentence",
                                List.of(new ExploreRecord.Trial(
                                        1,
                                        "a-62.5",
                                        1,
                                        BigDecimal.valueOf(62.5),
                                        ExploreRecord.Outcome.MET,
                                        "failures < 1 % is met",
                                        new ExploreRecord.Figures(
                                                600,
                                                62.1,
                                                0.001,
                                                4.0,
                                                3.5,
                                                null,
                                                List.of(new ExploreRecord.Figure(
                                                        "failures < 1 %",
                                                        0.001, 0.0, 0.006, 0.01, "ratio", ExploreRecord.Outcome.MET))),
                                        1,
                                        25_000)))),
                new Sample("explore", configuration()),
                new Sample("environment", SampleEnvironment.of(SamplePlan.ORIGIN, SampleEnvironment.host("here", 2))),
                new Sample(
                        "environment-around",
                        SampleEnvironment.around(
                                List.of("boot: a -> b"),
                                new EnvironmentRecord.Surroundings(
                                        20,
                                        0.3,
                                        0.1,
                                        0.5,
                                        -5,
                                        List.of(new EnvironmentRecord.Neighbour("updater", 7, 0.6))))));
    }

    /** A search for a configuration whose confirmation is over. */
    private static ExploreRecord configuration() {
        return new ExploreRecord(
                ExploreRecord.FORMAT,
                SamplePlan.ORIGIN,
                "Tuning",
                "e",
                null,
                60,
                1_800_000,
                null,
                List.of("failures < 1 %"),
                null,
                null,
                null,
                "the selected configuration is confirmed",
                "a sentence",
                List.of(new ExploreRecord.Trial(
                        1,
                        "a-rung-1-e-2",
                        1,
                        null,
                        ExploreRecord.Outcome.MET,
                        "p95 response-time is 4 ms",
                        new ExploreRecord.Figures(600, 62.1, 0.0, 4.0, 3.5, null, List.of()),
                        1,
                        25_000,
                        2,
                        1,
                        4.0)),
                new ConfigurationRecord(
                        "lowest p95 response-time",
                        "ms",
                        false,
                        2,
                        Map.of("workers", "2"),
                        List.of(
                                new ConfigurationRecord.Candidate(0, "e", Map.of("workers", "0"), true),
                                new ConfigurationRecord.Candidate(1, "e-1", Map.of("workers", "1"), false),
                                new ConfigurationRecord.Candidate(2, "e-2", Map.of("workers", "2"), false)),
                        List.of(new ConfigurationRecord.Rung(1, 5_000, List.of(2, 1), List.of(2, 1), 1)),
                        new ConfigurationRecord.Confirmation(
                                6,
                                5_000,
                                List.of(0, 2),
                                List.of(new ConfigurationRecord.Compared(
                                        2,
                                        0,
                                        ConfigurationRecord.Verdict.BETTER,
                                        4.0,
                                        5.0,
                                        0.8,
                                        0.7,
                                        0.9,
                                        6,
                                        "a sentence")))));
    }

    private static JsonNode text(String name) throws IOException {
        try (InputStream in = Plan.class.getResourceAsStream(name + ".schema.json")) {
            return MAPPER.readTree(in);
        }
    }

    private static JsonSchema schema(String name) throws IOException {
        return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(text(name));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldBeAcceptedWhenWrittenAndRefusedWhenWrong(Sample sample) throws IOException {
        ObjectNode written = (ObjectNode) MAPPER.readTree(Json.text(sample.record()));

        assertThat(schema(sample.schema()).validate(written)).isEmpty();
        assertThat(Json.parse(Json.text(sample.record()), sample.record().getClass()))
                .isEqualTo(sample.record());

        written.put("format", 99);
        written.put("surplus", 1);
        assertThat(schema(sample.schema()).validate(written)).hasSize(2);
        JsonNode root = text(sample.schema());
        for (JsonNode field : root.at(root.get("$ref").textValue().substring(1)).get("required")) {
            ObjectNode less = (ObjectNode) MAPPER.readTree(Json.text(sample.record()));
            less.remove(field.textValue());
            assertThat(schema(sample.schema()).validate(less))
                    .as(field.textValue())
                    .hasSize(1);
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldDescribeEveryFieldAndStateOfEveryRecord(Sample sample) throws IOException {
        JsonNode root = text(sample.schema());

        compare(root, root, sample.record().getClass(), sample.schema());
    }

    /** Whether a part of a schema is what {@link Json} makes of a type, with all that it consists of. */
    private static void compare(JsonNode root, JsonNode part, Type type, String path) {
        if (part.has("$ref")) {
            JsonNode definition = root.at(part.get("$ref").textValue().substring(1));
            assertThat(definition.isMissingNode()).as(path).isFalse();
            compare(root, definition, type, path);
        } else if (type instanceof ParameterizedType generic && generic.getRawType() == List.class) {
            assertThat(part.path("type").textValue()).as(path).isEqualTo("array");
            compare(root, part.path("items"), generic.getActualTypeArguments()[0], path + "[]");
        } else if (type instanceof ParameterizedType generic) {
            assertThat(generic.getRawType()).as(path).isEqualTo(Map.class);
            assertThat(part.path("type").textValue()).as(path).isEqualTo("object");
            Iterable<JsonNode> values = part.path("additionalProperties").isBoolean()
                    ? part.path("properties")
                    : List.of(part.path("additionalProperties"));
            assertThat(values).as(path).isNotEmpty();
            for (JsonNode value : values) {
                compare(root, value, generic.getActualTypeArguments()[1], path + "{}");
            }
        } else if (type instanceof Class<?> word
                && word.isRecord()
                && Stream.of(word.getMethods()).anyMatch(method -> method.isAnnotationPresent(JsonValue.class))) {
            assertThat(part.path("type").textValue()).as(path).isEqualTo("string");
        } else if (type instanceof Class<?> record && record.isRecord()) {
            compareRecord(root, part, record, path);
        } else if (type instanceof Class<?> states && states.isEnum()) {
            assertThat(words(part.path("enum")))
                    .as(path)
                    .containsExactlyInAnyOrderElementsOf(words(MAPPER.valueToTree(states.getEnumConstants())));
        } else {
            assertThat(part.path("type").textValue()).as(path).isEqualTo(SIMPLE.get(type));
        }
    }

    private static void compareRecord(JsonNode root, JsonNode part, Class<?> record, String path) {
        RecordComponent[] fields = record.getRecordComponents();
        assertThat(names(part.path("properties").fieldNames()))
                .as(path)
                .containsExactlyInAnyOrder(
                        Arrays.stream(fields).map(RecordComponent::getName).toArray(String[]::new));
        assertThat(part.path("additionalProperties").toString()).as(path).isEqualTo("false");
        List<String> required = words(part.path("required"));
        assertThat(required)
                .as(path)
                .containsAll(Arrays.stream(fields)
                        .filter(field -> field.getType().isPrimitive())
                        .map(RecordComponent::getName)
                        .toList());
        for (RecordComponent field : fields) {
            JsonNode described = part.get("properties").get(field.getName());
            if (field.getGenericType() instanceof ParameterizedType children
                    && children.getActualTypeArguments()[0] == record) {
                // A tree: its nodes are what is compared here.
                assertThat(described.at("/items/$ref").textValue()).as(path).isNotNull();
            } else if (described.has("const")) {
                assertThat(described.get("const").intValue())
                        .as(path)
                        .isEqualTo(record.getAnnotation(FileFormat.class).version());
            } else {
                compare(root, described, field.getGenericType(), path + "." + field.getName());
            }
        }
    }

    private static List<String> names(Iterator<String> names) {
        List<String> all = new ArrayList<>();
        names.forEachRemaining(all::add);
        return all;
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldBeReadInItsOwnFormatOnly(Sample sample) throws IOException {
        Class<?> type = sample.record().getClass();
        FileFormat format = type.getAnnotation(FileFormat.class);
        Path file = folder.resolve("file.json");
        Json.write(file, sample.record());

        assertThat(Json.read(file, type)).isEqualTo(sample.record());
        assertThat(text(sample.schema()).at("/$defs").findValue("const").intValue())
                .isEqualTo(format.version());

        ObjectNode other = (ObjectNode) MAPPER.readTree(Files.readString(file));
        Files.writeString(file, other.put("format", 7).toString());
        assertThatThrownBy(() -> Json.read(file, type))
                .hasMessage("cannot read " + file + ": it has format 7, but this version of SOABench reads format "
                        + format.version() + "; " + format.remedy());
    }

    private static List<String> words(JsonNode list) {
        return Stream.iterate(0, i -> i < list.size(), i -> i + 1)
                .map(i -> list.get(i).textValue())
                .toList();
    }
}
