package io.soabench.engine.overseer.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The jar as it is used: {@code java -jar}, its class path beside it. */
final class OverseerJarIT {

    @Test
    void shouldPrintTheTopologyOfThisMachine() throws IOException, InterruptedException {
        Path jar;
        try (Stream<Path> files = Files.list(Path.of("target"))) {
            jar = files.filter(file ->
                            file.getFileName().toString().matches("soabench-overseer-[\\d.]+(-SNAPSHOT)?\\.jar"))
                    .findFirst()
                    .orElseThrow();
        }
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-jar",
                        jar.toString(),
                        "topology",
                        "--json"))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        JsonNode json = new ObjectMapper().readTree(process.getInputStream());

        assertThat(process.waitFor()).isZero();
        assertThat(json.get("online")).isNotEmpty();
        assertThat(json.get("processors")).hasSameSizeAs(json.get("online"));
    }
}
