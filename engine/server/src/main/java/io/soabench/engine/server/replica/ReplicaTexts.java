package io.soabench.engine.server.replica;

import io.soabench.engine.overseer.placement.BindingPolicy;
import io.soabench.engine.overseer.placement.ReplicaPolicy;
import io.soabench.engine.overseer.placement.ReplicaPolicy.Place;
import io.soabench.engine.overseer.topology.IdSet;
import io.soabench.engine.overseer.topology.Topology;
import java.util.List;

/** The sentences of a plan: the effects of policies on a machine, and their limits. No state. */
final class ReplicaTexts {
    private final ReplicaSettings settings;
    private final ReplicaKind kind;
    private final int count;
    private final List<String> reasons;
    private final List<String> warnings;

    private ReplicaTexts(
            ReplicaSettings settings, ReplicaKind kind, int count, List<String> reasons, List<String> warnings) {
        this.settings = settings;
        this.kind = kind;
        this.count = count;
        this.reasons = reasons;
        this.warnings = warnings;
    }

    static ReplicaTexts of(
            ReplicaSettings settings, ReplicaKind kind, int count, List<String> reasons, List<String> warnings) {
        return new ReplicaTexts(settings, kind, count, reasons, warnings);
    }

    static String count(int number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }

    static String processors(IdSet set) {
        return (set.size() == 1 ? "processor " : "processors ") + set;
    }

    void policies(Topology topology, IdSet usable, List<Place> places, List<ReplicaPlan> replicas) {
        reasons.add("--memory " + settings.memory().text() + ": "
                + switch (settings.memory()) {
                    case DEFAULT -> "replicas run and take memory where the operating system decides.";
                    case LOCAL -> "each replica runs on one NUMA node, and takes its memory there.";
                    case SHARED -> "each replica runs on cores under one last-level cache.";
                    case NON_SHARED -> "each replica runs on cores with as few caches in common as there can be.";
                });
        reasons.add("--binding " + settings.binding().text() + ": "
                + switch (settings.binding()) {
                    case DEFAULT -> "threads run anywhere in the place of their replica.";
                    case PER_CPU -> "the threads of a pool run on the cores of one CPU.";
                    case PER_CORE -> "each thread runs on one core, those of a pool on cores of one CPU.";
                    case INTERLEAVED -> "each thread runs on one core, neighbours on different CPUs.";
                });
        memory(topology, places);
        warnOfSharing(topology, usable, places, replicas);
    }

    private void memory(Topology topology, List<Place> places) {
        if (settings.memory() == ReplicaPolicy.DEFAULT) {
            return;
        }
        long different = places.stream().map(Place::processors).distinct().count();
        if (different < count) {
            warnings.add(count + " replicas have " + count((int) different, "place") + " only under --memory "
                    + settings.memory().text() + ", so some share one.");
        }
        if (settings.memory() == ReplicaPolicy.LOCAL && topology.nodes().size() == 1) {
            warnings.add("There is one NUMA node only: --memory local binds to it what would be there anyway.");
        }
        if (settings.memory() == ReplicaPolicy.NON_SHARED
                && topology.cacheDomains().size() == 1) {
            warnings.add("There is one last-level cache only, which --memory non-shared cannot avoid.");
        }
        boolean nodes = places.stream().anyMatch(place -> !place.memory().isEmpty());
        if (nodes && kind == ReplicaKind.THREADS && topology.nodes().size() > 1) {
            warnings.add("Replicas that are threads share one Java heap, whose pages belong to whoever touches them"
                    + " first, the collector too: only --replica-kind processes keeps memory on its node.");
        }
    }

    private void warnOfSharing(Topology topology, IdSet usable, List<Place> places, List<ReplicaPlan> replicas) {
        int threads = replicas.stream()
                .flatMap(replica -> replica.pools().values().stream())
                .mapToInt(List::size)
                .sum();
        int sense = topology.allowance().parallelism();
        if (settings.totals() == Totals.CONSTANT && count > usable.size()) {
            warnings.add(count + " replicas have " + count(usable.size(), "processor")
                    + ": each needs a thread of each stage, so the total grows to " + threads + ".");
        } else if (threads > sense && settings.totals() == Totals.GROWN && count > 1) {
            warnings.add(count(threads, "thread") + " have " + count(sense, "processor") + "'s worth of time.");
        }
        if (settings.binding() != BindingPolicy.DEFAULT && settings.memory() != ReplicaPolicy.DEFAULT) {
            boolean one = places.stream().allMatch(place -> place.processors().size() == 1);
            if (one) {
                warnings.add("Each replica has one processor, so --binding changes nothing.");
            }
        }
    }
}
