package io.soabench.engine.overseer.topology;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A writer of the kernel's files about a machine: a root folder with {@code sys} and {@code proc}. The shape is given
 * by processors with their coordinates; lists, masks and numbers follow from it, as on a real machine.
 */
public final class SysTree {

    /** A processor by its coordinates: {@code core} is unique within its die of its package only. */
    public record Cpu(int id, int cpuPackage, int die, int core, int node) {}

    private record CacheShape(int level, String type, String size, Function<Cpu, Object> sharing) {}

    private final Path root;
    private final List<Cpu> cpus = new ArrayList<>();
    private final List<CacheShape> caches = new ArrayList<>();
    private final SortedMap<Integer, Long> nodeKb = new TreeMap<>();
    private final Map<Integer, Integer> capacities = new TreeMap<>();
    private final Map<String, String> more = new LinkedHashMap<>();
    private IdSet offline = IdSet.none();
    private boolean old;

    private SysTree(Path root) {
        this.root = root;
    }

    /**
     * Returns a root folder in memory, for trees of thousands of small files: a zip file system that is never written.
     */
    public static Path memory() {
        try {
            Path zip = Files.createTempFile("machine", ".zip");
            Files.delete(zip);
            FileSystem files = FileSystems.newFileSystem(zip, Map.of("create", "true"));
            Files.delete(zip);
            return files.getPath("/");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a machine without processors. */
    public static SysTree in(Path root) {
        return new SysTree(root);
    }

    /**
     * Returns equal packages, each a node of 32 GiB with one die and one L3. Processors are numbered as PCs do: first
     * threads of all cores, then second ones.
     */
    public static SysTree regular(Path root, int packages, int cores, int threads) {
        SysTree tree = in(root);
        for (int thread = 0; thread < threads; thread++) {
            for (int p = 0; p < packages; p++) {
                for (int core = 0; core < cores; core++) {
                    tree.cpu(thread * packages * cores + p * cores + core, p, 0, core, p);
                }
            }
        }
        for (int p = 0; p < packages; p++) {
            tree.node(p, 32L << 20);
        }
        return tree.coreCaches().cache(3, "Unified", "18432K", Cpu::cpuPackage);
    }

    /** Adds a processor. */
    public SysTree cpu(int id, int cpuPackage, int die, int core, int node) {
        cpus.add(new Cpu(id, cpuPackage, die, core, node));
        return this;
    }

    /** Adds a node with its memory in KiB. */
    public SysTree node(int id, long kb) {
        nodeKb.put(id, kb);
        return this;
    }

    /** Adds L1 for data and instructions and L2 of each core. */
    public SysTree coreCaches() {
        cache(1, "Data", "32K", SysTree::core);
        cache(1, "Instruction", "32K", SysTree::core);
        return cache(2, "Unified", "256K", SysTree::core);
    }

    /** Adds caches that are shared by processors with the same key; those with the key null have none. */
    public SysTree cache(int level, String type, String size, Function<Cpu, Object> sharing) {
        caches.add(new CacheShape(level, type, size, sharing));
        return this;
    }

    /** Returns the key that all hardware threads of a core have in common. */
    public static List<Integer> core(Cpu cpu) {
        return List.of(cpu.cpuPackage(), cpu.die(), cpu.core());
    }

    /** Switches processors off. */
    public SysTree offline(IdSet processors) {
        offline = processors;
        return this;
    }

    /** Sets the speed of a processor in relation to the quickest. */
    public SysTree capacity(int processor, int capacity) {
        capacities.put(processor, capacity);
        return this;
    }

    /** Names of a kernel before 5.2, which knows no dies. */
    public SysTree old() {
        old = true;
        return this;
    }

    /** Writes any other file, by its path from the root. */
    public SysTree file(String path, String content) {
        more.put(path, content);
        return this;
    }

    /** Returns the folder with {@code sys} and {@code proc}. */
    public Path root() {
        return root;
    }

    /** Writes it. */
    public MachineFiles write() {
        List<Cpu> on = cpus.stream().filter(cpu -> !offline.contains(cpu.id())).toList();
        IdSet all = IdSet.of(cpus.stream().map(Cpu::id).toList());
        String folder = "sys/devices/system/cpu/";
        put(folder + "kernel_max", "8191");
        put(folder + "possible", all.toString());
        put(folder + "present", all.toString());
        put(folder + "online", all.minus(offline).toString());
        put(folder + "offline", offline.toString());
        for (Cpu cpu : cpus) {
            make(root.resolve(folder + "cpu" + cpu.id()));
        }
        for (Cpu cpu : on) {
            processor(folder + "cpu" + cpu.id() + "/", cpu, on);
        }
        String nodes = "sys/devices/system/node/";
        if (!nodeKb.isEmpty()) {
            IdSet ids = IdSet.of(nodeKb.keySet());
            put(nodes + "online", ids.toString());
            put(nodes + "possible", ids.toString());
            for (int id : ids) {
                node(nodes + "node" + id + "/", id, sharers(on, Cpu::node, id));
            }
        }
        put(
                "proc/cpuinfo",
                on.stream()
                        .map(cpu -> "processor\t: " + cpu.id() + "\nvendor_id\t: GenuineIntel\nmodel name\t: made up\n")
                        .collect(Collectors.joining("\n")));
        more.forEach(this::put);
        return MachineFiles.recorded(root.resolve("sys"), root.resolve("proc"));
    }

    private void processor(String folder, Cpu cpu, List<Cpu> on) {
        String topology = folder + "topology/";
        put(topology + "core_id", Integer.toString(cpu.core()));
        put(topology + "physical_package_id", Integer.toString(cpu.cpuPackage()));
        set(topology, "core_siblings", "core_siblings_list", sharers(on, Cpu::cpuPackage, cpu.cpuPackage()));
        set(topology, "thread_siblings", "thread_siblings_list", sharers(on, SysTree::core, core(cpu)));
        if (!old) {
            Function<Cpu, Object> die = one -> List.of(one.cpuPackage(), one.die());
            put(topology + "die_id", Integer.toString(cpu.die()));
            set(topology, "die_cpus", "die_cpus_list", sharers(on, die, die.apply(cpu)));
            set(topology, "package_cpus", "package_cpus_list", sharers(on, Cpu::cpuPackage, cpu.cpuPackage()));
            set(topology, "core_cpus", "core_cpus_list", sharers(on, SysTree::core, core(cpu)));
        }
        if (capacities.containsKey(cpu.id())) {
            put(folder + "cpu_capacity", capacities.get(cpu.id()).toString());
        }
        int index = 0;
        for (CacheShape cache : caches) {
            Object key = cache.sharing().apply(cpu);
            if (key != null) {
                String entry = folder + "cache/index" + index + "/";
                put(entry + "level", Integer.toString(cache.level()));
                put(entry + "type", cache.type());
                put(entry + "size", cache.size());
                put(entry + "coherency_line_size", "64");
                put(entry + "ways_of_associativity", "8");
                IdSet sharers = sharers(on, cache.sharing(), key);
                set(entry, "shared_cpu_map", "shared_cpu_list", sharers);
                put(entry + "id", Integer.toString(sharers.first()));
                index++;
            }
        }
    }

    private void node(String folder, int id, IdSet processors) {
        set(folder, "cpumap", "cpulist", processors);
        long kb = nodeKb.get(id);
        put(
                folder + "meminfo",
                String.format(
                        Locale.ROOT,
                        "Node %d MemTotal:       %d kB%nNode %d MemFree:        %d kB",
                        id,
                        kb,
                        id,
                        kb / 2));
        put(
                folder + "distance",
                nodeKb.keySet().stream().map(other -> other == id ? "10" : "21").collect(Collectors.joining(" ")));
    }

    private static IdSet sharers(List<Cpu> cpus, Function<Cpu, Object> sharing, Object key) {
        return IdSet.of(cpus.stream()
                .filter(cpu -> Objects.equals(sharing.apply(cpu), key))
                .map(Cpu::id)
                .toList());
    }

    private void set(String folder, String mask, String list, IdSet processors) {
        put(folder + mask, mask(processors));
        put(folder + list, processors.toString());
    }

    /** Returns a mask as the kernel prints it: words of 32 bits, the highest first. */
    private static String mask(IdSet processors) {
        int words = processors.isEmpty() ? 1 : processors.last() / 32 + 1;
        List<String> text = new ArrayList<>();
        for (int word = words - 1; word >= 0; word--) {
            long bits = 0;
            for (int bit = 0; bit < 32; bit++) {
                if (processors.contains(word * 32 + bit)) {
                    bits |= 1L << bit;
                }
            }
            text.add(String.format(Locale.ROOT, "%08x", bits));
        }
        return String.join(",", text);
    }

    private void put(String path, String content) {
        Path file = root.resolve(path);
        make(file.getParent());
        try {
            Files.writeString(file, content + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void make(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
