package io.soabench.engine.server.replica;

import io.soabench.engine.overseer.command.Bytes;
import io.soabench.engine.overseer.placement.AffinityGroup;
import io.soabench.engine.overseer.placement.BindingPolicy;
import io.soabench.engine.overseer.placement.ReplicaPolicy;
import io.soabench.engine.overseer.placement.ReplicaPolicy.Place;
import io.soabench.engine.overseer.topology.IdSet;
import io.soabench.engine.overseer.topology.Survey;
import io.soabench.engine.overseer.topology.Topology;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The planner that divides an engine into replicas, by the settings and the topology of the machine. It forms groups of
 * processors, places the replicas in them, and chooses threads and memory of each. No state. Source: P13, section 4.1
 * (self-configuration) and section 7.7 ("at least one replica for each NUMA node, respectively for each shared cache").
 */
public final class Planner {
    private final ReplicaSettings settings;
    private final SortedMap<String, Integer> pools;
    private final long heapBytes;
    private final List<String> reasons = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    private Planner(ReplicaSettings settings, Map<String, Integer> pools, long heapBytes) {
        this.settings = settings;
        this.pools = new TreeMap<>(pools);
        this.heapBytes = heapBytes;
    }

    /**
     * Returns the plan for this machine. The machine is surveyed only if the plan depends on it.
     *
     * @param pools the threads of an engine of one replica, by role
     * @param heapBytes the heap of an engine of one replica in bytes
     * @throws IllegalArgumentException with a sentence, if the machine does not report the needed facts
     */
    public static EnginePlan plan(ReplicaSettings settings, Map<String, Integer> pools, long heapBytes) {
        return settings.dependsOnMachine()
                ? planWithReasons(settings, pools, heapBytes)
                : new Planner(settings, pools, heapBytes).anywhere();
    }

