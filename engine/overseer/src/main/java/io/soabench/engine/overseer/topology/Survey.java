package io.soabench.engine.overseer.topology;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A reader of a {@link Topology} from the kernel's files. Processors belong together by the kernel's lists of siblings,
 * not by its numbers: {@code core_id} is unique only within a package, {@code physical_package_id} is -1 on some
 * machines.
 *
 * <p>Cost: some twenty small files a processor; about 10 ms for a dozen processors.
 *
 * <p>Source: the kernel's {@code Documentation/admin-guide/cputopology}, {@code Documentation/ABI/stable/sysfs-devices-node} and
 * {@code Documentation/ABI/testing/sysfs-devices-system-cpu}.
 */
public final class Survey {

    /**
     * The share of the quickest core's capacity below which a core is of another kind. Favoured cores of one kind
     * differ by less.
     */
    static final double SAME_KIND = 0.8;

    private static final Pattern PROCESSOR = Pattern.compile("cpu(\\d{1,5})");
    private static final Pattern NODE = Pattern.compile("node(\\d{1,5})");
    private static final Pattern INDEX = Pattern.compile("index(\\d{1,3})");
    private static final Pattern SIZE = Pattern.compile("(\\d{1,12})([KMG]?)");
    private static final Pattern MEMORY = Pattern.compile("(?:Node \\d+ )?(\\w+):\\s+(\\d{1,15}) kB");
    private static final int OWN_DISTANCE = 10;

    private final MachineFiles files;
    private final Path cpu;
    private final List<String> notes = new ArrayList<>();

    private Survey(MachineFiles files) {
        this.files = files;
        this.cpu = files.system().resolve("cpu");
    }

    /** Returns the topology of the machine on which this program runs. */
    public static Topology ofThisMachine() throws IOException {
        return of(MachineFiles.ofThisMachine());
    }

    /**
     * Returns the topology of a machine.
     *
     * @throws IOException with one sentence if the files name no processor
     */
    public static Topology of(MachineFiles files) throws IOException {
        return new Survey(files).read();
    }

    private Topology read() throws IOException {
        IdSet online = online();
        IdSet present = list(cpu.resolve("present")).orElse(online).or(online);
        List<IdSet> packageSets = partition(
                online,
                List.of("package_cpus_list", "core_siblings_list"),
                processor -> sameNumber(online, processor, "physical_package_id"));
        List<IdSet> dieSets = refine(packageSets, List.of("die_cpus_list"), (set, processor) -> set);
        List<IdSet> coreSets = refine(
                dieSets, List.of("core_cpus_list", "thread_siblings_list"), (set, processor) -> IdSet.of(processor));
        IdSet unknown = IdSet.of(online.stream()
                .filter(processor -> !Files.isDirectory(topology(processor)))
                .boxed()
                .toList());
        if (!unknown.isEmpty()) {
            notes.add("the kernel tells no topology of processors " + unknown + ": each counts as a core");
        }
        List<NumaNode> nodes = nodes(online);
        List<CpuPackage> packages = new ArrayList<>();
        for (IdSet set : packageSets) {
            packages.add(new CpuPackage(packages.size(), number(set, "physical_package_id"), set));
        }
        List<Die> dies = new ArrayList<>();
        for (IdSet set : dieSets) {
            dies.add(new Die(dies.size(), number(set, "die_id"), holder(packageSets, set), set));
        }
        IdSet allNodes = IdSet.of(nodes.stream().map(NumaNode::id).toList());
        return new Topology(
                online,
                present.minus(online),
                packages,
                dies,
                cores(coreSets, packageSets, dieSets, nodes),
                caches(online),
                nodes,
                new AllowanceReader(files, online, allNodes).read(),
                notes);
    }

    private IdSet online() throws IOException {
        Optional<IdSet> listed = list(cpu.resolve("online")).filter(set -> !set.isEmpty());
        if (listed.isPresent()) {
            return listed.get();
        }
        IdSet folders = IdSet.of(numbered(cpu, PROCESSOR));
        if (folders.isEmpty()) {
            throw new IOException("no processor is told of in " + cpu
                    + ": name a /sys of Linux, or a copy of it or of its devices/system");
        }
        notes.add("the kernel does not tell which processors are online: those with a folder in " + cpu + " count");
        return folders;
    }

    private Path topology(int processor) {
        return cpu.resolve("cpu" + processor).resolve("topology");
    }

