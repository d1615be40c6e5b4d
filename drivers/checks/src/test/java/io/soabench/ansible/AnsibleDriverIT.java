package io.soabench.ansible;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.soabench.ansible.host.ConnectionTimeouts;
import io.soabench.ansible.play.AnsibleProgram;
import io.soabench.driver.Driver;
import io.soabench.driver.DriverContract;
import io.soabench.driver.FakeTestbed;
import io.soabench.driver.HeardProgress;
import io.soabench.driver.Phase;
import io.soabench.driver.RunRefused;
import io.soabench.driver.run.DriverSettings;
import io.soabench.plan.CasePlan;
import io.soabench.plan.ClockRecord;
import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.HostClock;
import io.soabench.plan.HostPlan;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.RunFiles;
import io.soabench.plan.RunRecord;
import io.soabench.plan.RunRecord.State;
import io.soabench.plan.ServerEnd;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real playbooks on four emulated hosts: the engine on {@code h1}, the mocks on {@code h2}, load clients on the others. Skipped
 * without root, network namespaces or an Ansible that {@code SOABENCH_ANSIBLE} names.
 */
@Timeout(300)
class AnsibleDriverIT {

    /** So that a test need not wait for a minute. */
    private static final ConnectionTimeouts SHORT_TIMEOUTS =
            new ConnectionTimeouts(Duration.ofSeconds(8), Duration.ofSeconds(4), Duration.ofMillis(300));

    private static EmulatedHosts hosts;

    @TempDir
    Path folder;

    private final HeardProgress heard = new HeardProgress();
    private ConnectionTimeouts timeouts = ConnectionTimeouts.STANDARD;
    private FakeTestbed testbed;
    private Path runFolder;

    @BeforeAll
    static void start() throws IOException {
        String lacking = EmulatedHosts.lacking();
        assumeTrue(lacking.isEmpty(), lacking);
        hosts = EmulatedHosts.up(4);
    }

    @AfterAll
    static void end() throws IOException {
        if (hosts != null) {
            hosts.close();
        }
    }

    @BeforeEach
    void make() {
        runFolder = folder.resolve("runs/20260101-120000");
        testbed = new FakeTestbed(folder.resolve("compiled"));
    }

    private RunRecord run(HostPlan first, HostPlan second) {
        return run(plan -> onHosts(plan, first, second));
    }

    private RunRecord run(UnaryOperator<Plan> placed) {
        Driver driver = new AnsibleDriver(
                AnsibleProgram.ofUser(),
                EmulatedHosts.wish(),
                EmulatedHosts.sshOptions(),
                DriverSettings.STANDARD.withLead(AnsibleDriver.LEAD_MS),
                HostClock.system(),
                timeouts);
        Driver.Request request = testbed.request(runFolder);
        return driver.run(
                new Driver.Request(
                        placed.apply(request.plan()),
                        request.compiled(),
                        runFolder,
                        request.types(),
                        request.classPaths(),
                        request.versions()),
                heard);
    }

    private RunRecord run() {
        return run(EmulatedHosts.plan(1), EmulatedHosts.plan(2));
    }

    private static Plan onHosts(Plan plan, HostPlan first, HostPlan second) {
        return plan.withHosts(List.of(first, second, EmulatedHosts.plan(3), EmulatedHosts.plan(4)))
                .withServers(plan.servers().stream()
                        .map(s -> s.withHost(s.name().equals("mocks") ? "h2" : "h1"))
                        .toList())
                .withCases(plan.cases().stream().map(AnsibleDriverIT::onHosts).toList(), plan.order());
    }

    private static CasePlan onHosts(CasePlan of) {
        return of.withClients(of.clients().stream()
                .flatMap(c -> Stream.of("h3", "h4").map(c::withHost))
                .toList());
    }

    /** No process of any run is on any host. */
    private static void assertNothingRuns() throws IOException {
        assertThat(running()).isEmpty();
    }