    /**
     * Returns the plan for this machine, which is always surveyed.
     *
     * @throws IllegalArgumentException with a sentence, if the machine does not report the needed facts
     */
    public static EnginePlan planWithReasons(ReplicaSettings settings, Map<String, Integer> pools, long heapBytes) {
        try {
            return plan(settings, pools, heapBytes, Survey.ofThisMachine());
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "this machine cannot be surveyed: " + e.getMessage()
                            + "; say --replicas N --replica-kind threads, and leave --binding and --memory out",
                    e);
        }
    }

    /** Returns the plan for a machine. */
    public static EnginePlan plan(
            ReplicaSettings settings, Map<String, Integer> pools, long heapBytes, Topology topology) {
        return new Planner(settings, pools, heapBytes).on(topology);
    }

    private EnginePlan anywhere() {
        List<ReplicaPlan> replicas = new ArrayList<>();
        for (int i = 0; i < settings.count(); i++) {
            Map<String, List<IdSet>> threads = new LinkedHashMap<>();
            for (String role : pools.keySet()) {
                threads.put(role, unbound(threads(role, i, settings.count())));
            }
            replicas.add(new ReplicaPlan(i + 1, settings.count(), IdSet.none(), IdSet.none(), threads));
        }
        return finish(settings.kind().orElse(ReplicaKind.THREADS), replicas, Optional.empty());
    }

    private static List<IdSet> unbound(int threads) {
        return List.copyOf(Collections.nCopies(threads, IdSet.none()));
    }

    private int threads(String role, int index, int of) {
        return settings.totals().share(pools.get(role), index, of);
    }

    private EnginePlan finish(ReplicaKind kind, List<ReplicaPlan> replicas, Optional<Topology> topology) {
        long heap = kind == ReplicaKind.THREADS ? heapBytes : settings.totals().share(heapBytes, replicas.size());
        heap(kind, replicas.size(), heap);
        return new EnginePlan(kind, replicas, heap, settings.totals(), topology, reasons, warnings);
    }

    private EnginePlan on(Topology topology) {
        IdSet usable = topology.allowance().processors().and(topology.online());
        survey(topology, usable);
        int count = count(topology, usable);
        ReplicaKind kind = kind(topology, usable, count);
        List<Place> places = settings.memory().place(topology, usable, count);
        List<ReplicaPlan> replicas = replicas(topology, places);
        ReplicaTexts.of(settings, kind, count, reasons, warnings).policies(topology, usable, places, replicas);
        return finish(kind, replicas, Optional.of(topology));
    }

    private void survey(Topology topology, IdSet usable) {
        reasons.add("The machine has " + ReplicaTexts.count(topology.online().size(), "processor") + " online in "
                + ReplicaTexts.count(topology.cores().size(), "core") + " of "
                + ReplicaTexts.count(topology.packages().size(), "package") + ", "
                + ReplicaTexts.count(topology.nodes().size(), "NUMA node") + " and "
                + ReplicaTexts.count(topology.cacheDomains().size(), "last-level cache") + ".");
        reasons.add("This process may use " + ReplicaTexts.processors(usable) + ", which makes sense of "
                + ReplicaTexts.count(topology.allowance().parallelism(), "busy thread") + ".");
        topology.allowance().limits().forEach(limit -> reasons.add("A limit: " + limit + "."));
        topology.notes().forEach(note -> warnings.add("What the kernel does not tell: " + note + "."));
    }

    private int count(Topology topology, IdSet usable) {
        List<AffinityGroup> groups = groups(topology, usable);
        int suggested = groups.size();
        reasons.add("Affinity groups: " + suggested + ". "
                + String.join(
                        "; ",
                        groups.stream()
                                .map(group -> group.name() + " = " + ReplicaTexts.processors(group.processors()))
                                .toList())
                + ".");
        if (settings.count() == ReplicaSettings.AUTO) {
            reasons.add("So there " + (suggested == 1 ? "is 1 replica" : "are " + suggested + " replicas")
                    + ": one for each NUMA node, or on a machine of one node for each cache that cores share.");
            return suggested;
        }
        reasons.add(ReplicaTexts.count(settings.count(), "replica") + ", as asked; the machine suggests " + suggested
                + ".");
        return settings.count();
    }

    /**
     * Returns the groups of processors for replicas. These are the NUMA nodes if there are several, otherwise the
     * caches that several cores share, otherwise all processors together.
     */
    private static List<AffinityGroup> groups(Topology topology, IdSet usable) {
        List<AffinityGroup> nodes = AffinityGroup.nodes(topology, usable);
        if (nodes.size() > 1) {
            return nodes;
        }
        List<AffinityGroup> caches = AffinityGroup.caches(topology, usable);
        boolean shared = caches.stream().anyMatch(cache -> cache.cores().size() > 1);
        return shared || nodes.isEmpty() ? caches : nodes;
    }

    private ReplicaKind kind(Topology topology, IdSet usable, int count) {
        if (settings.kind().isPresent()) {
            reasons.add("They are " + settings.kind().get().text() + ", as asked.");
            return settings.kind().get();
        }
        int nodes = AffinityGroup.nodes(topology, usable).size();
        ReplicaKind kind = count > 1 && nodes > 1 ? ReplicaKind.PROCESSES : ReplicaKind.THREADS;
        reasons.add(
                kind == ReplicaKind.PROCESSES
                        ? "They are processes: with several NUMA nodes each heap should be near to its threads."
                        : "They are threads of one process: "
                                + (count == 1 ? "there is one only." : "no memory is far from any of them."));
        return kind;
    }

    private List<ReplicaPlan> replicas(Topology topology, List<Place> places) {
        int count = places.size();
        List<Map<String, List<IdSet>>> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Map<String, List<IdSet>> own = new TreeMap<>();
            for (String role : pools.keySet()) {
                own.put(role, unbound(threads(role, i, count)));
            }
            threads.add(own);
        }
        if (settings.binding() != BindingPolicy.DEFAULT) {
            bind(topology, places, threads);
        }
        List<ReplicaPlan> replicas = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Place place = places.get(i);
            boolean free = settings.memory() == ReplicaPolicy.DEFAULT;
            IdSet processors = free ? IdSet.none() : place.processors();
            replicas.add(new ReplicaPlan(i + 1, count, processors, place.memory(), threads.get(i)));
        }
        return replicas;
    }

    /**
     * Binds the replicas of one place together. The pools of a replica get the processors that the replicas before it
     * have left.
     */
    private void bind(Topology topology, List<Place> places, List<Map<String, List<IdSet>>> threads) {
        Map<Place, List<Integer>> together = new LinkedHashMap<>();
        for (int i = 0; i < places.size(); i++) {
            together.computeIfAbsent(places.get(i), key -> new ArrayList<>()).add(i);
        }
        together.forEach((place, replicas) -> {
            List<Integer> sizes = new ArrayList<>();
            replicas.forEach(replica -> pools.keySet()
                    .forEach(role -> sizes.add(threads.get(replica).get(role).size())));
            List<List<IdSet>> placed = settings.binding().place(topology, place.processors(), sizes);
            int pool = 0;
            for (int replica : replicas) {
                for (String role : pools.keySet()) {
                    threads.get(replica).put(role, placed.get(pool++));
                }
            }
        });
    }

    private void heap(ReplicaKind kind, int count, long heap) {
        String each = Bytes.text(heap);
        if (kind == ReplicaKind.THREADS) {
            reasons.add("All share one Java heap of " + each + ".");
        } else if (settings.totals() == Totals.CONSTANT) {
            reasons.add("The Java heap of " + Bytes.text(heapBytes) + " is divided: " + each
                    + " for each replica; --totals grown would give each all of it.");
        } else {
            reasons.add("Each replica has a Java heap of " + each + ": " + Bytes.text(heapBytes * count) + " in all.");
        }
    }
}
