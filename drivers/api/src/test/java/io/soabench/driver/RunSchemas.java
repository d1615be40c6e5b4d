package io.soabench.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Whether the JSON files of a run are what their schemas say (docs/reference/formats.md). */
final class RunSchemas {

    private static final JsonSchemaFactory FACTORY = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);
    private static final Map<String, JsonSchema> SCHEMAS = new ConcurrentHashMap<>();

    private RunSchemas() {}

    /** Compares all of them, but for the counters of engines, which have no format, and logs. */
    static void assertKept(Path run) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(run)) {
            files = all.filter(file -> file.toString().endsWith(".json"))
                    .filter(file -> !run.relativize(file).toString().contains("/" + RunFiles.LOGS + "/"))
                    .filter(file -> RunFiles.Each.STATISTICS
                            .owner(file.getFileName().toString())
                            .isEmpty())
                    .toList();
        }
        for (Path file : files) {
            assertThat(SCHEMAS.computeIfAbsent(schema(run, file), RunSchemas::read)
                            .validate(Files.readString(file), InputFormat.JSON))
                    .as(run.relativize(file).toString())
                    .isEmpty();
        }
    }

    private static String schema(Path run, Path file) {
        String name = file.getFileName().toString();
        if (RunFiles.Each.LOAD.owner(name).isPresent()) {
            return "load";
        }
        if (RunFiles.Each.ANSWERS.owner(name).isPresent()) {
            return "answers";
        }
        if (name.matches("environment(-\\d+)?\\.json")) {
            return file.getParent().equals(run) ? "environment" : "environment-around";
        }
        return name.replace(".json", "");
    }

    private static JsonSchema read(String name) {
        try (InputStream in = Plan.class.getResourceAsStream(name + ".schema.json")) {
            assertThat(in).as("schema of " + name).isNotNull();
            return FACTORY.getSchema(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
