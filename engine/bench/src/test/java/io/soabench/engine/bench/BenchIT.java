package io.soabench.engine.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.soabench.engine.overseer.thread.Affinity;
import io.soabench.engine.server.transport.TransportOption;
import io.soabench.testing.TestPorts;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Every bench runs and reports a ratio; whether it is a good one is not judged here. */
@Tag("it")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class BenchIT {
    private static final BenchOptions SHORT = new BenchOptions(
            1, 0, 0.2, 4, 500, 128, TransportOption.NIO, false, 2, List.of(List.of("-XX:TieredStopAtLevel=1")));

    private static final int FEW = 3;
    private static final long TIMEOUT_S = 60;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sequential",
                "flow-no-dep",
                "flow",
                "while",
                "latency",
                "overload",
                "start",
                "waiting",
                "batch",
                "transport",
                "durable",
                "jvm"
            })
    void shouldReportRatioWhenRunShortly(String bench) throws Exception {
        assertThat(run(bench)).containsPattern("ratio .*[0-9]\\.[0-9]{2}").doesNotContain("NaN");
    }

    private static String run(String bench) throws Exception {
        StringWriter text = new StringWriter();
        BenchMain.run(bench, SHORT, new PrintWriter(text));
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"replicas", "replicas-http"})
    void shouldCompareReplicasWithEnginesThatAreNoGroup(String bench) throws Exception {
        assumeThat(Affinity.get().toList()).as("processors").hasSizeGreaterThan(1);
        assertThat(run(bench))
                .containsPattern("ratio instances/s, two, threads .*; two, threads [1-9].*, one [1-9]")
                .containsPattern("ratio instances/s, two engines .*; two engines [1-9].*, one [1-9]")
                .containsPattern("ratio instances/s, two, threads .*, two engines in one JVM [1-9]")
                .containsPattern("ratio instances/s, two, processes .*, two engines [1-9]")
                .doesNotContain("NaN");
    }

    @Test
    void shouldCompareStatesWithHistoriesWhenAVersionFollows() throws Exception {
        assertThat(run("upgrade"))
                .contains("upgrade: 500 waiting instances with 2 answered calls; histories ")
                .containsPattern("states [1-9][0-9]+ bytes an instance")
                .containsPattern("ratio start, s .*; states .*, histories ")
                .containsPattern("ratio stop, s .*; with states .*, without ")
                .doesNotContain("NaN");
    }

    /** Without this refusal, the start from states would prove nothing about a later version. */
    @Test
    void shouldRefuseHistoriesOfTheEarlierVersion() throws Exception {
        try (BenchFolder folder = new BenchFolder("bench-it");
                MockPartner partner = new MockPartner(true)) {
            int port = TestPorts.next();
            Path histories = folder.path().resolve("histories");
            Path earlier = folder.path().resolve("earlier");
            Map<String, byte[]> process = Shape.history(1, partner.port());
            try (ChildEngine engine = durable(process, port, histories)) {
                byte[] request = BenchExchange.post("/processes/History", "\"\"", BenchExchange.START_BODY);
                try (Load load = new Load(engine.port(), request, 1)) {
                    assertThat(load.send(FEW, TIMEOUT_S).served).isEqualTo(FEW);
                }
                engine.stop(TIMEOUT_S);
            }
            EarlierVersion.Size size = EarlierVersion.write(histories, earlier, System::nanoTime);

            assertThat(size.states()).isZero();
            assertThat(size.historyBytes()).isPositive();
            assertThatThrownBy(() -> durable(process, port, earlier).close())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("only another version of the engine can make anew (" + FEW + " of semantics");
            try (ChildEngine same = durable(process, port, histories)) {
                assertThat(same.port()).isEqualTo(port);
            }
        }
    }

    private static ChildEngine durable(Map<String, byte[]> process, int port, Path state) throws IOException {
        return ChildEngine.withOneLoop(
                "History", process, 256, List.of(), List.of("--port=" + port, "--durable=" + state, "--drain=0"));
    }

    @Test
    void shouldMeasureEveryStepAndItsBaselineWhenRunShortly() throws Exception {
        List<String> names = new Runner(new OptionsBuilder()
                        .include(EngineMicroBench.class.getSimpleName())
                        .forks(0)
                        .warmupIterations(0)
                        .measurementIterations(1)
                        .measurementTime(TimeValue.milliseconds(20))
                        .build())
                .run().stream()
                        .peek(result -> assertThat(score(result)).isPositive())
                        .map(result -> result.getPrimaryResult().getLabel())
                        .toList();
        assertThat(names)
                .contains("parse", "serialise", "copy", "xpathCommon", "xpathGeneral", "navigate")
                .contains("parseBaseline", "serialiseBaseline", "copyBaseline", "xpathBaseline", "navigateBaseline");
    }

    private static double score(RunResult result) {
        return result.getPrimaryResult().getScore();
    }

    /** In a process of its own, whose threads stay where they were put. */
    @Test
    void shouldGiveAProcessorToTheSystemAloneWhenAsked() throws Exception {
        List<Integer> processors = Affinity.get().toList();
        assumeThat(processors).as("processors").hasSizeGreaterThan(1);
        Path output = Files.createTempFile("bench", ".txt");
        Process bench = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        BenchMain.class.getName(),
                        "sequential",
                        "rounds=1",
                        "warm-ups=0",
                        // Long enough for an answer, however busy that processor is.
                        "seconds=2",
                        "processor=own")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(bench.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(bench.exitValue()).as(Files.readString(output)).isZero();
            assertThat(output)
                    .content()
                    .contains("processor " + processors.get(0) + " for the 2 threads of http and relay, ")
                    .containsPattern("ratio .*[0-9]\\.[0-9]{2}");
        } finally {
            bench.destroyForcibly();
            Files.delete(output);
        }
    }

    @Test
    void shouldNameTheWordsWhenThoseOfTheProcessorAreUnknown() {
        assertThat(BenchOptions.parse(List.of()).ownProcessor()).isFalse();
        assertThat(BenchOptions.parse(List.of("processor=own")).ownProcessor()).isTrue();
        assertThatThrownBy(() -> BenchOptions.parse(List.of("processor=mine")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("processor=mine is unknown; use own or shared");
    }

    @Test
    void shouldDivideOptionsOfJavaIntoCases() {
        BenchOptions several = BenchOptions.parse(List.of("java=-Xmn8m | -Xmn32m  -XX:+UseTransparentHugePages"));
        assertThat(several.java())
                .containsExactly(List.of("-Xmn8m"), List.of("-Xmn32m", "-XX:+UseTransparentHugePages"));
        assertThatThrownBy(several::javaOptions)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java has 2 cases, which only the bench jvm compares");
        assertThat(BenchOptions.parse(List.of("java=-Xmn8m")).javaOptions()).containsExactly("-Xmn8m");
        assertThat(BenchOptions.parse(List.of()).javaOptions()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "8m", "-Xmn8m |", "-Xmn8m 32m"})
    void shouldNameTheFormWhenOptionsOfJavaAreNotUnderstood(String cases) {
        assertThatThrownBy(() -> BenchOptions.parse(List.of("java=" + cases)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java=" + cases + " is not understood; write options of the virtual machine");
    }

    @Test
    void shouldRefuseOptionsOfJavaWhenTheBenchHasNoEngineForThem() {
        assertThatThrownBy(() -> BenchMain.options("sequential", List.of("java=-Xmn8m")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the bench sequential starts no engine that java=… is for");
        assertThat(BenchMain.options("replicas", List.of("java=-Xmn8m")).javaOptions())
                .containsExactly("-Xmn8m");
    }

    @Test
    void shouldKeepACollectorThatOptionsOfJavaName() {
        assertThat(BenchOptions.withCollector("-XX:+UseParallelGC", List.of("-Xmn8m")))
                .containsExactly("-XX:+UseParallelGC", "-Xmn8m");
        assertThat(BenchOptions.withCollector("-XX:+UseParallelGC", List.of("-XX:+UseZGC")))
                .containsExactly("-XX:+UseZGC");
    }

    @Test
    void shouldGiveTwoReplicasTwiceTheYoungGenerationOfOne() {
        assertThat(BenchOptions.withYoungGeneration(2, List.of("-Xmn8m", "-XX:+AlwaysPreTouch")))
                .containsExactly("-Xmn16m", "-XX:+AlwaysPreTouch");
        assertThat(BenchOptions.withYoungGeneration(1, List.of("-Xmn512k"))).containsExactly("-Xmn512k");
    }

    @Test
    void shouldTryOptionsThatTheVirtualMachineHas() throws Exception {
        for (List<String> each : JvmBench.CASES) {
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(BenchOptions.withCollector(ReplicaBench.COLLECTOR, each));
            command.addAll(List.of("-Xms64m", "-Xmx64m", "-version"));
            Process java = new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(java.waitFor()).as(output).isZero();
            assertThat(output).doesNotContain("deprecated", "obsolete");
        }
    }

    @Test
    void shouldNameTheOptionWhenItIsUnknown() {
        assertThatThrownBy(() -> BenchOptions.parse(List.of("round=3")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("round");
    }
}
