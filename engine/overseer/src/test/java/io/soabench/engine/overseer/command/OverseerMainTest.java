package io.soabench.engine.overseer.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.soabench.engine.overseer.system.Linux;
import io.soabench.engine.overseer.topology.IdSet;
import io.soabench.engine.overseer.topology.MachineFiles;
import io.soabench.engine.overseer.topology.Survey;
import io.soabench.engine.overseer.topology.SysTree;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The commands within this process; {@code run} starts real programs. */
final class OverseerMainTest {

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int overseer(String... arguments) {
        CommandLine commandLine = OverseerMain.commandLine();
        commandLine.setOut(new PrintWriter(out, true));
        commandLine.setErr(new PrintWriter(err, true));
        return commandLine.execute(arguments);
    }

    @Test
    void shouldPrintTheTopologyOfACopyInThreeForms() throws IOException {
        MachineFiles files = SysTree.regular(folder, 2, 2, 1).write();
        String sysfs = files.sys().toString();

        assertThat(overseer("topology", "--sysfs", sysfs)).isZero();
        assertThat(out.toString()).startsWith("2 packages, 2 dies, 4 cores, 4 processors (0-3)\n");
        out.getBuffer().setLength(0);
        assertThat(overseer("topology", "--sysfs", sysfs, "--json")).isZero();
        assertThat(new ObjectMapper().readTree(out.toString()).get("cores")).hasSize(4);
        out.getBuffer().setLength(0);
        assertThat(overseer("topology", "--sysfs", sysfs, "--picture", "--width", "60"))
                .isZero();
        assertThat(out.toString()).contains("| package 1 ");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void shouldSayWhatIsWrongInASentence() {
        assertThat(overseer("topology", "--sysfs", folder.toString())).isEqualTo(2);
        assertThat(err.toString()).startsWith("overseer: no processor is told of in " + folder);

        assertThat(overseer("topology", "--json", "--picture")).isEqualTo(2);
        assertThat(overseer()).isEqualTo(2);
        assertThat(err.toString()).contains("Missing required subcommand");
    }

    @Test
    void shouldListCounters() throws IOException {
        assertThat(overseer("counters", "--json")).isZero();
        JsonNode events = new ObjectMapper().readTree(out.toString());
        assertThat(events.findValuesAsText("name"))
                .contains("cpu-cycles", "task-clock", "LLC-load-misses")
                .doesNotHaveDuplicates();
        for (JsonNode event : events) {
            assertThat(event.get("reason").asText().isEmpty())
                    .as(event.toString())
                    .isEqualTo(event.get("available").asBoolean());
        }

        out.getBuffer().setLength(0);
        assertThat(overseer("counters")).isZero();
        assertThat(out.toString().lines()).anyMatch(line -> line.matches("task-clock +software +\\S.*"));
    }

    @Test
    void shouldMeasureMemory() throws IOException {
        assumeTrue(Linux.availability().isAvailable(), () -> "here: " + Linux.availability());

        assertThat(overseer("memory", "--size", "64KiB", "--runs", "2", "--events", "task-clock", "--json"))
                .as(err.toString())
                .isZero();
        JsonNode json = new ObjectMapper().readTree(out.toString());
        assertThat(json.get("bytes").asInt()).isEqualTo(65_536);
        for (JsonNode result : json.get("results")) {
            assertThat(result.get("seconds")).hasSize(2);
            assertThat(result.get("medianSeconds").asDouble()).isPositive();
            assertThat(result.get("events").findValuesAsText("name")).containsExactly("task-clock");
        }
        assertThat(json.get("results").findValuesAsText("pattern")).startsWith("linear", "random");

        out.getBuffer().setLength(0);
        assertThat(overseer("memory", "--size", "64KiB", "--runs", "1")).isZero();
        assertThat(out.toString())
                .startsWith("64 KiB on processor ")
                .containsPattern("local: at random it takes [0-9.]+ times as long as in order");
    }

    @Test
    void shouldMeasureNoMemoryThatCannotBe() {
        assertThat(overseer("memory", "--size", "2GiB")).isEqualTo(2);
        assertThat(overseer("memory", "--size", "64KiB", "--runs", "0")).isEqualTo(2);
        assertThat(overseer("memory", "--size", "64KiB", "--events", "flops")).isEqualTo(2);

        assertThat(out.toString()).isEmpty();
        assertThat(err.toString())
                .contains("overseer: '2GiB' is no size from 4KiB to 1GiB\n")
                .contains("overseer: '0' runs measure nothing; take at least 1\n")
                .contains("overseer: there is no event 'flops'");
    }

    private JsonNode run(Path counts, List<String> options, String... command) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("run", "--json", "--output", counts.toString()));
        arguments.addAll(options);
        arguments.add("--");
        arguments.addAll(List.of(command));
        int status = overseer(arguments.toArray(String[]::new));
        assertThat(err.toString()).isEmpty();
        JsonNode json = new ObjectMapper().readTree(counts.toFile());
        assertThat(json.get("status").asInt()).isEqualTo(status);
        return json;
    }

    private static JsonNode event(JsonNode json, String name) {
        for (JsonNode event : json.get("events")) {
            if (event.get("name").asText().equals(name)) {
                return event;
            }
        }
        throw new AssertionError(name + " is not in " + json);
    }

    @Test
    void shouldRunAProgramOnAProcessorAndCount() throws IOException {
        assumeTrue(Linux.availability().isAvailable(), () -> "here: " + Linux.availability());
        IdSet last = IdSet.of(Survey.ofThisMachine().allowance().processors().last());
        Path seen = folder.resolve("seen");

        JsonNode json = run(
                folder.resolve("counts.json"),
                List.of("--bind", last.toString(), "--events", "task-clock,page-faults,cycles"),
                "/bin/sh",
                "-c",
                "cat /proc/self/status > '" + seen + "'; exit 3");

        assertThat(json.get("status").asInt()).isEqualTo(3);
        assertThat(Files.readString(seen)).contains("Cpus_allowed_list:\t" + last + "\n");
        assertThat(json.get("processors")).hasToString("[" + last + "]");
        assertThat(json.get("wallMs").asDouble()).isPositive();
        for (JsonNode event : json.get("events")) {
            assertThat(event.has("value"))
                    .as("a count or a reason, never both: " + event)
                    .isNotEqualTo(event.has("unavailable"));
            assertThat(event.path("value").asLong(1)).as(event.toString()).isPositive();
        }
        assertThat(event(json, "cpu-cycles").toString()).matches(".*(\"value\"|unsupported: |denied: ).*");
    }

    /** A program that does not exist never begins, so there is no count, which differs from zero. */
    @Test
    void shouldCountNothingOfAProgramThatIsNotThere() throws IOException {
        assumeTrue(Linux.availability().isAvailable(), () -> "here: " + Linux.availability());

        JsonNode json = run(
                folder.resolve("counts.json"),
                List.of("--events", "task-clock"),
                folder.resolve("nothing").toString());

        assertThat(json.get("status").asInt()).isIn(126, 127);
        assertThat(event(json, "task-clock").get("unavailable").asText())
                .matches("not counted: nothing ran while it was started|denied: .*|unsupported: .*");
    }

    @Test
    void shouldPassArgumentsOnAsTheyAre() throws IOException {
        assumeTrue(Linux.availability().isAvailable(), () -> "here: " + Linux.availability());
        Path seen = folder.resolve("seen");

        run(
                folder.resolve("counts.json"),
                List.of("--events", "task-clock"),
                "/bin/sh",
                "-c",
                "for a in \"$@\"; do echo \"<$a>\"; done > \"$0\"",
                seen.toString(),
                "--bind",
                "a b",
                "@c",
                "$HOME",
                "");

        assertThat(Files.readString(seen)).isEqualTo("<--bind>\n<a b>\n<@c>\n<$HOME>\n<>\n");
    }

    @Test
    void shouldRunNothingThatCannotBeDoneAsWished() {
        assumeTrue(Linux.availability().isAvailable(), () -> "here: " + Linux.availability());
        Path touched = folder.resolve("touched");

        assertThat(overseer("run", "--bind", "8000", "--", "touch", touched.toString()))
                .isEqualTo(2);
        assertThat(overseer("run", "--events", "cycle,flops", "--", "touch", touched.toString()))
                .isEqualTo(2);
        assertThat(overseer("run", "--memory", "bind:1000", "--", "touch", touched.toString()))
                .isEqualTo(2);

        assertThat(touched).doesNotExist();
        assertThat(err.toString())
                .contains("overseer: '8000' has processors 8000, which this process may not use")
                .contains("overseer: there is no event 'cycle'")
                .contains("overseer: there is no event 'flops'")
                .containsPattern("overseer: (denied|unsupported): .*");
    }
}
