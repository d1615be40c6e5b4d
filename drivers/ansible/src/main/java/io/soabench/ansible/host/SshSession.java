package io.soabench.ansible.host;

import io.soabench.plan.Plan;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A session as a child process: {@code ssh}, or {@code sh} for a host that is this machine. */
final class SshSession implements Session {

    /** A connection of its own, which says within 15 s that it is broken. */
    private static final List<String> OPTIONS = List.of(
            "-T",
            "-o",
            "BatchMode=yes",
            "-o",
            "ControlPath=none",
            "-o",
            "ConnectTimeout=10",
            "-o",
            "ServerAliveInterval=5",
            "-o",
            "ServerAliveCountMax=3");

    private final Process process;

    private SshSession(Process process) {
        this.process = process;
    }

    /**
     * Runs a program on a host.
     *
     * @param far for a POSIX shell there
     */
    static Session open(Plan.HostPlan host, String far, List<String> more) throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "trap '' HUP INT; exec \"$@\"", "sh"));
        command.addAll(command(host, far, more));
        return new SshSession(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    /** What starts the far end of a {@link HostLine}. */
    static String line(String directory) {
        return "exec python3 -u -c " + quoted(script()) + " " + quoted(directory);
    }

    /** The command line. */
    static List<String> command(Plan.HostPlan host, String far, List<String> more) {
        if (host.local()) {
            return List.of("sh", "-c", far);
        }
        Map<String, String> connection = host.connection();
        List<String> command = new ArrayList<>(List.of("ssh"));
        command.addAll(OPTIONS);
        command.addAll(more);
        option(command, "-p", connection.get("port"));
        option(command, "-l", connection.get("user"));
        option(command, "-i", connection.get("key"));
        option(command, "-J", connection.get("jump"));
        command.addAll(List.of("--", host.address(), far));
        return command;
    }

    private static void option(List<String> command, String name, String value) {
        if (value != null && !value.isEmpty()) {
            command.add(name);
            command.add(value);
        }
    }

    /** A text as one word of a POSIX shell. */
    static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    private static String script() {
        try (InputStream in = SshSession.class.getResourceAsStream("host_line.py")) {
            if (in == null) {
                throw new IllegalStateException("host_line.py is not in the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read host_line.py", e);
        }
    }

    @Override
    public InputStream output() {
        return process.getInputStream();
    }

    @Override
    public OutputStream input() {
        return process.getOutputStream();
    }

    @Override
    public void close() {
        process.destroy();
    }
}
