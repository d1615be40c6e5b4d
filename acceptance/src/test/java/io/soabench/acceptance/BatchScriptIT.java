package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.batch.BatchComparison;
import io.soabench.analyzer.batch.BatchFile;
import io.soabench.analyzer.batch.Speedup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code examples/batch.sh}, with small batches, and what its lines are for. */
@Timeout(600)
final class BatchScriptIT {

    private static final Path ROOT = Path.of(System.getProperty("soabench.root"));
    private static final String POOLS = "--policy pipeline";
    private static final String TASKS = "--policy task";

    @TempDir
    Path folder;

    private Path example(String name) throws IOException {
        Path copy = folder.resolve(name);
        Examples.copy(name, copy);
        return copy;
    }

    /** The exit status; output is in {@code out} and {@code err}. */
    private int run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of("bash", ROOT.resolve("examples/batch.sh").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        Path java = Path.of(System.getProperty("java.home"), "bin");
        builder.environment().merge("PATH", java.toString(), (path, first) -> first + ":" + path);
        Process process = builder.start();
        try {
            assertThat(process.waitFor(5, TimeUnit.MINUTES))
                    .as("batch.sh has ended")
                    .isTrue();
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }

    private String written(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    @Test
    void shouldWriteALineForEachBatchThatTheGoalCanCompare() throws Exception {
        Path example = example("bindings");

        int status = run(
                "-i",
                "20,30",
                "-n",
                "2",
                "-r",
                "2",
                "-w",
                "0",
                "-m",
                "256",
                "-c",
                "task-clock,context-switches",
                example.toString(),
                POOLS,
                TASKS);

        assertThat(status).as(written("err")).isZero();
        BatchFile file = BatchFile.read(folder.resolve("out"));
        assertThat(file.measures()).containsExactly("cpu_ms", "gc_count", "gc_ms", "task-clock", "context-switches");
        List<Speedup> speedups =
                BatchComparison.of(file, Optional.of(POOLS), 0.95).speedups();
        List<String> expected = new ArrayList<>();
        for (int size : new int[] {20, 30}) {
            for (String process : List.of("DAG", "Loop", "Parallel", "Sequential")) {
                expected.add(size + " " + process + " " + POOLS + " 2");
                expected.add(size + " " + process + " " + TASKS + " 2");
            }
            expected.add(size + " " + Speedup.ALL + " " + TASKS + " 8");
        }
        assertThat(speedups)
                .extracting(
                        one -> one.instances() + " " + one.process() + " " + one.configuration() + " " + one.rounds())
                .containsExactlyElementsOf(expected);
        // 2 sizes, 4 processes, 2 configurations, 2 rounds, 2 runs
        assertThat(file.batches()).hasSize(64);
        assertThat(written("out").lines().skip(1).findFirst().orElseThrow())
                .startsWith("DAG,20,\"" + POOLS + "\",1,1,20,");
    }

    @Test
    void shouldRunTheProcessesOfTheOtherExamples() throws Exception {
        for (String name : List.of("replicas", "sosoa")) {
            int status = run(
                    "-i",
                    "20",
                    "-n",
                    "1",
                    "-r",
                    "1",
                    "-w",
                    "0",
                    "-m",
                    "256",
                    "-c",
                    "",
                    example(name).toString(),
                    "--replicas 1");

            assertThat(status).as(written("err")).isZero();
            assertThat(written("out").lines().skip(1).map(line -> line.split(",", -1)[0]))
                    .containsExactlyElementsOf(
                            name.equals("sosoa")
                                    ? List.of("ForEach", "Loop", "Parallel", "Sequential")
                                    : List.of("Benchmark"));
        }
    }

    @Test
    void shouldStopAtAnAnswerThatIsNotRight() throws Exception {
        Path example = example("bindings");
        Path bpel = example.resolve("bpel/loop.bpel");
        Files.writeString(bpel, Files.readString(bpel).replace("&lt; 100", "&lt; 99"));

        int status = run("-i", "20", "-n", "1", "-w", "0", "-m", "256", "-p", "Loop", example.toString(), POOLS);

        assertThat(status).isEqualTo(1);
        assertThat(written("err"))
                .contains("batch.sh: Loop replied ")
                .contains("sum>99<")
                .contains("which has no sum>100<");
        assertThat(written("out").lines())
                .as("no line but the names of columns")
                .hasSize(1);
    }

    @Test
    void shouldSayWhatIsWrongWithItsArguments() throws Exception {
        String example = example("bindings").toString();

        refused("say which example, and at least one configuration", example);
        refused("-i takes numbers with commas between, as 5000,10000: not many", "-i", "many", example, POOLS);
        refused("there is no option -x", "-x", "1", example, POOLS);
        refused("-n, -r and -m take a number above 0: not 0", "-n", "0", example, POOLS);
        refused(example + " has no order batch/Other.json", "-p", "Other", example, POOLS);
        refused(folder + " has no orders, batch/<process>.json", folder.toString(), POOLS);
    }

    private void refused(String sentence, String... arguments) throws IOException, InterruptedException {
        assertThat(run(arguments)).isEqualTo(2);
        assertThat(written("err")).startsWith("batch.sh: " + sentence);
        assertThat(written("out")).isEmpty();
    }
}
