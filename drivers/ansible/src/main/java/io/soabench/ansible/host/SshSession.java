package io.soabench.ansible.host;

import io.soabench.plan.HostPlan;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A session as a child process: {@code ssh}, or {@code sh} for a host that is this machine. */
final class SshSession implements Session {

    /** A connection of its own, which reports within 15 s that it is broken. */
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

    /** The line that announces a file. */
    static final String FILE_BEGINS = "soabench-file-begins";

    private static final long ENDS_MS = 2_000;
    private static final int LONGEST = 300;

    private final Process process;
    private final Thread complaints;
    private volatile String complaint = "";

    private SshSession(Process process) {
        this.process = process;
        this.complaints = new Thread(this::listen, "ssh-complaints");
        complaints.setDaemon(true);
        complaints.start();
    }

    /** Reads the error lines; the last one has the reason, warnings come first. */
    private void listen() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank()) {
                    complaint = line.strip()
                            .substring(0, Math.min(LONGEST, line.strip().length()));
                }
            }
        } catch (IOException e) {
            complaint = complaint.isEmpty() ? e.getMessage() : complaint;
        }
    }

    /**
     * Runs a program on a host.
     *
     * @param far for a POSIX shell there
     */
    static Session open(HostPlan host, String far, List<String> more) throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "trap '' HUP INT; exec \"$@\"", "sh"));
        command.addAll(command(host, far, more));
        return new SshSession(new ProcessBuilder(command).start());
    }

    /** Returns the command that connects to the agent in a testbed's directory on a host. */
    static String toAgent(String directory) {
        return inSh("exec python3 " + quoted(directory + "/bin/ask.py") + " " + quoted(directory));
    }

    /** Returns the command that prints a line that announces a file of a host, and then the file. Login scripts may print lines before. */
    static String file(String path) {
        return inSh("echo " + FILE_BEGINS + "; exec cat " + quoted(path));
    }

    /** Returns a command that suits each login shell, csh and fish too: only sh parses it. */
    private static String inSh(String command) {
        return "exec /bin/sh -c " + quoted(command);
    }

    /** Returns the command line. */
    static List<String> command(HostPlan host, String far, List<String> more) {
        if (host.local()) {
            return List.of("sh", "-c", far);
        }
        Map<String, String> connection = host.connection();
        List<String> command = new ArrayList<>(List.of("ssh"));
        // When an option is given twice, ssh takes the first value (ssh_config(5)).
        command.addAll(more);
        command.addAll(OPTIONS);
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

    /** Returns a text as one word of a POSIX shell. */
    static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
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
    public String complaint() {
        try {
            complaints.join(ENDS_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return complaint;
    }

    @Override
    public int exit() {
        try {
            return process.waitFor(ENDS_MS, TimeUnit.MILLISECONDS) ? process.exitValue() : -1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return -1;
        }
    }

    @Override
    public void close() {
        process.destroy();
    }
}
