package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.ClockRecord;
import io.soabench.plan.EngineRecording;
import io.soabench.plan.Json;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.RepetitionRecord.RoundTripRecord;
import io.soabench.plan.RunFiles;
import io.soabench.plan.RunRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Does what {@code examples/lan/README.md} says, on four emulated hosts beside those that a user may have. Skipped without root,
 * network namespaces or an Ansible that {@code SOABENCH_ANSIBLE} names.
 */
@Order(Measuring.LONG)
@Timeout(600)
final class LanIT {

    private static final String EXAMPLE = "examples/lan";
    private static final String MODEL = EXAMPLE + "/lan.testbed";
    private static final EmulatedHosts HOSTS = new EmulatedHosts("soablan", "10.78.0");
    private static final List<String> CLIENTS = List.of("left", "right");

    /** The first four bytes of each chunk of a recording: {@code FLR} and a zero. */
    private static final int CHUNK_OF_JFR = 0x464c5200;

    /** The place in a chunk of its size in bytes. */
    private static final int SIZE_OF_CHUNK = 8;

    @TempDir
    Path folder;

    @BeforeAll
    static void startHosts() throws IOException, InterruptedException {
        HOSTS.up(4);
    }

    @AfterAll
    static void endHosts() throws IOException, InterruptedException {
        HOSTS.down();
    }

    @BeforeEach
    void copyExample() throws IOException {
        Examples.copy("lan", folder.resolve(EXAMPLE));
        Path model = folder.resolve(MODEL);
        String java = "  java \"" + System.getProperty("java.home") + "\" }";
        Files.writeString(
                model,
                Files.readString(model)
                        .replace("10.77.0.", HOSTS.net() + ".")
                        .replace("soabench-hosts/soab/key\" }", "soabench-hosts/" + HOSTS.name() + "/key\"" + java)
                        // Four hosts, eight processes, and the controller share this machine.
                        .replace("p99 response-time < 1 s", "p99 response-time < 10 s"));
    }

    @Test
    void shouldCompileAFolderThatAnsibleRuns() throws Exception {
        try (MavenCommand maven = MavenCommand.run(folder, "compile", "-Dtestbed=" + MODEL, "-Dsoabench.output=out")) {
            assertThat(maven.status()).as(maven.output()).isZero();
        }

        Path compiled = folder.resolve("out/lan/compiled");
        assertThat(compiled.resolve("ansible/inventory.yml")).content().contains(HOSTS.net() + ".13", "left", "right");
        assertThat(Files.readAllLines(compiled.resolve("MANIFEST.sha256")))
                .anyMatch(line -> line.endsWith("  ansible/site.yml"))
                .anyMatch(line -> line.endsWith("  ansible/cases/Sequential-web-engine.yml"))
                .noneMatch(line -> line.endsWith("MANIFEST.sha256"));
        Process check = new ProcessBuilder("sha256sum", "--check", "--quiet", "--strict", "MANIFEST.sha256")
                .directory(compiled.toFile())
                .inheritIO()
                .start();
        assertThat(check.waitFor()).isZero();
    }

    /** Runs the model, and returns the folder of the run. */
    private Path run() throws Exception {
        List<String> options = new ArrayList<>(List.of("-Dtestbed=" + MODEL, "-Dsoabench.output=out", Measuring.ONCE));
        options.addAll(HOSTS.options());
        Measuring.ran(() -> MavenCommand.outcome(folder, "run", options.toArray(String[]::new)));

        return folder.resolve("out/lan/runs/latest").toRealPath();
    }

    @Test
    void shouldMeasureAndRecordWithTlsOnHostsOfTheirOwnAndThroughARelay() throws Exception {
        Path model = folder.resolve(MODEL);
        Files.writeString(
                model,
                Files.readString(model)
                        .replace("heap 256 MiB }", "heap 256 MiB  tls true }")
                        .replace("{ serves quotes }", "{ serves quotes  tls true }")
                        .replace("workload in (office, web)", "workload in (office)")
                        // The measurement with the recorder takes the time that these spare.
                        .replace("warm up 2 s  measure 5 s", "record jfr  warm up 1 s  measure 3 s"));

        Path run = run();

        assertThatTheEngineWasRecorded(run);
        Path repetition = run.resolve("cases/Sequential-office-engine/1");

        RepetitionRecord record = Json.read(repetition.resolve("repetition.json"), RepetitionRecord.class);
        assertThat(record.message()).isEmpty();
        assertThat(record.checks()).isEqualTo(3);
        assertThat(record.endpoint()).startsWith("https://" + HOSTS.net() + ".11:");
        assertThat(record.roundTrips())
                .extracting(RoundTripRecord::from)
                .as("also through the relay")
                .contains("left", "right", "under-test");
        for (String client : CLIENTS) {
            assertThat(Files.readAllLines(repetition.resolve("samples-" + client + ".csv")))
                    .as(client)
                    .anyMatch(line -> line.contains(",OK,"));
        }
        assertThat(Files.readAllLines(repetition.resolve("calls-mocks.csv"))).anyMatch(line -> line.endsWith(",OK"));
    }

