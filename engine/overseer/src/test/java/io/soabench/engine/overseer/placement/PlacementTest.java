package io.soabench.engine.overseer.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.soabench.engine.overseer.topology.IdSet;
import io.soabench.engine.overseer.topology.Survey;
import io.soabench.engine.overseer.topology.SysTree;
import io.soabench.engine.overseer.topology.Topology;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class PlacementTest {

    private final Path root = SysTree.memory();

    private static List<IdSet> sets(String... lists) {
        return Arrays.stream(lists).map(IdSet::parse).toList();
    }

    /** Returns the M605 of P11: two packages of six cores without SMT, one L3 each. */
    private Topology opteron() throws IOException {
        return Survey.of(SysTree.regular(root, 2, 6, 1).write());
    }

    @Test
    void shouldLetTheSystemDecideByDefault() throws IOException {
        assertThat(BindingPolicy.DEFAULT.place(opteron(), IdSet.range(0, 11), List.of(2, 1)))
                .containsExactly(sets("0-11", "0-11"), sets("0-11"));
    }

    @Test
    void shouldKeepThreadsOfAPoolWithinACpu() throws IOException {
        assertThat(BindingPolicy.PER_CPU.place(opteron(), IdSet.range(0, 11), List.of(2, 2, 1)))
                .containsExactly(sets("0-5", "0-5"), sets("6-11", "6-11"), sets("0-5"));
    }

    @Test
    void shouldGiveEachThreadACoreOfItsPoolsCpu() throws IOException {
        assertThat(BindingPolicy.PER_CORE.place(opteron(), IdSet.range(0, 11), List.of(3, 2)))
                .containsExactly(sets("0", "1", "2"), sets("6", "7"));
        assertThat(BindingPolicy.PER_CORE.place(opteron(), IdSet.range(0, 11), 8))
                .as("more threads than cores: the first cores again")
                .isEqualTo(sets("0", "1", "2", "3", "4", "5", "0", "1"));
        assertThat(BindingPolicy.PER_CORE.place(opteron(), IdSet.range(0, 11), List.of(2, 1, 2, 1)))
                .as("pools on the same CPU take its cores in turn")
                .containsExactly(sets("0", "1"), sets("6"), sets("2", "3"), sets("7"));
    }

    /** P11, §IV-C: "thread 1 assigned to CPU0–core0, thread 2 to CPU1–core1, thread 3 to CPU0–core2, thread 4 to CPU1–core3". */
    @Test
    void shouldInterleaveAsInThePaper() throws IOException {
        assertThat(BindingPolicy.INTERLEAVED.place(opteron(), IdSet.range(0, 11), 4))
                .isEqualTo(sets("0", "7", "2", "9"));
        List<List<IdSet>> pools = BindingPolicy.INTERLEAVED.place(opteron(), IdSet.range(0, 11), List.of(6, 6));
        assertThat(pools.get(1)).isEqualTo(sets("6", "1", "8", "3", "10", "5"));
        assertThat(IntStream.concat(cores(pools.get(0)), cores(pools.get(1))).sorted())
                .as("two pools take each core once")
                .containsExactlyElementsOf(IdSet.range(0, 11));
    }

    private static IntStream cores(List<IdSet> threads) {
        return threads.stream().mapToInt(IdSet::first);
    }

    @Test
    void shouldBeginAboveEarlierPoolsWhenThereAreMoreThanCpus() throws IOException {
        assertThat(BindingPolicy.INTERLEAVED
                        .place(opteron(), IdSet.range(0, 11), List.of(2, 1, 2))
                        .get(2))
                .isEqualTo(sets("2", "9"));
    }

    @Test
    void shouldBindToAllHardwareThreadsOfACoreThatMayBeUsed() throws IOException {
        Topology topology = Survey.of(SysTree.regular(root, 1, 2, 2).write());

        assertThat(BindingPolicy.PER_CORE.place(topology, IdSet.range(0, 3), 2)).isEqualTo(sets("0,2", "1,3"));
        assertThat(BindingPolicy.PER_CORE.place(topology, IdSet.of(0, 1, 2), 2)).isEqualTo(sets("0,2", "1"));
    }

    @Test
    void shouldStayWithinWhatMayBeUsed() throws IOException {
        assertThat(BindingPolicy.PER_CPU.place(opteron(), IdSet.of(4, 5, 6), List.of(1, 1)))
                .containsExactly(sets("4-5"), sets("6"));
        assertThat(BindingPolicy.INTERLEAVED.place(opteron(), IdSet.of(7, 8), 3))
                .as("one package is left, its last-level cache is the CPU")
                .isEqualTo(sets("7", "8", "7"));
    }

    @Test
    void shouldTakeCachesForCpusWhereThereIsOnePackage() throws IOException {
        SysTree tree = SysTree.in(root).node(0, 1 << 20);
        IntStream.range(0, 8).forEach(i -> tree.cpu(i, 0, 0, i, 0));
        Topology topology = Survey.of(tree.coreCaches()
                .cache(3, "Unified", "32M", cpu -> cpu.id() / 4)
                .write());

        assertThat(BindingPolicy.PER_CPU.place(topology, topology.online(), List.of(1, 1)))
                .containsExactly(sets("0-3"), sets("4-7"));
        assertThat(AffinityGroup.cpus(topology, topology.online()).stream().map(AffinityGroup::name))
                .containsExactly("cache 0", "cache 1");
    }

    @Test
    void shouldTakeQuickCoresBeforeSmallOnes() throws IOException {
        SysTree tree = SysTree.in(root).node(0, 1 << 20);
        IntStream.range(0, 4).forEach(i -> tree.cpu(i, 0, 0, i, 0).capacity(i, i < 2 ? 400 : 1024));
        Topology topology =
                Survey.of(tree.cache(3, "Unified", "32M", cpu -> "all").write());

        assertThat(BindingPolicy.PER_CORE.place(topology, topology.online(), 4)).isEqualTo(sets("2", "3", "0", "1"));
    }

    @Test
    void shouldPlaceReplicasOnNodes() throws IOException {
        Topology topology = Survey.of(SysTree.regular(root, 4, 2, 2).write());

        assertThat(ReplicaPolicy.LOCAL.place(topology, topology.online(), 5))
                .containsExactly(
                        new ReplicaPolicy.Place(IdSet.parse("0-1,8-9"), IdSet.of(0)),
                        new ReplicaPolicy.Place(IdSet.parse("2-3,10-11"), IdSet.of(1)),
                        new ReplicaPolicy.Place(IdSet.parse("4-5,12-13"), IdSet.of(2)),
                        new ReplicaPolicy.Place(IdSet.parse("6-7,14-15"), IdSet.of(3)),
                        new ReplicaPolicy.Place(IdSet.parse("0-1,8-9"), IdSet.of(0)));
        assertThat(ReplicaPolicy.DEFAULT.place(topology, topology.online(), 2))
                .containsExactly(
                        new ReplicaPolicy.Place(topology.online(), IdSet.none()),
                        new ReplicaPolicy.Place(topology.online(), IdSet.none()));
    }

    @Test
    void shouldBindNoMemoryToANodeThatHasNone() throws IOException {
        SysTree tree = SysTree.in(root).node(0, 1 << 20).node(1, 0);
        IntStream.range(0, 2).forEach(i -> tree.cpu(i, i, 0, 0, i));
        Topology topology = Survey.of(tree.write());

        assertThat(ReplicaPolicy.LOCAL.place(topology, topology.online(), 2))
                .containsExactly(
                        new ReplicaPolicy.Place(IdSet.of(0), IdSet.of(0)),
                        new ReplicaPolicy.Place(IdSet.of(1), IdSet.none()));
    }

    /** The machine that P13 calls Xeon-16: pairs of cores share an L2, and no cache beyond. */
    @Test
    void shouldPlaceReplicasOnSharedAndOnSeparateCaches() throws IOException {
        SysTree tree = SysTree.in(root).node(0, 16L << 20);
        IntStream.range(0, 16).forEach(i -> tree.cpu(i, i / 4, 0, i % 4, 0));
        Topology topology = Survey.of(tree.cache(1, "Data", "32K", SysTree::core)
                .cache(2, "Unified", "4096K", cpu -> cpu.id() / 2)
                .write());

        List<ReplicaPolicy.Place> shared = ReplicaPolicy.SHARED.place(topology, topology.online(), 8);
        List<ReplicaPolicy.Place> apart = ReplicaPolicy.NON_SHARED.place(topology, topology.online(), 8);

        assertThat(shared.stream().map(ReplicaPolicy.Place::processors))
                .isEqualTo(sets("0-1", "2-3", "4-5", "6-7", "8-9", "10-11", "12-13", "14-15"));
        assertThat(apart.stream().map(ReplicaPolicy.Place::processors))
                .isEqualTo(sets("0,2", "4,6", "8,10", "12,14", "1,3", "5,7", "9,11", "13,15"));
        for (ReplicaPolicy.Place place : apart) {
            assertThat(topology.cacheDomains())
                    .noneMatch(domain -> domain.and(place.processors()).size() > 1);
        }
        assertThat(ReplicaPolicy.NON_SHARED
                        .place(topology, topology.online(), 17)
                        .get(16))
                .as("more replicas than cores")
                .isEqualTo(new ReplicaPolicy.Place(IdSet.of(0), IdSet.none()));
    }

    @Test
    void shouldFormAffinityGroups() throws IOException {
        Topology topology = Survey.of(SysTree.regular(root, 2, 2, 2).write());

        assertThat(AffinityGroup.nodes(topology, IdSet.of(1, 2, 5)))
                .containsExactly(
                        new AffinityGroup("node 0", sets("1,5"), IdSet.of(0)),
                        new AffinityGroup("node 1", sets("2"), IdSet.of(1)));
        assertThat(AffinityGroup.packages(topology, topology.online()).get(1).processors())
                .isEqualTo(IdSet.parse("2-3,6-7"));
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseWhatCannotBePlaced(BindingPolicy policy) throws IOException {
        Topology topology = opteron();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> policy.place(topology, IdSet.of(12, 13), 1))
                .withMessage("none of processors '12-13' is online; name some of 0-11");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> policy.place(topology, topology.online(), List.of(1, 0)))
                .withMessage("pools of [1, 0] threads: each needs at least one");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ReplicaPolicy.SHARED.place(topology, topology.online(), 0))
                .withMessage("0 replicas: there must be at least one");
    }

    @Test
    void shouldBeNamedAsInOptions() {
        assertThat(Arrays.stream(BindingPolicy.values()).map(BindingPolicy::text))
                .containsExactly("default", "per-cpu", "per-core", "interleaved");
        assertThat(Arrays.stream(ReplicaPolicy.values()).map(ReplicaPolicy::text))
                .containsExactly("default", "local", "shared", "non-shared");
    }
}
