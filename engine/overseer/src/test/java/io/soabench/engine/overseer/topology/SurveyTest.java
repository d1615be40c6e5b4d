package io.soabench.engine.overseer.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class SurveyTest {

    private final Path root = SysTree.memory();

    private static List<IdSet> sets(String... lists) {
        return List.of(lists).stream().map(IdSet::parse).toList();
    }

    private static List<IdSet> cores(Topology topology) {
        return topology.cores().stream().map(Core::processors).toList();
    }

    private static List<IdSet> caches(Topology topology, String name) {
        return topology.caches().stream()
                .filter(cache -> cache.name().equals(name))
                .map(Cache::processors)
                .toList();
    }

    @Test
    void shouldReadAMachineOfOneNodeAndTwoProcessors() throws IOException {
        Topology topology = Survey.of(SysTree.regular(root, 1, 2, 1).write());

        assertThat(topology.online()).isEqualTo(IdSet.of(0, 1));
        assertThat(topology.offline()).isEmpty();
        assertThat(topology.packages()).containsExactly(new CpuPackage(0, 0, IdSet.of(0, 1)));
        assertThat(topology.dies()).containsExactly(new Die(0, 0, 0, IdSet.of(0, 1)));
        assertThat(cores(topology)).isEqualTo(sets("0", "1"));
        assertThat(topology.threadsPerCore()).isEqualTo(1);
        assertThat(topology.isHybrid()).isFalse();
        assertThat(topology.caches().stream().map(Cache::name))
                .containsExactly("L1d", "L1d", "L1i", "L1i", "L2", "L2", "L3");
        assertThat(topology.caches().get(6))
                .isEqualTo(new Cache(
                        0, 3, CacheType.UNIFIED, OptionalLong.of(18L << 20), OptionalInt.of(64), IdSet.of(0, 1)));
        assertThat(topology.cachesOf(1).stream().map(cache -> cache.name() + "#" + cache.id()))
                .containsExactly("L1d#1", "L1i#1", "L2#1", "L3#0");
        assertThat(topology.nodes())
                .containsExactly(new NumaNode(
                        0,
                        IdSet.of(0, 1),
                        OptionalLong.of(32L << 30),
                        OptionalLong.of(16L << 30),
                        new TreeMap<>(Map.of(0, 10))));
        assertThat(topology.cacheDomains()).isEqualTo(sets("0-1"));
        assertThat(topology.notes()).isEmpty();
    }

    /** The machine that P13 calls Nehalem-24, its second hardware threads switched on. */
    @Test
    void shouldReadFourNodesWhoseCoresHaveTheSameNumbers() throws IOException {
        Topology topology = Survey.of(SysTree.regular(root, 4, 6, 2).write());

        assertThat(topology.online()).hasSize(48);
        assertThat(topology.packages().stream().map(CpuPackage::processors))
                .isEqualTo(sets("0-5,24-29", "6-11,30-35", "12-17,36-41", "18-23,42-47"));
        assertThat(topology.cores()).hasSize(24);
        Core last = topology.core(47);
        assertThat(last).isEqualTo(topology.core(23));
        assertThat(last.processors()).isEqualTo(IdSet.of(23, 47));
        assertThat(last.id()).isEqualTo(23);
        assertThat(last.kernelId()).isEqualTo(5);
        assertThat(last.cpuPackage()).isEqualTo(3);
        assertThat(last.node()).isEqualTo(3);
        assertThat(topology.threadsPerCore()).isEqualTo(2);
        assertThat(caches(topology, "L3")).isEqualTo(topology.cacheDomains()).hasSize(4);
        assertThat(caches(topology, "L1d")).isEqualTo(cores(topology));
        assertThat(topology.nodes().get(2).distances()).isEqualTo(Map.of(0, 21, 1, 21, 2, 10, 3, 21));
        assertThat(topology.nodes().stream().map(NumaNode::processors))
                .containsExactlyElementsOf(
                        topology.packages().stream().map(CpuPackage::processors).toList());
    }

    @Test
    void shouldReadFourThreadsOfACore() throws IOException {
        Topology topology = Survey.of(SysTree.regular(root, 2, 3, 4).write());

        assertThat(topology.threadsPerCore()).isEqualTo(4);
        assertThat(cores(topology))
                .isEqualTo(sets("0,6,12,18", "1,7,13,19", "2,8,14,20", "3,9,15,21", "4,10,16,22", "5,11,17,23"));
    }

    /** Returns two quick cores with two threads each, four small ones that share their L2, one under no L3. */
    private SysTree hybrid() {
        SysTree tree = SysTree.in(root).node(0, 16L << 20);
        for (int i = 0; i < 4; i++) {
            tree.cpu(i, 0, 0, i / 2, 0);
        }
        for (int i = 4; i < 9; i++) {
            tree.cpu(i, 0, 0, i, 0);
        }
        return tree.cache(1, "Data", "48K", SysTree::core)
                .cache(1, "Instruction", "32K", SysTree::core)
                .cache(2, "Unified", "2048K", cpu -> cpu.id() < 4 || cpu.id() == 8 ? SysTree.core(cpu) : "cluster")
                .cache(3, "Unified", "36M", cpu -> cpu.id() < 8 ? "all" : null);
    }

    @Test
    void shouldTellTheKindsOfHybridCoresByTheirCounters() throws IOException {
        Topology topology = Survey.of(hybrid().file("sys/devices/cpu_core/cpus", "0-3")
                .file("sys/devices/cpu_atom/cpus", "4-7")
                .file("sys/devices/cpu_lowpower/cpus", "8")
                .write());

        assertThat(topology.isHybrid()).isTrue();
        assertThat(topology.cores().stream().map(Core::kind))
                .containsExactly(
                        CoreKind.PERFORMANCE,
                        CoreKind.PERFORMANCE,
                        CoreKind.EFFICIENCY,
                        CoreKind.EFFICIENCY,
                        CoreKind.EFFICIENCY,
                        CoreKind.EFFICIENCY,
                        CoreKind.LOW_POWER);
        assertThat(cores(topology)).isEqualTo(sets("0-1", "2-3", "4", "5", "6", "7", "8"));
        assertThat(caches(topology, "L2")).isEqualTo(sets("0-1", "2-3", "4-7", "8"));
        assertThat(topology.caches().stream().filter(cache -> cache.level() == 3))
                .singleElement()
                .satisfies(cache -> assertThat(cache.bytes()).hasValue(36L << 20));
        assertThat(topology.cacheDomains()).isEqualTo(sets("0-7", "8"));
    }

    @Test
    void shouldTellTheKindsOfHybridCoresByTheirCapacities() throws IOException {
        SysTree tree = hybrid();
        IntStream.range(0, 9)
                .forEach(
                        i -> tree.capacity(i, List.of(1024, 1000, 446, 446, 446).get(i / 2)));

        Topology topology = Survey.of(tree.write());

        assertThat(topology.cores().stream().map(Core::kind).distinct())
                .containsExactly(CoreKind.PERFORMANCE, CoreKind.EFFICIENCY);
        assertThat(topology.core(3).kind()).isEqualTo(CoreKind.PERFORMANCE);
        assertThat(topology.core(3).capacity()).hasValue(1000);
        assertThat(topology.core(4).kind()).isEqualTo(CoreKind.EFFICIENCY);
    }

    @Test
    void shouldNotCallAMachineHybridForCoresThatAreALittleQuicker() throws IOException {
        SysTree tree = SysTree.regular(root, 1, 4, 1);
        IntStream.range(0, 4).forEach(i -> tree.capacity(i, 1024 - 10 * i));

        assertThat(Survey.of(tree.write()).isHybrid()).isFalse();
    }

    @Test
    void shouldNotCallAMachineHybridWhoseSmallCoresAreAllOff() throws IOException {
        Topology topology = Survey.of(hybrid().offline(IdSet.range(4, 8))
                .file("sys/devices/cpu_core/cpus", "0-3")
                .file("sys/devices/cpu_atom/cpus", "")
                .write());

        assertThat(topology.isHybrid()).isFalse();
        assertThat(topology.core(0).kind()).isEqualTo(CoreKind.UNIFORM);
    }

    @Test
    void shouldLeaveOutProcessorsThatAreOff() throws IOException {
        Topology topology = Survey.of(
                SysTree.regular(root, 2, 2, 2).offline(IdSet.of(1, 4, 2, 6)).write());

        assertThat(topology.online()).isEqualTo(IdSet.of(0, 3, 5, 7));
        assertThat(topology.offline()).isEqualTo(IdSet.of(1, 2, 4, 6));
        assertThat(cores(topology)).isEqualTo(sets("0", "3,7", "5"));
        assertThat(topology.packages().stream().map(CpuPackage::processors)).isEqualTo(sets("0,5", "3,7"));
        assertThat(topology.cacheDomains()).isEqualTo(sets("0,5", "3,7"));
        assertThat(topology.nodes().get(1).processors()).isEqualTo(IdSet.of(3, 7));
    }

    /** Two dies of one package with their own L3, whose cores have the same numbers; two nodes on each die. */
    @Test
    void shouldReadDiesAndNodesWithinAPackage() throws IOException {
        SysTree tree = SysTree.in(root);
        for (int i = 0; i < 8; i++) {
            tree.cpu(i, 0, i / 4, i % 4, i / 2);
        }
        IntStream.range(0, 4).forEach(node -> tree.node(node, 1L << 20));
        Topology topology = Survey.of(tree.node(4, 64L << 20)
                .coreCaches()
                .cache(3, "Unified", "32M", SysTree.Cpu::die)
                .write());

        assertThat(topology.packages()).hasSize(1);
        assertThat(topology.dies().stream().map(Die::processors)).isEqualTo(sets("0-3", "4-7"));
        assertThat(topology.cores()).hasSize(8);
        assertThat(topology.core(5).die()).isEqualTo(1);
        assertThat(topology.core(5).node()).isEqualTo(2);
        assertThat(topology.cacheDomains()).isEqualTo(sets("0-3", "4-7"));
        assertThat(topology.node(4).orElseThrow().processors())
                .as("a node of memory alone")
                .isEmpty();
        assertThat(topology.node(5)).isEmpty();
    }

    @Test
    void shouldReadWhatOldKernelsCalledOtherwise() throws IOException {
        Topology topology = Survey.of(SysTree.regular(root, 2, 2, 2).old().write());

        assertThat(topology.packages().stream().map(CpuPackage::processors)).isEqualTo(sets("0-1,4-5", "2-3,6-7"));
        assertThat(topology.dies().stream().map(Die::processors)).isEqualTo(sets("0-1,4-5", "2-3,6-7"));
        assertThat(topology.dies().get(1).kernelId()).isEqualTo(-1);
        assertThat(cores(topology)).isEqualTo(sets("0,4", "1,5", "2,6", "3,7"));
        assertThat(topology.notes()).isEmpty();
    }

    @Test
    void shouldGroupByNumbersWhereThereAreNoLists() throws IOException {
        MachineFiles files = SysTree.regular(root, 2, 2, 1).write();
        for (int i = 0; i < 4; i++) {
            for (String name : List.of("package_cpus_list", "core_siblings_list", "die_cpus_list", "core_cpus_list")) {
                Files.delete(files.system().resolve("cpu/cpu" + i + "/topology/" + name));
            }
        }

        Topology topology = Survey.of(files);

        assertThat(topology.packages().stream().map(CpuPackage::processors)).isEqualTo(sets("0-1", "2-3"));
        assertThat(cores(topology)).isEqualTo(sets("0", "1", "2", "3"));
    }

    @Test
    void shouldSayWhatTheKernelDoesNotTell() throws IOException {
        SysTree tree = SysTree.in(root).cpu(0, 0, 0, 0, 0).cpu(1, 0, 0, 0, 0);
        MachineFiles files = tree.file("proc/meminfo", "MemTotal:  2048 kB\nMemFree:  1024 kB")
                .write();
        delete(files.system().resolve("cpu/cpu0/topology"));
        delete(files.system().resolve("cpu/cpu1/topology"));

        Topology topology = Survey.of(files);

        assertThat(topology.notes())
                .containsExactlyInAnyOrder(
                        "the kernel tells no topology of processors 0-1: each counts as a core",
                        "the kernel tells of no caches: cores count as sharing none",
                        "the kernel tells of no NUMA nodes: all memory counts as equally near");
        assertThat(topology.packages()).containsExactly(new CpuPackage(0, -1, IdSet.of(0, 1)));
        assertThat(cores(topology)).isEqualTo(sets("0", "1"));
        assertThat(topology.caches()).isEmpty();
        assertThat(topology.cacheDomains()).isEqualTo(sets("0", "1"));
        assertThat(topology.nodes().get(0).memoryBytes()).hasValue(2L << 20);
        assertThat(Survey.of(MachineFiles.recorded(files.sys())).nodes().get(0).memoryBytes())
                .as("memory that nobody tells of is no zero")
                .isEmpty();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    @Test
    void shouldLeaveOutAFileThatIsNoListAndSaySo() throws IOException {
        MachineFiles files = SysTree.regular(root, 1, 2, 1)
                .file("sys/devices/system/cpu/cpu0/topology/core_cpus_list", "zero")
                .write();

        Topology topology = Survey.of(files);

        assertThat(cores(topology)).isEqualTo(sets("0", "1"));
        assertThat(topology.notes())
                .singleElement()
                .asString()
                .contains("cpu0/topology/core_cpus_list was left out: 'zero' is no list of numbers");
    }

    /** Even if files contradict that, each processor is in one package, die and core. */
    @Test
    void shouldKeepSetsApartThatOverlap() throws IOException {
        Topology topology = Survey.of(SysTree.regular(root, 2, 2, 1)
                .file("sys/devices/system/cpu/cpu2/topology/package_cpus_list", "1-3")
                .file("sys/devices/system/cpu/cpu0/topology/core_cpus_list", "0-3")
                .file("sys/devices/system/cpu/cpu3/topology/core_cpus_list", "0")
                .write());

        assertThat(topology.packages().stream().map(CpuPackage::processors)).isEqualTo(sets("0-1", "2-3"));
        assertThat(cores(topology)).isEqualTo(sets("0-1", "2", "3"));
    }

    @Test
    void shouldReadACopyOfDevicesSystemAlone() throws IOException {
        MachineFiles files = SysTree.regular(root, 2, 2, 2).write();

        Topology topology = Survey.of(MachineFiles.recorded(files.sys().resolve("devices/system")));

        assertThat(topology).isEqualTo(Survey.of(MachineFiles.recorded(files.sys())));
        assertThat(topology.cores()).hasSize(4);
        assertThat(topology.allowance().processors()).isEqualTo(topology.online());
    }

    @Test
    void shouldSayThatAFolderIsNoSys() {
        assertThatIOException()
                .isThrownBy(() -> Survey.of(MachineFiles.recorded(root)))
                .withMessageStartingWith("no processor is told of in " + root)
                .withMessageEndingWith("name a /sys of Linux, or a copy of it or of its devices/system");
    }

    /** Shapes and switched-off processors at random: the reader finds what was written. */
    @Test
    void shouldReadWhatWasWritten() throws IOException {
        for (int seed = 0; seed < 25; seed++) {
            Random random = new Random(seed);
            Path folder = root.resolve("seed" + seed);
            int packages = 1 + random.nextInt(3);
            int cores = 1 + random.nextInt(4);
            int threads = 1 + random.nextInt(4);
            int all = packages * cores * threads;
            IdSet off = IdSet.of(random.ints(random.nextInt(4), 0, all).boxed().toList());
            if (off.size() == all) {
                off = IdSet.none();
            }
            Topology topology = Survey.of(SysTree.regular(folder, packages, cores, threads)
                    .offline(off)
                    .write());
            String which = "seed " + seed + ": " + packages + " packages of " + cores + " cores of " + threads
                    + " threads without " + off;

            IdSet on = IdSet.range(0, all - 1).minus(off);
            assertThat(topology.online()).as(which).isEqualTo(on);
            assertThat(topology.offline()).as(which).isEqualTo(off);
            assertThat(cores(topology)).as(which).containsExactlyElementsOf(groups(on, packages * cores, 1));
            assertThat(topology.packages().stream().map(CpuPackage::processors))
                    .as(which)
                    .containsExactlyElementsOf(groups(on, packages * cores, cores));
            for (int processor : on) {
                Core core = topology.core(processor);
                assertThat(topology.packages()
                                .get(core.cpuPackage())
                                .processors()
                                .contains(processor))
                        .as(which)
                        .isTrue();
                assertThat(topology.node(core.node()).orElseThrow().processors().contains(processor))
                        .as(which)
                        .isTrue();
            }
        }
    }

    /** Returns processors by {@code (number modulo stride) / size}. */
    private static Collection<IdSet> groups(IdSet on, int stride, int size) {
        Map<Integer, List<Integer>> groups = new TreeMap<>();
        for (int processor : on) {
            groups.computeIfAbsent(processor % stride / size, key -> new ArrayList<>())
                    .add(processor);
        }
        return groups.values().stream()
                .map(IdSet::of)
                .sorted((one, other) -> Integer.compare(one.first(), other.first()))
                .toList();
    }

    @Test
    void shouldReadThisMachine() throws IOException {
        assumeTrue(Files.exists(Path.of("/sys/devices/system/cpu/online")), "this machine has no /sys of Linux");

        Topology topology = Survey.ofThisMachine();

        assertThat(topology.online()).isNotEmpty();
        assertThat(topology.online().containsAll(topology.allowance().processors()))
                .isTrue();
        assertThat(topology.allowance().processors()).isNotEmpty();
        assertThat(topology.allowance().parallelism())
                .isBetween(1, topology.online().size());
        assertThat(Runtime.getRuntime().availableProcessors())
                .isLessThanOrEqualTo(topology.online().size());
    }
}
