package io.soabench.analyzer.folder;

import io.soabench.plan.CasePlan;
import io.soabench.plan.EventKind;
import io.soabench.plan.EventPlan;
import io.soabench.plan.Plan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The version of its process that each request got. Events of the model may replace a process, remove it and deploy it again while clients
 * call it. A request that was under way meanwhile may have got either version.
 */
public final class ProcessVersions {

    /** Tolerance for the clocks of hosts. */
    private static final long CLOCKS_NS = 20_000_000L;

    private static final int NONE = -1;

    /**
     * A change of a process.
     *
     * @param what in words, e.g. {@code Order is replaced by Offer}
     * @param orderNs time of the driver's order
     * @param doneNs time at which the engine had carried it out; {@link Long#MAX_VALUE} when that is not recorded
     * @param after index of the prescription from then on; {@value #NONE} while the process is not deployed
     */
    private record Change(String what, long orderNs, long doneNs, int after) {}

    /**
     * A time during which a process was not deployed.
     *
     * @param words the event after which requests failed
     */
    private record Gap(String words, long fromNs, long toNs) {}

    private final RequestSamples samples;
    private final List<PrescribedCalls> all = new ArrayList<>();
    /** Changes by process, in the order in which they happened. */
    private final List<List<Change>> changes = new ArrayList<>();

    private final List<List<Gap>> gaps = new ArrayList<>();
    /** Index of the prescription at the start, by process. */
    private final List<Integer> first = new ArrayList<>();

    private final boolean changed;
    /** Index of the prescription, by request, when there are changes. */
    private final int[] index;

    ProcessVersions(Plan plan, CasePlan testCase, RequestSamples samples, List<RecordedEvent> happenings) {
        this.samples = samples;
        boolean inside = plan.workloadOf(testCase.workload()).ordersBatches();
        Function<String, PrescribedCalls> prescribed =
                process -> inside ? PrescribedCalls.unknown() : new PrescribedCalls(plan.processOf(process));
        testCase.processes().forEach(process -> all.add(prescribed.apply(process)));
        Map<String, Integer> known = new HashMap<>();
        for (int process = 0; process < testCase.processes().size(); process++) {
            String name = testCase.processes().get(process);
            known.clear();
            known.put(name, process);
            first.add(testCase.brings(name) ? NONE : process);
            List<Change> own = new ArrayList<>();
            for (EventPlan event : testCase.eventsOf(name)) {
                int after = event.version().isEmpty()
                        ? NONE
                        : known.computeIfAbsent(event.version(), version -> {
                            all.add(prescribed.apply(version));
                            return all.size() - 1;
                        });
                change(event, after, happenings).ifPresent(own::add);
            }
            changes.add(own);
            gaps.add(gaps(name, first.get(process), own));
        }
        changed = changes.stream().anyMatch(own -> !own.isEmpty()) || first.contains(NONE);
        index = new int[changed ? samples.size() : 0];
        Map<List<Integer>, Integer> either = new HashMap<>();
        for (int i = 0; i < index.length; i++) {
            index[i] = prescribed(i, either);
        }
    }

    private static Optional<Change> change(EventPlan event, int after, List<RecordedEvent> happenings) {
        long[] times = happenings.stream()
                .filter(h -> h.kind() == EventKind.MODEL && h.event().equals(event.id()))
                .mapToLong(RecordedEvent::atNs)
                .sorted()
                .toArray();
        return times.length == 0
                ? Optional.empty()
                : Optional.of(new Change(
                        event.what(), times[0], times.length == 1 ? Long.MAX_VALUE : times[times.length - 1], after));
    }

    private static List<Gap> gaps(String process, int first, List<Change> changes) {
        List<Gap> gaps = new ArrayList<>();
        String words = "before " + process + " was deployed";
        long fromNs = first == NONE ? 0 : Long.MAX_VALUE;
        for (Change change : changes) {
            if (change.after() == NONE) {
                words = "after " + process + " was undeployed";
                fromNs = change.orderNs();
            } else if (fromNs != Long.MAX_VALUE) {
                gaps.add(new Gap(words, fromNs, change.doneNs()));
                fromNs = Long.MAX_VALUE;
            }
        }
        if (fromNs != Long.MAX_VALUE) {
            gaps.add(new Gap(words, fromNs, Long.MAX_VALUE));
        }
        return gaps;
    }

    /** Returns the index of a request's prescription, from the versions that the engine had while the request was under way. */
    private int prescribed(int request, Map<List<Integer>, Integer> either) {
        int process = samples.process(request);
        TreeSet<Integer> possible = new TreeSet<>();
        possible.add(first.get(process));
        for (Change change : changes.get(process)) {
            if (samples.endNs(request) < change.orderNs() - CLOCKS_NS) {
                break;
            }
            if (isAfter(samples.startNs(request), change.doneNs())) {
                possible.clear();
            }
            possible.add(change.after());
        }
        possible.remove(NONE);
        if (possible.isEmpty()) {
            return process;
        }
        return possible.size() == 1
                ? possible.first()
                : either.computeIfAbsent(List.copyOf(possible), several -> {
                    all.add(PrescribedCalls.oneOf(several.stream().map(all::get).toList()));
                    return all.size() - 1;
                });
    }

    private static boolean isAfter(long ns, long doneNs) {
        return doneNs != Long.MAX_VALUE && ns > doneNs + CLOCKS_NS;
    }

    /** Returns the prescriptions of the processes of the case, in their order, then those of the versions that replaced them. */
    public List<PrescribedCalls> all() {
        return List.copyOf(all);
    }

    /** Returns the index among {@link #all} of a request's prescription. */
    public int of(int request) {
        return changed ? index[request] : samples.process(request);
    }

    /** Returns the prescription of a request. */
    public PrescribedCalls prescription(int request) {
        return all.get(of(request));
    }

    /** Returns the event before a request that was sent while its process was not deployed, e.g. {@code after Order was undeployed}. */
    public Optional<String> missing(int request) {
        long startNs = samples.startNs(request);
        return gaps.get(samples.process(request)).stream()
                .filter(gap -> startNs >= gap.fromNs() - CLOCKS_NS && !isAfter(startNs, gap.toNs()))
                .map(Gap::words)
                .findFirst();
    }

    /** Returns the event that removed the process while a request was under way, in the same words. */
    public Optional<String> lost(int request) {
        return gaps.get(samples.process(request)).stream()
                .filter(gap -> samples.startNs(request) < gap.fromNs() && samples.endNs(request) >= gap.fromNs())
                .map(Gap::words)
                .findFirst();
    }

    /** Returns the change that happened while a request was under way, e.g. {@code Order is replaced by Offer}. */
    public Optional<String> during(int request) {
        return changes.get(samples.process(request)).stream()
                .filter(change -> samples.endNs(request) >= change.orderNs() - CLOCKS_NS
                        && !isAfter(samples.startNs(request), change.doneNs()))
                .map(Change::what)
                .findFirst();
    }
}
