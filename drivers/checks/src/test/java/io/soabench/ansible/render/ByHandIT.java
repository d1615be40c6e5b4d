package io.soabench.ansible.render;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.HostPlan;
import io.soabench.plan.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The rendered folder, run by {@code ansible-playbook} alone: with real processes on this machine in two directories that stand
 * for two hosts, and on two emulated hosts over SSH.
 */
@Timeout(300)
class ByHandIT {

    private static final String HOSTS = "soabhand";
    private static final String NET = "10.80.0";

    /** What looks like a template is a text all the way to the process. */
    private static final Map<String, String> NO_TEMPLATE = Map.of("FROM_HOST", "{{ 6 * 7 }}");

    private static final Path STATE = Path.of("/var/lib/soabench-hosts", HOSTS);

    @TempDir
    private Path folder;

    private final String token = UUID.randomUUID().toString();
    private Tool playbook;
    private boolean hostsAreUp;

    @BeforeEach
    void find() {
        playbook = Tool.ofAnsible("ansible-playbook");
    }

    @AfterEach
    void leaveNothing() throws IOException {
        if (hostsAreUp) {
            assertThat(hosts("down").exit()).isZero();
        }
        for (long pid : running()) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void shouldRunARepetitionAndLeaveNothing() throws IOException {
        Path rendered = here().render();

        Tool.Outcome outcome = play(rendered, "site.yml", Map.of("case", "office", "repetition", 2));

        assertThat(outcome.exit()).as(outcome.output()).isZero();
        assertThatAllCameHome(rendered.resolve("results/office/2"));
        assertThatNothingIsLeft();
        assertThat(stats(rendered)).contains("\"h1\"", "\"h2\"").doesNotContainPattern("\"failed\": [1-9]");
    }

    /** Templates give texts before ansible-core 2.19, numbers and booleans as well. */
    @Test
    void shouldRunARepetitionWithTheOldestAnsible() throws IOException {
        playbook = Tool.ofOldestAnsible("ansible-playbook");
        Path rendered = here().render();

        Tool.Outcome outcome = play(rendered, "site.yml", Map.of("case", "office", "repetition", 2));

        assertThat(outcome.exit()).as(outcome.output()).isZero();
        assertThatAllCameHome(rendered.resolve("results/office/2"));
        assertThatNothingIsLeft();
    }

    @Test
    void shouldKeepTheLogsAndLeaveNothingWhenTheEngineDies() throws IOException {
        Path rendered = here().engine("crash").render();

        Tool.Outcome outcome = play(rendered, "site.yml", Map.of("case", "office"));

        assertThat(outcome.exit()).isNotZero();
        assertThat(outcome.output())
                .containsPattern(
                        "engine-office ended by itself \\d+\\.\\d s after its start with exit status 3; its last words")
                .contains("FATAL: cannot open the store");
        assertThat(rendered.resolve("results/office/1/logs/engine-office/stderr.log"))
                .content()
                .contains("FATAL");
        assertThat(rendered.resolve("results/office/1/calls-mocks.csv")).exists();
        assertThatNothingIsLeft();
        assertThat(Files.readString(events(rendered)))
                .containsPattern(
                        "\"status\": \"failed\", \"message\": \"server engine-office ended by itself \\d+\\.\\d s after its start"
                                + " with exit status 3; its last words were ");
    }

    @Test
    void shouldEndAnInterruptedRunAndMayBeRepeated() throws IOException {
        Path rendered = here().engine("detach").render();
        Map<String, Object> variables = Map.of(
                "soabench_case",
                "office",
                "soabench_results",
                folder.resolve("home").toString());
        for (String phase : List.of("prepare", "prepare", "place", "start", "start", "ready", "watch")) {
            Tool.Outcome outcome = play(rendered, phase + ".yml", variables);
            assertThat(outcome.exit()).as(phase + "\n" + outcome.output()).isZero();
        }
        // Two agents; two servers, and the process that one of them has detached; the load client, which waits.
        assertThat(running()).hasSize(6);
        assertThat(running())
                .filteredOn(pid -> environment(Path.of("/proc", pid.toString())).contains("FROM_HOST={{ 6 * 7 }}"))
                .hasSize(4);

        assertThat(play(rendered, "sweep.yml", variables).exit()).isZero();

        assertThatNothingIsLeft();
        for (String phase : List.of("stop", "clean", "sweep")) {
            Tool.Outcome outcome = play(rendered, phase + ".yml", variables);
            assertThat(outcome.exit()).as(phase + "\n" + outcome.output()).isZero();
        }
        assertThatNothingIsLeft();
    }

    @Test
    void shouldRunOnHostsOverSsh() throws IOException {
        Tool.Outcome up = hosts("up", "2");
        hostsAreUp = true;
        Assumptions.assumeTrue(up.exit() == 0, () -> "no emulated hosts: " + up.output());
        Map<String, String> key =
                Map.of("user", "root", "key", STATE.resolve("key").toString());
        Path rendered = new TwoHosts(folder)
                .hosts(remote("h1", NET + ".11", key), remote("h2", NET + ".12", key))
                .real()
                .render();

        Tool.Outcome outcome = play(
                rendered,
                "site.yml",
                Map.of(
                        "case",
                        "office",
                        "ansible_ssh_extra_args",
                        "-o UserKnownHostsFile=" + STATE.resolve("known_hosts")));

        assertThat(outcome.exit()).as(outcome.output()).isZero();
        assertThatAllCameHome(rendered.resolve("results/office/1"));
        assertThat(running()).isEmpty();
        for (String host : List.of("h1", "h2")) {
            assertThat(STATE.resolve(host).resolve("var/tmp")).isEmptyDirectory();
            assertThat(STATE.resolve(host).resolve("root")).isEmptyDirectory();
        }
        assertThat(clockErrorsNs(rendered)).hasSize(2).allMatch(error -> error > 0 && error < 1_000_000_000L);
    }

    private TwoHosts here() {
        String java = System.getProperty("java.home");
        return new TwoHosts(folder)
                .hosts(
                        new HostPlan("h1", "127.0.0.1", true, Map.of(), directory("h1"), java, NO_TEMPLATE),
                        new HostPlan("h2", "127.0.0.1", true, Map.of(), directory("h2"), java, NO_TEMPLATE))
                .real();
    }

    private static HostPlan remote(String name, String address, Map<String, String> key) {
        return new HostPlan(name, address, false, key, "", System.getProperty("java.home"), Map.of());
    }

    private String directory(String host) {
        return folder.resolve("directory-of-" + host).toString();
    }

    private Tool.Outcome hosts(String... arguments) {
        return Tool.of(Tool.ROOT.resolve("ansible/testbed-hosts/hosts").toString())
                .run(folder, Map.of("SOABENCH_HOSTS_NAME", HOSTS, "SOABENCH_HOSTS_NET", NET), 60, arguments);
    }

    private Tool.Outcome play(Path rendered, String book, Map<String, Object> variables) {
        Map<String, Object> all = new HashMap<>(variables);
        all.put("soabench_run_token", token);
        return playbook.run(
                rendered,
                Map.of(
                        "SOABENCH_EVENTS",
                        events(rendered).toString(),
                        "ANSIBLE_HOME",
                        folder.resolve("ansible-home").toString()),
                240,
                "-i",
                "inventory.yml",
                book,
                "-e",
                Json.line(all));
    }

    private static Path events(Path rendered) {
        return rendered.resolveSibling("events.jsonl");
    }

    private static String stats(Path rendered) throws IOException {
        List<String> lines = Files.readAllLines(events(rendered));
        String last = lines.get(lines.size() - 1);
        assertThat(last).startsWith("{\"event\": \"stats\"");
        return last;
    }

    private static List<Long> clockErrorsNs(Path rendered) throws IOException {
        List<Long> errors = new ArrayList<>();
        for (String line : Files.readAllLines(events(rendered))) {
            Map<?, ?> event = Json.parse(line, Map.class);
            if (event.get("result") instanceof Map<?, ?> result && result.get("facts") != null) {
                errors.add(((Number) ((Map<?, ?>) result.get("clock")).get("error_ns")).longValue());
            }
        }
        return errors;
    }

    private static void assertThatAllCameHome(Path results) {
        assertThat(results.resolve("samples-h1.csv")).content().contains("\nmeasure,1,w.1.");
        assertThat(results.resolve("statistics-engine-office.json")).content().contains("instancesStarted");
        assertThat(results.resolve("calls-mocks.csv")).content().contains("quotes,1");
        assertThat(results.resolve("package-received.zip")).isNotEmptyFile();
        assertThat(results.resolve("logs/mocks/stdout.log")).content().startsWith("ready");
        assertThat(results.resolve("logs/engine-office/server.log")).isNotEmptyFile();
        assertThat(results.resolve("logs/load-h1/stdout.log")).content().contains("progress {", "done");
        assertThat(results).isDirectoryNotContaining("glob:**records.zip");
    }

    private void assertThatNothingIsLeft() throws IOException {
        assertThat(running()).isEmpty();
        assertThat(Path.of(directory("h1"))).doesNotExist();
        assertThat(Path.of(directory("h2"))).doesNotExist();
    }

    /** The processes that carry the mark of this test's run. */
    private List<Long> running() throws IOException {
        List<Long> pids = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                if (environment(process).contains("SOABENCH_RUN=" + token)) {
                    pids.add(Long.valueOf(process.getFileName().toString()));
                }
            }
        }
        return pids;
    }

    private static String environment(Path process) {
        try {
            return new String(Files.readAllBytes(process.resolve("environ")), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }
}
