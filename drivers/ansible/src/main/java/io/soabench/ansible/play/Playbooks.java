package io.soabench.ansible.play;

import io.soabench.driver.PhaseFailed;
import io.soabench.driver.RunInterrupted;
import io.soabench.driver.run.RunSetting;
import io.soabench.plan.Json;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A runner of playbooks of one folder, one at a time. It judges them by their output, because exit statuses are
 * ambiguous: 0 also when no host matched, 4 for an unreachable host and for a mistake in the playbook. Used by the
 * run's thread.
 */
public final class Playbooks {

    private static final Duration END = Duration.ofSeconds(10);
    private static final int LONGEST = 300;

    private final Path program;
    private final Place place;
    private final RunSetting setting;
    private final Set<Process> running = ConcurrentHashMap.newKeySet();
    private final AtomicInteger calls = new AtomicInteger();

    /**
     * The folders and options with which playbooks run.
     *
     * @param folder with inventory and playbooks
     * @param home for Ansible's own files; exists, is removed after the run
     * @param sockets for shared SSH connections; exists, its path is short
     * @param sshOptions more options for {@code ssh}
     */
    public record Place(Path folder, Path home, Path sockets, List<String> sshOptions) {}

    /**
     * One playbook.
     *
     * @param name without {@code .yml}
     * @param variables as JSON
     * @param hosts by name in the inventory, that it must reach
     * @param log file for what Ansible prints; its folder exists
     * @param max longest time of the playbook
     */
    public record Call(String name, Map<String, Object> variables, Set<String> hosts, Path log, Duration max) {}

    /**
     * The outcome of a playbook.
     *
     * @param trouble reason why the playbook did not end properly or did not reach a host; empty when there is none
     */
    public record Outcome(PlaybookLog log, List<String> trouble) {}

    /** Creates a runner that uses the program {@code ansible-playbook}. */
    public Playbooks(Path program, Place place, RunSetting setting) {
        this.program = program;
        this.place = place;
        this.setting = setting;
    }

    /** Runs a playbook; a user who ends the run ends it. */
    public Outcome run(Call call) throws PhaseFailed, RunInterrupted {
        Path events = place.home().resolve("events-" + calls.incrementAndGet() + "-" + call.name() + ".jsonl");
        Process process = start(call, events);
        try {
            boolean ended = setting.waiting().until(() -> !process.isAlive(), call.max(), 1000);
            return outcome(call, events, process, ended);
        } finally {
            end(process);
        }
    }

    /** Runs a playbook that cleans up; a user cannot end it. */
    public Outcome runWhatever(Call call) throws PhaseFailed {
        Path events = place.home().resolve("events-" + calls.incrementAndGet() + "-" + call.name() + ".jsonl");
        Process process = start(call, events);
        try {
            boolean ended = setting.waiting().untilUninterruptibly(() -> !process.isAlive(), call.max(), 1000);
            return outcome(call, events, process, ended);
        } finally {
            end(process);
        }
    }

    private Process start(Call call, Path events) throws PhaseFailed {
        List<String> command = new ArrayList<>(List.of(
                // Ctrl-C in a terminal reaches the driver only, which ends everything in order.
                "sh",
                "-c",
                "trap '' HUP INT; exec \"$@\"",
                "sh",
                program.toString(),
                "-i",
                "inventory.yml",
                call.name() + ".yml",
                "-e",
                Json.line(variables(call))));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(place.folder().toFile())
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(call.log().toFile()));
        builder.environment().put("SOABENCH_EVENTS", events.toString());
        builder.environment().put("ANSIBLE_HOME", place.home().toString());
        builder.environment()
                .put("ANSIBLE_SSH_CONTROL_PATH_DIR", place.sockets().toString());
        builder.environment().put("ANSIBLE_PIPELINING", "true");
        builder.environment().put("ANSIBLE_NOCOLOR", "true");
        try {
            Process process = builder.start();
            running.add(process);
            var unused = process.onExit().thenRun(setting.signal()::raise);
            return process;
        } catch (IOException e) {
            throw new PhaseFailed(program + " cannot be started: " + e.getMessage(), e);
        }
    }

    /** Returns SSH's options as a variable, not in the environment: the roles' own sessions take them from there, too. */
    private Map<String, Object> variables(Call call) {
        Map<String, Object> all = new LinkedHashMap<>(call.variables());
        if (!place.sshOptions().isEmpty()) {
            all.put("ansible_ssh_extra_args", String.join(" ", place.sshOptions()));
        }
        return all;
    }

    private Outcome outcome(Call call, Path events, Process process, boolean ended) throws PhaseFailed {
        PlaybookLog log = read(events);
        List<String> trouble = new ArrayList<>();
        if (!ended) {
            trouble.add("playbook " + call.name() + ".yml did not end within "
                    + call.max().toSeconds() + " s" + see(call));
        } else if (!log.complete()) {
            trouble.add("playbook " + call.name() + ".yml did not run to its end (exit status " + process.exitValue()
                    + "; " + lastWords(call.log()) + ")" + see(call));
        } else if (log.failures().isEmpty() && log.unreachable().isEmpty()) {
            // Otherwise the play may have ended before it came to all hosts.
            call.hosts().stream()
                    .filter(host -> !log.hosts().contains(host))
                    .sorted()
                    .forEach(host -> trouble.add("playbook " + call.name() + ".yml did not address host " + host
                            + "; look whether inventory.yml names it, and compile the testbed again"));
        }
        return new Outcome(log, trouble);
    }

    private static PlaybookLog read(Path events) throws PhaseFailed {
        if (!Files.exists(events)) {
            return PlaybookLog.of(List.of());
        }
        try {
            // A line that was cut off may end within a character.
            return PlaybookLog.of(new String(Files.readAllBytes(events), StandardCharsets.UTF_8)
                    .lines()
                    .toList());
        } catch (IOException e) {
            throw new PhaseFailed("what Ansible reported cannot be read: " + e.getMessage(), e);
        }
    }

    private static String lastWords(Path log) {
        try {
            String output = new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .reduce("", (a, b) -> b.startsWith("ERROR") || !a.startsWith("ERROR") ? b.strip() : a);
            return output.isEmpty()
                    ? "it printed nothing"
                    : "it printed \"" + (output.length() > LONGEST ? output.substring(0, LONGEST) + "…" : output)
                            + "\"";
        } catch (IOException e) {
            return "its output cannot be read: " + e.getMessage();
        }
    }

    /** Returns the end of a sentence that names the log; nothing when the log is removed with Ansible's own files. */
    private String see(Call call) {
        Path log = call.log();
        return log.startsWith(place.home())
                ? ""
                : "; see "
                        + (log.startsWith(setting.folder()) ? setting.folder().relativize(log) : log);
    }

    /** Ends Ansible, which ends its own processes when it is asked to; a process that does not end is killed. */
    private void end(Process process) throws PhaseFailed {
        if (process.isAlive()) {
            List<ProcessHandle> family = process.descendants().toList();
            process.destroy();
            setting.waiting().untilUninterruptibly(() -> !process.isAlive(), END, 100);
            family.forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        running.remove(process);
    }

    /** Ends a playbook that runs at once; for another thread than the run's. */
    public void kill() {
        for (Process process : running) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