    /** The recording of the engine came back from its host to its last byte, was read, and is a flame graph. */
    private static void assertThatTheEngineWasRecorded(Path run) throws IOException, SQLException {
        Path repetition = run.resolve(RunFiles.RECORDINGS).resolve("cases/Sequential-office-engine/1");
        RepetitionRecord record = Json.read(repetition.resolve("repetition.json"), RepetitionRecord.class);
        assertThat(record.message()).isEmpty();
        List<Path> recordings;
        try (Stream<Path> files = Files.list(repetition.resolve("logs/engine"))) {
            recordings = files.filter(
                            file -> EngineRecording.is(file.getFileName().toString()))
                    .toList();
        }
        assertThat(recordings).hasSize(1);
        ByteBuffer content = ByteBuffer.wrap(Files.readAllBytes(recordings.get(0)));
        int end = 0;
        while (end < content.limit()) {
            assertThat(content.getInt(end)).as("a chunk begins at byte %s", end).isEqualTo(CHUNK_OF_JFR);
            end += Math.toIntExact(content.getLong(end + SIZE_OF_CHUNK));
        }
        assertThat(end).as("the last chunk is whole").isPositive().isEqualTo(content.limit());
        assertThat(RecordingFile.readAllEvents(recordings.get(0)))
                .extracting(event -> event.getEventType().getName())
                .contains("jdk.ExecutionSample", "jdk.ObjectAllocationSample");
        assertThat(Results.rows(
                        run,
                        "select distinct case_id, kind from v_recorded_frame where weight > 0 and frame like 'io.soabench.%'"
                                + " order by kind"))
                .containsExactly("Sequential-office-engine allocating", "Sequential-office-engine running");
        assertThat(run.resolve("report/flames.html")).content().contains("io.soabench.engine", "allocating", "running");
    }

    @Test
    void shouldMeasureWithClientsOnTwoHosts() throws Exception {
        Path latest = run();
        RunRecord run = Json.read(latest.resolve("run.json"), RunRecord.class);
        assertThat(run.driver()).isEqualTo("ansible");
        for (String name : List.of("Sequential-office-engine", "Sequential-web-engine")) {
            Path repetition = latest.resolve("cases").resolve(name).resolve("1");
            RepetitionRecord record = Json.read(repetition.resolve("repetition.json"), RepetitionRecord.class);
            assertThat(record.message()).isEmpty();
            assertThat(record.checks()).isEqualTo(3);
            assertThat(record.servers())
                    .extracting(RepetitionRecord.ServerRecord::host)
                    .as("mocks, relay, engine")
                    .containsExactlyInAnyOrder("partners", "under-test", "under-test");
            assertThatTheRightClientIsFartherAway(record.roundTrips());
            assertThat(Json.read(repetition.resolve(RunFiles.CLOCKS), ClockRecord.class)
                            .hosts())
                    .extracting(ClockRecord.HostOffset::host)
                    .containsExactlyInAnyOrder("under-test", "partners", "left", "right");
        }
        assertThatEachRequestOfTheOpenLoadWasSentOnce(latest.resolve("cases/Sequential-web-engine/1"));
        assertThat(Files.readString(latest.resolve("report/index.html"))).contains("Sequential");
    }

    private static void assertThatTheRightClientIsFartherAway(List<RoundTripRecord> roundTrips) {
        assertThat(roundTrips)
                .extracting(trip -> trip.from() + " " + trip.to() + " " + trip.when())
                .containsExactlyInAnyOrder(
                        "left engine BEFORE",
                        "right engine BEFORE",
                        "under-test mocks BEFORE",
                        "left engine AFTER",
                        "right engine AFTER",
                        "under-test mocks AFTER");
        assertThat(roundTrips).filteredOn(trip -> trip.from().equals("right")).allMatch(trip -> trip.minMs() >= 4);
        assertThat(roundTrips).filteredOn(trip -> trip.from().equals("left")).allMatch(trip -> trip.minMs() < 4);
    }

    /** The traces of both clients name all requests and when they are due; both begin at one instant of the driver's clock. */
    private void assertThatEachRequestOfTheOpenLoadWasSentOnce(Path repetition) throws IOException {
        Map<String, Long> due = new LinkedHashMap<>();
        List<String> sent = new ArrayList<>();
        List<Long> beginsNs = new ArrayList<>();
        ClockRecord clocks = Json.read(repetition.resolve(RunFiles.CLOCKS), ClockRecord.class);
        for (String client : CLIENTS) {
            for (String line : Files.readAllLines(
                    folder.resolve("out/lan/compiled/repetitions/1/workloads/web/" + client + ".trace"))) {
                if (!line.startsWith("#")) {
                    String[] fields = line.split("\t", -1);
                    due.put("web." + fields[0] + "." + fields[1], 1000 * Long.parseLong(fields[2]));
                }
            }
            long offsetNs = clocks.hosts().stream()
                    .filter(host -> host.host().equals(client))
                    .findFirst()
                    .orElseThrow()
                    .before()
                    .offsetNs();
            List<String> samples = Files.readAllLines(repetition.resolve("samples-" + client + ".csv"));
            List<String> names = List.of(samples.get(0).split(",", -1));
            for (String line : samples.subList(1, samples.size())) {
                String[] fields = line.split(",", -1);
                String uiid = fields[names.indexOf("uiid")];
                sent.add(uiid);
                beginsNs.add(Long.parseLong(fields[names.indexOf("intended_ns")]) - offsetNs - due.get(uiid));
            }
            assertThat(samples).hasSizeGreaterThan(50);
        }
        assertThat(sent).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(due.keySet());
        long first = beginsNs.stream().mapToLong(Long::longValue).min().orElseThrow();
        assertThat(beginsNs).allMatch(begin -> begin - first < TimeUnit.MILLISECONDS.toNanos(5));
    }
}
