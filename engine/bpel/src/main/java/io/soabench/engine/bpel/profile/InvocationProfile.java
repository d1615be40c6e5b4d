package io.soabench.engine.bpel.profile;

import io.soabench.engine.bpel.model.ProcessModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The partner calls that one instance of a process makes if nothing fails. Handlers for faults, compensation and
 * termination are left out. An activity whose incoming links may all be false is a choice between itself and nothing.
 * Immutable.
 *
 * @param root the process as a whole
 */
public record InvocationProfile(Prescription root) {
    /** Returns the profile of a process. */
    public static InvocationProfile of(ProcessModel model) {
        return new InvocationProfile(new ProfileReading(model).read());
    }

    /**
     * Returns the ids of calls and waits that clients need not wait for, because they may have their answer before.
     *
     * @param model the process
     * @param clients the partner link of the clients
     */
    public static Set<Integer> afterReply(ProcessModel model, String clients) {
        return AfterReply.of(model, clients);
    }

    /**
     * Returns whether partners of the process declare faults, and the process handles each of them at each call and
     * continues.
     */
    public static boolean handlesFaults(ProcessModel model) {
        return HandledFaults.in(model);
    }

    /** Returns the places of calls in document order, each once. */
    public List<PrescribedCall> calls() {
        List<PrescribedCall> calls = new ArrayList<>();
        collect(root, calls);
        return calls;
    }

    private static void collect(Prescription part, List<PrescribedCall> calls) {
        if (part instanceof PrescribedCall call) {
            calls.add(call);
        }
        inside(part).forEach(inner -> collect(inner, calls));
    }

    static List<Prescription> inside(Prescription part) {
        if (part instanceof InOrder order) {
            return order.steps();
        } else if (part instanceof Parallel parallel) {
            return parallel.branches();
        } else if (part instanceof Alternatives choice) {
            return choice.alternatives();
        } else if (part instanceof Loop loop) {
            return List.of(loop.body());
        }
        return List.of();
    }

    /**
     * Returns true if the text of the process fixes its calls and the length of its waits. Then each loop with calls or
     * waits has a known count, and there is no choice between different ones.
     */
    public boolean isDetermined() {
        return isDetermined(root);
    }

    private static boolean isDetermined(Prescription part) {
        if (part instanceof Loop loop && loop.count().isEmpty()) {
            return isEmpty(loop.body());
        }
        if (part instanceof Alternatives choice) {
            return choice.alternatives().stream().allMatch(InvocationProfile::isEmpty);
        }
        if (part instanceof Pause pause) {
            return pause.duration().isPresent();
        }
        return inside(part).stream().allMatch(InvocationProfile::isDetermined);
    }

    /** Returns true if a part has neither calls nor waits. */
    static boolean isEmpty(Prescription part) {
        return !(part instanceof PrescribedCall)
                && !(part instanceof Pause)
                && inside(part).stream().allMatch(InvocationProfile::isEmpty);
    }

    /** Returns, for each operation called, in document order, the number of calls of one instance. */
    public List<CallCount> counts() {
        Map<List<String>, PrescribedCall> operations = new LinkedHashMap<>();
        calls().forEach(call -> operations.putIfAbsent(List.of(call.partnerLink(), call.operation()), call));
        return operations.keySet().stream()
                .map(key -> {
                    CallBounds bounds = CallBounds.of(root, key.get(0), key.get(1));
                    return new CallCount(key.get(0), key.get(1), bounds.least(), bounds.most());
                })
                .toList();
    }

    /**
     * Returns the number of calls of one instance.
     *
     * @return empty if {@linkplain #isDetermined() not determined}
     */
    public Optional<Long> callsPerInstance() {
        List<CallCount> counts = counts();
        return counts.stream().allMatch(CallCount::isExact)
                ? Optional.of(counts.stream().mapToLong(CallCount::least).sum())
                : Optional.empty();
    }

    /**
     * Returns the response time of an engine without any cost of its own, in the unit of the delays.
     *
     * @param delaysNs the delay of each call in the order of the document, with loops unrolled; a one-way call has a
     *     delay too, but the process does not wait for it
     * @throws IllegalArgumentException if the profile is not determined, or the number of delays is not that of the
     *     calls
     */
    public long criticalPath(List<Long> delaysNs) {
        if (!isDetermined()) {
            throw new IllegalArgumentException("the calls depend on data; give the decisions, too");
        }
        return criticalPath(delaysNs, List.of());
    }

    /**
     * Returns the response time of an engine without any cost of its own, if the process takes some decisions at run
     * time.
     *
     * @param delaysNs the delay of each call made, in the order of the document, with loops unrolled
     * @param decisions in the same order: the index of the alternative for each choice that has calls or waits
     *     somewhere, and the count for each loop whose count is not known
     * @return nanoseconds from the start to the end of the last activity
     * @throws IllegalArgumentException if there are too few or too many delays or decisions
     */
    public long criticalPath(List<Long> delaysNs, List<Long> decisions) {
        return new CriticalPath(delaysNs, decisions).of(root);
    }

    /** Returns the profile as maps, lists, strings, numbers and booleans, for any serialiser. */
    public Map<String, Object> plain() {
        return PlainForm.of(root);
    }

    /** Returns the names of the partner links called, in document order. */
    public List<String> partnerLinks() {
        return List.copyOf(new LinkedHashSet<>(
                calls().stream().map(PrescribedCall::partnerLink).toList()));
    }
}
