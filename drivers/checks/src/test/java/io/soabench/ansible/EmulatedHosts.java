package io.soabench.ansible;

import io.soabench.ansible.play.AnsibleProgram;
import io.soabench.driver.RunRefused;
import io.soabench.plan.HostPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Hosts {@code h1}, {@code h2}, … of {@code ansible/testbed-hosts}: network namespaces of this machine with an sshd each. */
final class EmulatedHosts implements AutoCloseable {

    private static final String NAME = "soabit";
    private static final String NET = "10.79.0";
    private static final Path STATE = Path.of("/var/lib/soabench-hosts", NAME);
    private static final Path SCRIPT =
            Path.of("../../ansible/testbed-hosts/hosts").toAbsolutePath().normalize();
    private static final long MOST_S = 120;

    private final int count;

    private EmulatedHosts(int count) {
        this.count = count;
    }

    /** What is missing to have such hosts and to work on them, or an empty text. */
    static String lacking() {
        if (wish().isEmpty()) {
            return "name an Ansible: SOABENCH_ANSIBLE=<folder with ansible-playbook>";
        }
        if (!"root".equals(System.getProperty("user.name"))) {
            return "emulated hosts need root";
        }
        try {
            if (call("ip", "netns", "list") != 0) {
                return "ip netns does not work here";
            }
            AnsibleProgram.ofUser().find(wish());
            return "";
        } catch (IOException | UncheckedIOException e) {
            return "ip netns is missing: " + e.getMessage();
        } catch (RunRefused e) {
            return e.getMessage();
        }
    }

    /** Which Ansible the tests use, as a user of the driver would say; empty when none is named. */
    static String wish() {
        String given = System.getenv("SOABENCH_ANSIBLE");
        return given == null ? "" : given;
    }

    /** Starts them. */
    static EmulatedHosts up(int count) throws IOException {
        EmulatedHosts hosts = new EmulatedHosts(count);
        hosts.up();
        return hosts;
    }

    /** Starts those that do not run. */
    void up() throws IOException {
        if (call(SCRIPT.toString(), "up", Integer.toString(count)) != 0) {
            throw new IOException("\"" + SCRIPT + " up " + count + "\" failed");
        }
    }

    /** As the plan names it. */
    static HostPlan plan(int i) {
        return new HostPlan(
                "h" + i,
                NET + "." + (10 + i),
                false,
                Map.of("user", "root", "key", STATE.resolve("key").toString()),
                "",
                System.getProperty("java.home"),
                Map.of("FROM_HOST", "emulated"));
    }

    /** What ssh must be told to know their keys. */
    static List<String> sshOptions() {
        return List.of("-o", "UserKnownHostsFile=" + STATE.resolve("known_hosts"));
    }

    /** Does something on a host. */
    void on(int i, String command) throws IOException {
        int status = call(
                "ssh",
                "-o",
                "BatchMode=yes",
                "-o",
                sshOptions().get(1),
                "-i",
                STATE.resolve("key").toString(),
                "root@" + NET + "." + (10 + i),
                command);
        if (status != 0) {
            throw new IOException("\"" + command + "\" failed on h" + i);
        }
    }

    /** Ends a host as a power failure does. */
    void kill(int i) throws IOException {
        first(i).destroyForcibly();
    }

    /** Ends all SSH connections of a host and lets it take no others. */
    void cut(int i) throws IOException {
        ProcessHandle sshd = first(i).children().findFirst().orElseThrow();
        call("kill", "-STOP", Long.toString(sshd.pid()));
        sshd.children()
                .filter(child -> child.info().command().orElse("").contains("sshd"))
                .forEach(EmulatedHosts::end);
    }

    private static void end(ProcessHandle session) {
        session.descendants().forEach(ProcessHandle::destroyForcibly);
        session.destroyForcibly();
    }

    /** Lets it take connections again. */
    void mend(int i) throws IOException {
        call(
                "kill",
                "-CONT",
                Long.toString(first(i).children().findFirst().orElseThrow().pid()));
    }

    private static ProcessHandle first(int i) throws IOException {
        String pid = Files.readString(STATE.resolve("h" + i + ".pid")).split(" ", 2)[0];
        return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    }

    private static int call(String... command) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("SOABENCH_HOSTS_NAME", NAME);
        builder.environment().put("SOABENCH_HOSTS_NET", NET);
        Process process = builder.start();
        try {
            if (process.waitFor(MOST_S, TimeUnit.SECONDS)) {
                return process.exitValue();
            }
            process.destroyForcibly();
            throw new IOException("\"" + String.join(" ", command) + "\" did not end");
        } catch (InterruptedException e) {
            process.destroyForcibly();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() throws IOException {
        call(SCRIPT.toString(), "down");
    }
}