    private static List<Path> running() throws IOException {
        List<Path> left = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                if (environment(process).contains("SOABENCH_RUN=")
                        && environment(process).contains("FROM_HOST=emulated")) {
                    left.add(process);
                }
            }
        }
        return left;
    }

    private static String environment(Path process) {
        try {
            return Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    private void inMeasurement(long afterMs, Action action) {
        heard.onPhase((execution, phase) -> {
            if (phase == Phase.MEASURE) {
                later(afterMs, action);
            }
        });
    }

    private static void later(long afterMs, Action action) {
        CompletableFuture.delayedExecutor(afterMs, TimeUnit.MILLISECONDS).execute(() -> {
            try {
                action.take();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** Something that happens to a host. */
    private interface Action {
        void take() throws IOException;
    }

    @Test
    void shouldRunOnSeveralHosts() throws IOException {
        testbed.check().measureMs(2000).add("a", "ok", "ok");

        RunRecord run = run();

        assertThat(run.message()).isEmpty();
        assertThat(run.state()).isEqualTo(State.COMPLETED);
        Path repetition = runFolder.resolve("cases/a/1");
        RepetitionRecord record = Json.read(repetition.resolve("repetition.json"), RepetitionRecord.class);
        assertThat(record.endpoint()).matches("http://10\\.79\\.0\\.11:2\\d{4}/processes/Ordera");
        assertThat(record.checks()).isEqualTo(1);
        assertThat(record.servers())
                .extracting(RepetitionRecord.ServerRecord::host)
                .containsExactly("h2", "h1");
        assertThat(record.servers()).allMatch(s -> s.stopped() == ServerEnd.ASKED && s.cpuMs() >= 0 && s.exit() == 143);
        assertThat(repetition.resolve("samples-h3.csv")).content().contains("\nmeasure,1,w.1.");
        assertThat(repetition.resolve("samples-h4.csv")).content().contains("\nmeasure,1,w.1.");
        assertThat(repetition.resolve("calls-mocks.csv")).exists();
        assertThat(repetition.resolve("statistics-engine-a.json")).exists();
        assertThat(repetition.resolve("logs/engine-a/server.log")).exists();
        ClockRecord clocks = Json.read(repetition.resolve(RunFiles.CLOCKS), ClockRecord.class);
        assertThat(clocks.hosts()).extracting(ClockRecord.HostOffset::host).containsExactly("h2", "h1", "h3", "h4");
        // All have this machine's clock; the driver's is monotonic from its start on.
        assertThat(clocks.hosts()).allMatch(h -> Math.abs(h.offsetNs()) < 100_000_000 && h.errorNs() < 20_000_000);
        EnvironmentRecord environment = Json.read(runFolder.resolve("environment.json"), EnvironmentRecord.class);
        assertThat(environment.hosts())
                .extracting(EnvironmentRecord.HostRecord::name)
                .containsExactly("h1", "h2", "h3", "h4");
        assertThat(environment.hosts())
                .allMatch(h -> h.processors().cpus() > 0
                        && h.memoryBytes() > 0
                        && h.java().contains("version"));
        assertThat(heard.loads()).isNotEmpty();
        assertNothingRuns();
    }

    /** Everything of case {@code b} on {@code h2}, all else on {@code h1}. */
    private static Plan apart(Plan plan) {
        return plan.withHosts(List.of(EmulatedHosts.plan(1), EmulatedHosts.plan(2)))
                .withServers(plan.servers().stream()
                        .map(s -> s.withHost(plan.caseOf("b").servers().contains(s.name()) ? "h2" : "h1"))
                        .toList())
                .withCases(plan.cases().stream().map(AnsibleDriverIT::parallel).toList(), plan.order());
    }

    private static CasePlan parallel(CasePlan of) {
        String host = of.id().equals("b") ? "h2" : "h1";
        return of.withClients(of.clients().stream().map(c -> c.withHost(host)).toList())
                .withSchedule(of.schedule().withParallel(true));
    }

    private RepetitionRecord.PhaseRecord measurement(String id) {
        Path file = runFolder.resolve("cases").resolve(id).resolve("1/repetition.json");
        return Json.read(file, RepetitionRecord.class).phases().stream()
                .filter(phase -> phase.name().equals("measure"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldRunCasesAtTheSameTimeThatShareNoHost() throws IOException {
        testbed.measureMs(12_000).add("a", "ok", "ok").add("b", "ok", "ok", "ok", 0);

        assertThat(run(AnsibleDriverIT::apart).message()).isEmpty();

        assertThat(measurement("a").startNs()).isLessThan(measurement("b").endNs());
        assertThat(measurement("b").startNs()).isLessThan(measurement("a").endNs());
        for (String id : List.of("a", "b")) {
            String host = id.equals("a") ? "h1" : "h2";
            Path repetition = runFolder.resolve("cases").resolve(id).resolve("1");
            assertThat(repetition.resolve("samples-" + host + ".csv")).content().contains("\nmeasure,1,w.1.");
            assertThat(repetition.resolve("logs/engine-" + id + "/server.log")).exists();
        }
        assertNothingRuns();
    }

    @Test
    void shouldLoseNoSampleWhenSshIsCutForAWhile() throws IOException {
        testbed.measureMs(12_000).add("a", "ok", "ok");
        inMeasurement(1_000, () -> {
            hosts.cut(3);
            later(4_000, () -> hosts.mend(3));
        });

        assertThat(run().message()).isEmpty();

        long all = 0;
        for (String host : List.of("h3", "h4")) {
            Path repetition = runFolder.resolve("cases/a/1");
            long measured = Files.readAllLines(repetition.resolve("samples-" + host + ".csv"))
                            .size()
                    - 1L;
            long told = Files.readAllLines(repetition.resolve("logs/load-" + host + "/stdout.log")).stream()
                    .filter(line -> line.startsWith("progress "))
                    .count();
            assertThat(measured).isEqualTo(told).isGreaterThan(100);
            all += measured;
        }
        long sent = heard.loads().get(heard.loads().size() - 1).sent();
        assertThat(sent).isBetween(all - 80, all);
        assertNothingRuns();
    }

    @Test
    void shouldTakeBackOnAllOthersWhenAHostDiesAndGoOnWhenItIsBack() throws IOException {
        timeouts = SHORT_TIMEOUTS;
        testbed.measureMs(5_000).add("a", "ok", "ok");
        inMeasurement(1_000, () -> hosts.kill(2));

        RunRecord run = run();

        assertThat(run.state()).isEqualTo(State.FAILED);
        assertThat(run.executions().get(0).message()).startsWith("host h2 (root@10.79.0.12) cannot be worked on: ");
        assertNothingRuns();

        heard.onPhase((execution, phase) -> {});
        hosts.up();
        assertThat(run().message()).isEmpty();
        assertThat(runFolder.resolve("cases/a/1-failed-1")).exists();
        assertNothingRuns();
    }

    @Test
    @Tag(DriverContract.THOROUGH)
    void shouldTakeBackOnAllOthersWhenAHostIsCutOffAndGoOnWhenItIsBack() throws IOException {
        timeouts = SHORT_TIMEOUTS;
        testbed.measureMs(3_000).add("a", "ok", "ok");
        inMeasurement(1_000, () -> hosts.cut(2));

        RunRecord run = run();

        assertThat(run.state()).isEqualTo(State.FAILED);
        assertThat(run.executions().get(0).message())
                .startsWith("host h2 (root@10.79.0.12) cannot be worked on: it does not answer (");
        assertThat(heard.lines()).anyMatch(line -> line.startsWith("note something may be left on a host: host h2 "));
        assertThat(running()).hasSize(1);

        heard.onPhase((execution, phase) -> {});
        hosts.mend(2);
        assertThat(run().message()).isEmpty();
        assertNothingRuns();
    }

    @Test
    void shouldNameAllHostsThatCannotBeWorkedOn() throws IOException {
        testbed.add("a", "ok", "ok");
        Path other = folder.resolve("other");
        Process keygen = new ProcessBuilder("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", other.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(keygen.onExit().join().exitValue()).isZero();
        HostPlan wrong = new HostPlan(
                "h1",
                EmulatedHosts.plan(1).address(),
                false,
                Map.of("user", "root", "key", other.toString()),
                "",
                "",
                Map.of());
        HostPlan nobody = new HostPlan("h2", "10.79.0.99", false, Map.of("user", "root"), "", "", Map.of());

        assertThat(refusal(wrong, nobody))
                .hasSize(2)
                .anyMatch(line ->
                        line.matches("host h1 \\(root@10\\.79\\.0\\.11\\) cannot be worked on: it refuses the user or"
                                + " the key \\(.*Permission denied \\(publickey\\).*\\); add the public key to its authorized_keys,"
                                + " load the key into the agent, or correct \"user\" and \"key\" of the host"))
                .anyMatch(line ->
                        line.matches("host h2 \\(root@10\\.79\\.0\\.99\\) cannot be worked on: (there is no way to"
                                + " it|it does not answer) \\(.*\\); switch it on, .*or correct its address"));
    }

    @Test
    void shouldSayWhatHostsLack() throws IOException {
        testbed.add("a", "ok", "ok");
        HostPlan right = EmulatedHosts.plan(2);
        HostPlan java = new HostPlan(
                "h1",
                EmulatedHosts.plan(1).address(),
                false,
                EmulatedHosts.plan(1).connection(),
                "",
                "/opt/no-java",
                Map.of());
        HostPlan small =
                new HostPlan("h2", right.address(), false, right.connection(), "/srv/small", right.java(), Map.of());
        hosts.on(2, "mkdir -p /srv/small && mount -t tmpfs -o size=1m tmpfs /srv/small");

        assertThat(refusal(java, small))
                .containsExactlyInAnyOrder(
                        "host h1: no Java at \"/opt/no-java/bin/java\" ([Errno 2] No such file or directory:"
                                + " '/opt/no-java/bin/java'); install one or correct \"java\" of the host in the model",
                        "host h2: the disk of /srv/small has 0 MiB of free space, 200 MiB are needed; make room");
        hosts.on(2, "umount /srv/small");
    }

    private List<String> refusal(HostPlan first, HostPlan second) {
        List<String> reasons = new ArrayList<>();
        try {
            run(first, second);
        } catch (RunRefused e) {
            reasons.addAll(e.reasons());
        }
        assertThat(runFolder).doesNotExist();
        assertThat(heard.lines()).isEmpty();
        return reasons;
    }
}
