package io.soabench.engine.overseer.topology;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A reader of the part of a machine that this process may use, from its status and its control groups of both versions.
 *
 * <p>Source: proc(5) ({@code status}, {@code mountinfo}), cgroups(7), cpuset(7), the kernel's {@code
 * Documentation/admin-guide/cgroup-v2} ({@code cpu.max}, {@code cpuset.cpus.effective}) and {@code
 * Documentation/scheduler/sched-bwc}.
 */
final class AllowanceReader {

    private final MachineFiles files;
    private final IdSet online;
    private final IdSet nodes;
    private final List<String> limits = new ArrayList<>();

    AllowanceReader(MachineFiles files, IdSet online, IdSet nodes) {
        this.files = files;
        this.online = online;
        this.nodes = nodes;
    }

    /** A hierarchy of control groups: its place, and the process's group in it. */
    private record Hierarchy(Path mount, String path, boolean unified) {

        /** Returns the group's folder and those above it, up to the hierarchy's root. */
        private List<Path> folders() {
            List<Path> folders = new ArrayList<>();
            Path folder = mount.resolve(path.substring(1)).normalize();
            while (folder != null && folder.startsWith(mount)) {
                folders.add(folder);
                folder = folder.getParent();
            }
            return folders;
        }
    }

    Allowance read() {
        Optional<Path> self = files.proc().map(proc -> proc.resolve("self"));
        if (self.isEmpty()) {
            return new Allowance(online, nodes, OptionalDouble.empty(), limits);
        }
        IdSet cpuset = cpuset(self.get());
        String status = MachineFiles.text(self.get().resolve("status")).orElse("");
        IdSet processors = list(status, "Cpus_allowed_list:").map(online::and).orElse(cpuset);
        if (!processors.containsAll(cpuset)) {
            limits.add("the affinity mask of this process allows processors " + processors + " of " + cpuset);
        }
        IdSet memory = list(status, "Mems_allowed_list:").map(nodes::and).orElse(nodes);
        if (!memory.containsAll(nodes)) {
            limits.add("this process may take memory of nodes " + memory + " of " + nodes);
        }
        return new Allowance(processors, memory, quota(self.get()), limits);
    }

    private static Optional<IdSet> list(String status, String key) {
        return status.lines()
                .filter(line -> line.startsWith(key))
                .findFirst()
                .flatMap(line -> ids(line.substring(key.length())));
    }

    private static Optional<IdSet> ids(String text) {
        try {
            return Optional.of(IdSet.parse(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private IdSet cpuset(Path self) {
        for (Hierarchy hierarchy : hierarchies(self, "cpuset")) {
            List<String> names = hierarchy.unified()
                    ? List.of("cpuset.cpus.effective")
                    : List.of("cpuset.effective_cpus", "cpuset.cpus");
            for (Path folder : hierarchy.folders()) {
                for (String name : names) {
                    Optional<IdSet> found = MachineFiles.text(folder.resolve(name))
                            .flatMap(AllowanceReader::ids)
                            .map(online::and)
                            .filter(set -> !set.isEmpty());
                    if (found.isPresent()) {
                        if (!found.get().containsAll(online)) {
                            limits.add("the cpuset of control group " + hierarchy.path() + " allows processors "
                                    + found.get() + " of " + online);
                        }
                        return found.get();
                    }
                }
            }
        }
        return online;
    }

    private OptionalDouble quota(Path self) {
        OptionalDouble least = OptionalDouble.empty();
        for (Hierarchy hierarchy : hierarchies(self, "cpu")) {
            for (Path folder : hierarchy.folders()) {
                OptionalDouble quota = hierarchy.unified() ? quotaOfTwo(folder) : quotaOfOne(folder);
                if (quota.isPresent()) {
                    limits.add(String.format(
                            Locale.ROOT,
                            "the quota of control group /%s is %.2f processors",
                            hierarchy.mount().relativize(folder),
                            quota.getAsDouble()));
                    if (least.isEmpty() || quota.getAsDouble() < least.getAsDouble()) {
                        least = quota;
                    }
                }
            }
        }
        return least;
    }

    private static OptionalDouble quotaOfTwo(Path folder) {
        String[] words =
                MachineFiles.text(folder.resolve("cpu.max")).orElse("max").split(" ", 2);
        return words.length < 2 ? OptionalDouble.empty() : ratio(words[0], words[1]);
    }

    private static OptionalDouble quotaOfOne(Path folder) {
        return ratio(
                MachineFiles.text(folder.resolve("cpu.cfs_quota_us")).orElse(""),
                MachineFiles.text(folder.resolve("cpu.cfs_period_us")).orElse(""));
    }

    /**
     * Returns the ratio of quota and period. It is absent unless both are positive, as no quota is {@code max} or -1.
     */
    private static OptionalDouble ratio(String quota, String period) {
        try {
            double microseconds = Long.parseLong(quota.strip());
            double of = Long.parseLong(period.strip());
            return microseconds > 0 && of > 0 ? OptionalDouble.of(microseconds / of) : OptionalDouble.empty();
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }

    /** Returns the hierarchy of version 1 with the controller, then that of version 2. Either may be missing. */
    private List<Hierarchy> hierarchies(Path self, String controller) {
        String groups = MachineFiles.text(self.resolve("cgroup")).orElse("");
        String mounts = MachineFiles.text(self.resolve("mountinfo")).orElse("");
        List<Hierarchy> found = new ArrayList<>();
        for (String line : groups.lines().toList()) {
            String[] parts = line.split(":", 3);
            if (parts.length < 3 || !parts[2].startsWith("/")) {
                continue;
            }
            boolean unified = parts[1].isEmpty();
            if (unified || List.of(parts[1].split(",", -1)).contains(controller)) {
                mount(mounts, unified ? "cgroup2" : "cgroup", unified ? "" : controller, parts[2])
                        .ifPresent(found::add);
            }
        }
        return found;
    }

    /**
     * Reads the mount of a hierarchy. Lines are
     * {@code id parent device root mount-point options [optional…] - type source options}, see proc(5).
     */
    private Optional<Hierarchy> mount(String mounts, String type, String controller, String path) {
        for (String line : mounts.lines().toList()) {
            String[] halves = line.split(" - ", 2);
            String[] left = halves[0].split(" ", -1);
            String[] right = halves.length < 2 ? new String[0] : halves[1].split(" ", -1);
            if (left.length < 5 || right.length < 3 || !right[0].equals(type)) {
                continue;
            }
            if (controller.isEmpty() || List.of(right[2].split(",", -1)).contains(controller)) {
                return files.located(left[4])
                        .map(mount -> new Hierarchy(mount.normalize(), inside(path, left[3]), type.equals("cgroup2")));
            }
        }
        return Optional.empty();
    }

    /** Returns the group's path below a mount that shows only a part of the hierarchy, as in containers. */
    private static String inside(String path, String root) {
        if (!root.equals("/") && (path + "/").startsWith(root + "/")) {
            String rest = path.substring(root.length());
            return rest.isEmpty() ? "/" : rest;
        }
        return path;
    }
}
