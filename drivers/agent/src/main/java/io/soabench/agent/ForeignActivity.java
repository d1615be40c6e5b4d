package io.soabench.agent;

import io.soabench.plan.EnvironmentRecord.Neighbour;
import io.soabench.plan.EnvironmentRecord.Surroundings;
import io.soabench.plan.HostClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The activity of a Linux machine beside a run: processor time of programs that do not belong to the run, and time that a hypervisor takes
 * away (proc(5)). This program and its descendants belong to the run. The kernel's own threads are not counted, because they mostly work
 * for other programs. Safe for use by many threads.
 */
final class ForeignActivity {

    /** The largest number of programs that are named. */
    private static final int NAMED = 3;

    /** The least share of a processor for which a program is named. */
    private static final double WORTH_NAMING = 0.01;

    private static final double TICKS_PER_SECOND = 100;

    /** The parent of all threads of the kernel. */
    private static final long KERNEL = 2;

    private final Path proc;
    private final HostClock clock;
    private final long self;
    private Look last;

    /**
     * Creates the activity of a machine before the first reading.
     *
     * @param proc the folder {@code /proc}
     * @param self process number of the program to which all of the run belongs
     */
    ForeignActivity(Path proc, HostClock clock, long self) {
        this.proc = proc;
        this.clock = clock;
        this.self = self;
    }

    /**
     * A process at one reading.
     *
     * @param started together with the number its identity
     * @param own processor time of itself, ticks
     * @param ofChildren that of its descendants that have ended
     */
    private record Seen(long pid, String name, long parent, long started, long own, long ofChildren) {}

    /**
     * All values of one reading.
     *
     * @param busy processor time of all programs since the machine was started, ticks; -1 when it is unknown
     * @param idle processor time without a program, or with a wait for a disk, ticks; -1 when it is unknown
     */
    private record Look(
            long atNs, Instant wall, int cpus, long busy, long idle, long stolen, Map<Long, Seen> processes) {

        boolean ofTheRun(Seen process, long self) {
            Seen each = process;
            for (int depth = 0; each != null && depth <= processes.size(); depth++) {
                if (each.pid() == self) {
                    return true;
                }
                each = processes.get(each.parent());
            }
            return false;
        }

        long ticksOfTheRun(long self) {
            return processes.values().stream()
                    .filter(process -> ofTheRun(process, self))
                    .mapToLong(process -> process.own() + process.ofChildren())
                    .sum();
        }

        long ticksOfTheKernel() {
            return processes.values().stream()
                    .filter(Look::ofTheKernel)
                    .mapToLong(Seen::own)
                    .sum();
        }

        static boolean ofTheKernel(Seen process) {
            return process.pid() == KERNEL || process.parent() == KERNEL;
        }
    }

    /** Returns the events since the last call; {@code null} the first time, or when the machine does not report them. */
    synchronized Surroundings look() {
        Look before = last;
        Look now = see();
        last = now;
        if (before == null || before.busy() < 0 || now.busy() < 0 || now.atNs() <= before.atNs()) {
            return null;
        }
        double seconds = (now.atNs() - before.atNs()) / 1e9;
        double all = seconds * now.cpus() * TICKS_PER_SECOND;
        long foreign = (now.busy() - before.busy())
                - (now.ticksOfTheRun(self) - before.ticksOfTheRun(self))
                - (now.ticksOfTheKernel() - before.ticksOfTheKernel());
        long wallMs = Duration.between(before.wall(), now.wall()).toMillis();
        return new Surroundings(
                seconds,
                share(foreign, all),
                share(now.stolen() - before.stolen(), all),
                share(now.idle() - before.idle(), all),
                wallMs - (now.atNs() - before.atNs()) / 1_000_000,
                foreign(before, now, seconds));
    }

    private static double share(long ticks, double all) {
        return Math.min(1, Math.max(0, ticks / all));
    }

    private List<Neighbour> foreign(Look before, Look now, double seconds) {
        return now.processes().values().stream()
                .filter(process -> !now.ofTheRun(process, self) && !Look.ofTheKernel(process))
                .map(process -> new Neighbour(
                        process.name(), process.pid(), used(process, before) / TICKS_PER_SECOND / seconds))
                .filter(neighbour -> neighbour.cores() >= WORTH_NAMING)
                .sorted(Comparator.comparingDouble(Neighbour::cores).reversed().thenComparingLong(Neighbour::pid))
                .limit(NAMED)
                .toList();
    }

    private static long used(Seen process, Look before) {
        Seen earlier = before.processes().get(process.pid());
        return process.own() - (earlier != null && earlier.started() == process.started() ? earlier.own() : 0);
    }

    private Look see() {
        Map<Long, Seen> processes = new HashMap<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path folder : folders) {
                Seen process = seen(read(folder.resolve("stat")));
                if (process != null) {
                    processes.put(process.pid(), process);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            processes.clear();
        }
        long busy = -1;
        long idle = 0;
        long stolen = 0;
        int cpus = 0;
        for (String line : read(proc.resolve("stat")).split("\n", -1)) {
            String[] fields = line.strip().split("\\s+", -1);
            if (fields[0].equals("cpu") && fields.length > 8) {
                busy = Long.parseLong(fields[1]) + Long.parseLong(fields[2]) + Long.parseLong(fields[3]);
                idle = Long.parseLong(fields[4]) + Long.parseLong(fields[5]);
                stolen = Long.parseLong(fields[8]);
            } else if (fields[0].matches("cpu\\d+")) {
                cpus++;
            }
        }
        return new Look(clock.epochNanos(), clock.now(), Math.max(1, cpus), busy, idle, stolen, processes);
    }

    /** Returns the line of {@code /proc/PID/stat}; {@code null} when the process has ended. A name may have blanks and parentheses. */
    private static Seen seen(String stat) {
        int open = stat.indexOf('(');
        int close = stat.lastIndexOf(')');
        if (open < 0 || close < open) {
            return null;
        }
        // Field 3, the state, is the first behind the name.
        String[] fields = stat.substring(close + 1).strip().split(" ", -1);
        if (fields.length < 20) {
            return null;
        }
        return new Seen(
                Long.parseLong(stat.substring(0, open).strip()),
                stat.substring(open + 1, close),
                Long.parseLong(fields[1]),
                Long.parseLong(fields[19]),
                Long.parseLong(fields[11]) + Long.parseLong(fields[12]),
                Long.parseLong(fields[13]) + Long.parseLong(fields[14]));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }
}