    /** Returns the numbers of the entries of a folder whose names match; none if there is no such folder. */
    private static List<Integer> numbered(Path folder, Pattern name) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(entry -> name.matcher(entry.getFileName().toString()))
                    .filter(Matcher::matches)
                    .map(matcher -> Integer.valueOf(matcher.group(1)))
                    .filter(number -> number <= IdSet.LARGEST)
                    .sorted()
                    .toList();
        }
    }

    private Optional<IdSet> list(Path file) {
        Optional<String> text = MachineFiles.text(file);
        try {
            return text.map(IdSet::parse);
        } catch (IllegalArgumentException e) {
            notes.add(file + " was left out: " + e.getMessage());
            return Optional.empty();
        }
    }

    private static OptionalInt number(Path file) {
        try {
            return MachineFiles.text(file)
                    .map(text -> OptionalInt.of(Integer.parseInt(text)))
                    .orElse(OptionalInt.empty());
        } catch (NumberFormatException e) {
            return OptionalInt.empty();
        }
    }

    private int number(IdSet processors, String name) {
        return number(topology(processors.first()).resolve(name)).orElse(-1);
    }

    private IdSet sameNumber(IdSet online, int processor, String name) {
        OptionalInt own = number(topology(processor).resolve(name));
        return IdSet.of(online.stream()
                .filter(other -> number(topology(other).resolve(name)).equals(own))
                .boxed()
                .toList());
    }

    /**
     * Returns sets of processors that cover all and do not overlap, even if the files contradict that, in the order of
     * first processors.
     */
    private List<IdSet> partition(IdSet all, List<String> names, IntFunction<IdSet> otherwise) {
        List<IdSet> sets = new ArrayList<>();
        IdSet rest = all;
        while (!rest.isEmpty()) {
            int processor = rest.first();
            IdSet found = null;
            for (String name : names) {
                if (found == null) {
                    found = list(topology(processor).resolve(name))
                            .filter(set -> set.contains(processor))
                            .orElse(null);
                }
            }
            IdSet set = (found == null ? otherwise.apply(processor) : found).and(rest);
            sets.add(set);
            rest = rest.minus(set);
        }
        return sets;
    }

    private interface Otherwise {
        IdSet set(IdSet within, int processor);
    }

    private List<IdSet> refine(List<IdSet> sets, List<String> names, Otherwise otherwise) {
        return sets.stream()
                .flatMap(within -> partition(within, names, processor -> otherwise.set(within, processor)).stream())
                .sorted(Comparator.comparing(IdSet::first))
                .toList();
    }

    private static int holder(List<IdSet> sets, IdSet part) {
        for (int i = 0; i < sets.size(); i++) {
            if (sets.get(i).containsAll(part)) {
                return i;
            }
        }
        throw new IllegalStateException(part + " is in none of " + sets);
    }

    private List<Core> cores(List<IdSet> coreSets, List<IdSet> packageSets, List<IdSet> dieSets, List<NumaNode> nodes) {
        IdSet quick = list(files.sys().resolve("devices/cpu_core/cpus")).orElse(IdSet.none());
        IdSet small = list(files.sys().resolve("devices/cpu_atom/cpus")).orElse(IdSet.none());
        IdSet smallest = list(files.sys().resolve("devices/cpu_lowpower/cpus")).orElse(IdSet.none());
        Map<IdSet, OptionalInt> capacities = new HashMap<>();
        for (IdSet set : coreSets) {
            capacities.put(set, number(cpu.resolve("cpu" + set.first()).resolve("cpu_capacity")));
        }
        int greatest = capacities.values().stream()
                .mapToInt(capacity -> capacity.orElse(0))
                .max()
                .orElse(0);
        boolean several = capacities.values().stream()
                .anyMatch(capacity -> capacity.isPresent() && capacity.getAsInt() < SAME_KIND * greatest);
        List<Core> cores = new ArrayList<>();
        for (IdSet set : coreSets) {
            OptionalInt capacity = capacities.get(set);
            CoreKind kind = CoreKind.UNIFORM;
            if (smallest.intersects(set)) {
                kind = CoreKind.LOW_POWER;
            } else if (small.intersects(set)) {
                kind = CoreKind.EFFICIENCY;
            } else if (quick.intersects(set)) {
                kind = CoreKind.PERFORMANCE;
            } else if (several && capacity.isPresent()) {
                kind = capacity.getAsInt() < SAME_KIND * greatest ? CoreKind.EFFICIENCY : CoreKind.PERFORMANCE;
            }
            int node = nodes.stream()
                    .filter(n -> n.processors().intersects(set))
                    .mapToInt(NumaNode::id)
                    .findFirst()
                    .orElse(nodes.get(0).id());
            cores.add(new Core(
                    cores.size(),
                    number(set, "core_id"),
                    holder(packageSets, set),
                    holder(dieSets, set),
                    node,
                    kind,
                    capacity,
                    set));
        }
        // A machine with cores of one kind only is not hybrid, even if the kernel gives the kind a name.
        return cores.stream().map(Core::kind).distinct().count() > 1
                ? List.copyOf(cores)
                : cores.stream().map(Survey::uniform).toList();
    }

    private static Core uniform(Core core) {
        return new Core(
                core.id(),
                core.kernelId(),
                core.cpuPackage(),
                core.die(),
                core.node(),
                CoreKind.UNIFORM,
                core.capacity(),
                core.processors());
    }

    /** The key by which two entries of processors are the same cache. */
    private record Seen(int level, CacheType type, IdSet processors) {}

    private List<Cache> caches(IdSet online) throws IOException {
        Map<Seen, Path> seen = new HashMap<>();
        for (int processor : online) {
            Path folder = cpu.resolve("cpu" + processor).resolve("cache");
            for (int index : numbered(folder, INDEX)) {
                Path cache = folder.resolve("index" + index);
                OptionalInt level = number(cache.resolve("level"));
                Optional<CacheType> type =
                        MachineFiles.text(cache.resolve("type")).flatMap(Survey::type);
                if (level.isPresent() && type.isPresent()) {
                    IdSet sharers = list(cache.resolve("shared_cpu_list"))
                            .map(online::and)
                            .filter(set -> set.contains(processor))
                            .orElseGet(() -> IdSet.of(processor));
                    seen.putIfAbsent(new Seen(level.getAsInt(), type.get(), sharers), cache);
                }
            }
        }
        if (seen.isEmpty()) {
            notes.add("the kernel tells of no caches: cores count as sharing none");
        }
        List<Seen> sorted = new ArrayList<>(seen.keySet());
        sorted.sort(
                Comparator.comparingInt(Seen::level).thenComparing(Seen::type).thenComparingInt(one -> one.processors()
                        .first()));
        List<Cache> caches = new ArrayList<>();
        Map<String, Integer> counts = new HashMap<>();
        for (Seen one : sorted) {
            Path folder = seen.get(one);
            int id = counts.merge(one.level() + one.type().suffix(), 1, Integer::sum) - 1;
            caches.add(new Cache(
                    id,
                    one.level(),
                    one.type(),
                    MachineFiles.text(folder.resolve("size")).map(Survey::bytes).orElse(OptionalLong.empty()),
                    number(folder.resolve("coherency_line_size")),
                    one.processors()));
        }
        return caches;
    }

    private static Optional<CacheType> type(String text) {
        for (CacheType type : CacheType.values()) {
            if (type.text().equals(text.toLowerCase(Locale.ROOT))) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }

    private static OptionalLong bytes(String size) {
        Matcher matcher = SIZE.matcher(size);
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        int shift =
                switch (matcher.group(2)) {
                    case "K" -> 10;
                    case "M" -> 20;
                    case "G" -> 30;
                    default -> 0;
                };
        return OptionalLong.of(Long.parseLong(matcher.group(1)) << shift);
    }

    private List<NumaNode> nodes(IdSet online) throws IOException {
        Path folder = files.system().resolve("node");
        List<Integer> folders = numbered(folder, NODE);
        List<Integer> ids = list(folder.resolve("online"))
                .map(IdSet::toList)
                .filter(list -> !list.isEmpty())
                .orElse(folders);
        if (ids.isEmpty()) {
            notes.add("the kernel tells of no NUMA nodes: all memory counts as equally near");
            Map<String, Long> memory = files.proc()
                    .flatMap(proc -> MachineFiles.text(proc.resolve("meminfo")))
                    .map(Survey::memory)
                    .orElse(Map.of());
            return List.of(new NumaNode(
                    0,
                    online,
                    bytes(memory, "MemTotal"),
                    bytes(memory, "MemFree"),
                    new TreeMap<>(Map.of(0, OWN_DISTANCE))));
        }
        List<NumaNode> nodes = new ArrayList<>();
        IdSet rest = online;
        for (int id : ids) {
            Path node = folder.resolve("node" + id);
            IdSet processors =
                    list(node.resolve("cpulist")).orElse(IdSet.none()).and(rest);
            rest = rest.minus(processors);
            Map<String, Long> memory = MachineFiles.text(node.resolve("meminfo"))
                    .map(Survey::memory)
                    .orElse(Map.of());
            nodes.add(new NumaNode(
                    id, processors, bytes(memory, "MemTotal"), bytes(memory, "MemFree"), distances(node, ids)));
        }
        if (!rest.isEmpty()) {
            notes.add("processors " + rest + " belong to no NUMA node: they count as near to node " + ids.get(0));
        }
        return List.copyOf(nodes);
    }

    /** Returns one number for each node that is online, in the order of their numbers. */
    private SortedMap<Integer, Integer> distances(Path node, List<Integer> ids) {
        SortedMap<Integer, Integer> distances = new TreeMap<>();
        String text = MachineFiles.text(node.resolve("distance")).orElse("");
        List<String> words = List.of(text.isEmpty() ? new String[0] : text.split("\\s+", -1));
        if (words.size() != ids.size() || !words.stream().allMatch(word -> word.matches("\\d{1,6}"))) {
            notes.add(node + " has no distances to nodes " + ids);
            return distances;
        }
        for (int i = 0; i < ids.size(); i++) {
            distances.put(ids.get(i), Integer.valueOf(words.get(i)));
        }
        return distances;
    }

    private static Map<String, Long> memory(String meminfo) {
        Map<String, Long> bytes = new HashMap<>();
        meminfo.lines()
                .map(MEMORY::matcher)
                .filter(Matcher::find)
                .forEach(line -> bytes.put(line.group(1), Long.parseLong(line.group(2)) << 10));
        return bytes;
    }

    private static OptionalLong bytes(Map<String, Long> memory, String name) {
        Long bytes = memory.get(name);
        return bytes == null ? OptionalLong.empty() : OptionalLong.of(bytes);
    }
}
