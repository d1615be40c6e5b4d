package io.soabench.agent;

import io.soabench.agent.protocol.Processors;
import io.soabench.plan.EnvironmentRecord.Fingerprint;
import io.soabench.plan.EnvironmentRecord.HostRecord;
import io.soabench.plan.EnvironmentRecord.ProcessorRecord;
import io.soabench.plan.EnvironmentRecord.SystemRecord;
import io.soabench.plan.HostClock;
import io.soabench.plan.HostPlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The description of a Linux machine from {@code /proc} and {@code /sys}. An unknown value is an empty text or -1, never a guess. Safe for use
 * by many threads.
 */
public final class Machine {

    /** The unit of processor times in {@code /proc/stat}: USER_HZ, 100 on all Linux platforms that run Java. */
    private static final long MS_PER_TICK = 10;

    private final Path root;
    private final HostClock clock;
    private final ForeignActivity foreign;

    /** Creates a description from the files below a folder; {@code /} describes this machine. */
    public Machine(Path root, HostClock clock) {
        this.root = root;
        this.clock = clock;
        foreign = new ForeignActivity(
                root.resolve("proc"), clock, ProcessHandle.current().pid());
    }

    /** Returns the processors of the machine. */
    public Processors processors() {
        return new Processors(cores(), packages(), nodes(), openFiles());
    }

    /**
     * Returns the processors that programs started by this one may use. Processors of a physical core stand together, in the order of their
     * numbers; none when the machine does not report them.
     */
    public List<List<Integer>> usable() {
        List<Integer> online = numbers(text("sys/devices/system/cpu/online").strip());
        Map<Integer, List<Integer>> cores = new TreeMap<>();
        // The list of allowed processors may contain processors that the machine does not have now.
        for (int cpu : numbers(first(text("proc/self/status"), "(?m)^Cpus_allowed_list:\\s*(\\S+)$"))) {
            if (online.contains(cpu)) {
                List<Integer> core = numbers(text("sys/devices/system/cpu/cpu" + cpu + "/topology/thread_siblings_list")
                        .strip());
                cores.computeIfAbsent(core.isEmpty() ? cpu : core.get(0), first -> new ArrayList<>())
                        .add(cpu);
            }
        }
        return cores.values().stream().map(List::copyOf).toList();
    }

    /**
     * Returns the whole machine.
     *
     * @param java version of the Java that servers run on
     */
    public HostRecord record(HostPlan host, String java) {
        String cpuinfo = text("proc/cpuinfo");
        return new HostRecord(
                host.name(),
                host.address(),
                new ProcessorRecord(
                        first(cpuinfo, "(?m)^(?:model name|Model|cpu model)\\s*:\\s*(.+)$"),
                        cpus(),
                        cores(),
                        packages(),
                        nodes(),
                        governor(),
                        cpuinfo.contains(" hypervisor")),
                new SystemRecord(
                        first(text("etc/os-release"), "(?m)^PRETTY_NAME=\"?([^\"\\n]*)"),
                        text("proc/sys/kernel/osrelease").strip(),
                        System.getProperty("os.arch", "")),
                java,
                memory("MemTotal"),
                openFiles(),
                0,
                fingerprint());
    }

    /** Returns the properties of the machine that may change while a suite runs, and its other work since the last call. */
    public Fingerprint fingerprint() {
        long swap = memory("SwapTotal");
        long swapFree = memory("SwapFree");
        return new Fingerprint(
                clock.epochNanos(),
                text("proc/sys/kernel/random/boot_id").strip(),
                text("proc/sys/kernel/osrelease").strip(),
                text("sys/devices/system/cpu/online").strip(),
                governor(),
                number(first(text("proc/loadavg"), "^(\\S+)")),
                memory("MemAvailable"),
                swap < 0 || swapFree < 0 ? -1 : swap - swapFree,
                stolenMs(),
                foreign.look());
    }

    /** Returns the memory of the machine, or -1. */
    public long memoryBytes() {
        return memory("MemTotal");
    }

    /** Returns the limit of open files that child processes inherit, or -1. */
    public long openFiles() {
        String limit = first(text("proc/self/limits"), "(?m)^Max open files\\s+(\\d+|unlimited)");
        return limit.isEmpty() ? -1 : limit.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(limit);
    }

    private int cpus() {
        return range(text("sys/devices/system/cpu/online").strip());
    }

    private int cores() {
        Set<String> cores = new HashSet<>();
        for (Path cpu : list("sys/devices/system/cpu", "cpu[0-9]*")) {
            String core = read(cpu.resolve("topology/core_id")).strip();
            if (!core.isEmpty()) {
                // A core's number is unique within its package only.
                cores.add(read(cpu.resolve("topology/physical_package_id")).strip() + "/" + core);
            }
        }
        return cores.isEmpty() ? -1 : cores.size();
    }

    private int packages() {
        Set<String> packages = new HashSet<>();
        for (Path cpu : list("sys/devices/system/cpu", "cpu[0-9]*")) {
            String id = read(cpu.resolve("topology/physical_package_id")).strip();
            if (!id.isEmpty()) {
                packages.add(id);
            }
        }
        return packages.isEmpty() ? -1 : packages.size();
    }

    private int nodes() {
        int nodes = list("sys/devices/system/node", "node[0-9]*").size();
        return nodes == 0 ? -1 : nodes;
    }

    private String governor() {
        return text("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor").strip();
    }

    private long memory(String field) {
        String kib = first(text("proc/meminfo"), "(?m)^" + field + ":\\s*(\\d+) kB");
        return kib.isEmpty() ? -1 : Long.parseLong(kib) << 10;
    }

    private long stolenMs() {
        String ticks = first(text("proc/stat"), "^cpu (?:\\s*\\d+){7}\\s+(\\d+)");
        return ticks.isEmpty() ? -1 : Long.parseLong(ticks) * MS_PER_TICK;
    }

    /** Returns how many numbers a list like {@code 0-3,8} names, or -1. */
    static int range(String list) {
        int count = numbers(list).size();
        return count == 0 ? -1 : count;
    }

    /** Returns the numbers of such a list; none when it is none. */
    private static List<Integer> numbers(String list) {
        if (!list.matches("\\d+(-\\d+)?(,\\d+(-\\d+)?)*")) {
            return List.of();
        }
        List<Integer> numbers = new ArrayList<>();
        for (String part : List.of(list.split(",", -1))) {
            List<String> ends = List.of(part.split("-", 2));
            int last = Integer.parseInt(ends.get(ends.size() - 1));
            for (int number = Integer.parseInt(ends.get(0)); number <= last; number++) {
                numbers.add(number);
            }
        }
        return numbers;
    }

    private static double number(String text) {
        return text.isEmpty() ? -1 : Double.parseDouble(text);
    }

    private static String first(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        return matcher.find() ? matcher.group(1).strip() : "";
    }

    private List<Path> list(String folder, String glob) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(root.resolve(folder), glob)) {
            entries.forEach(found::add);
        } catch (IOException | DirectoryIteratorException e) {
            return List.of();
        }
        return found;
    }

    private String text(String path) {
        return read(root.resolve(path));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }
}
