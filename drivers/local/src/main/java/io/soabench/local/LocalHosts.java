package io.soabench.local;

import io.soabench.agent.ChildProcess;
import io.soabench.agent.Machine;
import io.soabench.agent.Ports;
import io.soabench.agent.ProgramSearch;
import io.soabench.driver.run.Hosts;
import io.soabench.plan.EnvironmentRecord.HostRecord;
import io.soabench.plan.HostPlan;
import io.soabench.plan.Plan;
import io.soabench.plugin.HostProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The hosts of a plan that are all this machine. */
final class LocalHosts implements Hosts {

    private static final long JAVA_SECONDS = 20;

    private final Plan plan;
    private final Machine machine;
    private final Map<String, String> javaVersions = new TreeMap<>();

    LocalHosts(Plan plan, Machine machine) {
        this.plan = plan;
        this.machine = machine;
    }

    /** Returns the {@code java} command of a host. */
    static String java(HostPlan host) {
        String home = host.java() == null || host.java().isEmpty() ? System.getProperty("java.home") : host.java();
        return Path.of(home, "bin", "java").toString();
    }

    @Override
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        if (!Files.isReadable(Path.of("/proc/self/stat"))) {
            problems.add("the local driver needs Linux with /proc, but this machine runs "
                    + System.getProperty("os.name") + "; run it on Linux or use another driver");
        } else if (!Files.isExecutable(Path.of("/bin/sh"))) {
            problems.add("/bin/sh is missing; install a POSIX shell");
        }
        return problems;
    }

    @Override
    public List<String> problems(HostPlan host) {
        List<String> problems = new ArrayList<>();
        if (!host.local()) {
            problems.add("host " + host.name() + " (" + host.address()
                    + ") is not this machine; use a driver that reaches it, or make it local");
            return problems;
        }
        String java = java(host);
        if (!javaVersions.containsKey(java)) {
            javaVersions.put(java, version(host.name(), java, problems));
        }
        return problems;
    }

    private static String version(String host, String java, List<String> problems) {
        if (!Files.isExecutable(Path.of(java))) {
            problems.add("host " + host + " has no Java at " + java + "; correct its \"java\"");
            return "";
        }
        try {
            ProcessBuilder asking = new ProcessBuilder(java, "-version").redirectErrorStream(true);
            ChildProcess.withoutOthersOptions(asking);
            Process process = asking.start();
            process.getOutputStream().close();
            // The wait comes first, since reading would last as long as the program.
            if (!process.waitFor(JAVA_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                problems.add("\"" + java + " -version\" of host " + host + " does not end within " + JAVA_SECONDS
                        + " s; correct its \"java\"");
                return "";
            }
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.exitValue() != 0) {
                problems.add("\"" + java + " -version\" of host " + host + " fails: "
                        + text.strip().lines().findFirst().orElse("no output") + "; correct its \"java\"");
            }
            return text.strip().lines().collect(Collectors.joining("; "));
        } catch (IOException e) {
            problems.add("\"" + java + "\" of host " + host + " cannot be run: " + e.getMessage());
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            problems.add("the check of " + java + " was interrupted");
            return "";
        }
    }

    @Override
    public Optional<String> taken(HostPlan host, int port) {
        if (Ports.free(host.address(), port)) {
            return Optional.empty();
        }
        return Optional.of(Ports.owner(port)
                        .map(owner -> "in use by " + owner)
                        .orElseGet(() -> "in use or its address " + host.address() + " is not of this machine")
                + "; end that program or choose another port");
    }

    @Override
    public boolean lacks(HostPlan host, HostProgram program) {
        return host.local() && !ProgramSearch.here().finds(program);
    }

    @Override
    public long memoryBytes() {
        return machine.memoryBytes();
    }

    @Override
    public long openFiles() {
        return machine.openFiles();
    }

    @Override
    public List<HostRecord> records() {
        return plan.hosts().stream()
                .filter(HostPlan::local)
                .map(host -> machine.record(host, javaVersions.getOrDefault(java(host), "")))
                .toList();
    }
}
