package io.soabench.analyzer.folder;

import io.soabench.plan.CallTree;
import io.soabench.plan.PartnerPlan;
import io.soabench.plan.ProcessPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The partner calls that one instance of a process must make, in document order. They assign the k-th call to a service instance to its
 * place in the process.
 */
public final class PrescribedCalls {

    /** Maximum number of calls in one instance that are followed one by one. */
    private static final int MAX_CALLS = 10_000;

    private final CallTree tree;
    private final List<PartnerPlan> partners;
    private final String called;
    private final OptionalInt calls;
    /** All correct numbers of calls; empty when they are unknown. */
    private final Set<Integer> allowed;

    private final boolean ordered;
    private final boolean handlesFaults;
    private final Map<String, List<Integer>> slots = new HashMap<>();

    /** Creates the prescription of a process; a black box has no prescribed calls. */
    public PrescribedCalls(ProcessPlan process) {
        tree = process.calls();
        partners = process.partners();
        handlesFaults = process.handlesFaults();
        called = process.kind() == ProcessPlan.Visibility.BLACK_BOX ? process.name() : "";
        OptionalInt number = tree == null ? OptionalInt.empty() : tree.calls();
        calls = number.isPresent() && number.getAsInt() <= MAX_CALLS ? number : OptionalInt.empty();
        Optional<List<String>> links = calls.isPresent() ? links(tree) : Optional.empty();
        int call = 0;
        for (String link : links.orElse(List.of())) {
            slots.computeIfAbsent(instance(process, link), k -> new ArrayList<>())
                    .add(call++);
        }
        ordered = links.isPresent();
        allowed = calls.isPresent() ? Set.of(calls.getAsInt()) : Set.of();
    }

    private PrescribedCalls(List<PrescribedCalls> several) {
        tree = null;
        partners = several.stream().flatMap(each -> each.partners.stream()).toList();
        handlesFaults = !several.isEmpty() && several.stream().allMatch(each -> each.handlesFaults);
        called = "";
        boolean known = !several.isEmpty() && several.stream().allMatch(each -> each.calls.isPresent());
        allowed = known
                ? several.stream().map(each -> each.calls.getAsInt()).collect(Collectors.toUnmodifiableSet())
                : Set.of();
        calls = OptionalInt.empty();
        ordered = false;
    }

    /** Returns a prescription that stands for several versions of a process, when the version of a request is unknown. */
    static PrescribedCalls oneOf(List<PrescribedCalls> several) {
        return new PrescribedCalls(several);
    }

    /** Returns the prescription of instances whose partners are not mocked: it is unknown. */
    static PrescribedCalls unknown() {
        return new PrescribedCalls(List.of());
    }

    private static String instance(ProcessPlan process, String link) {
        for (PartnerPlan partner : process.partners()) {
            if (partner.link().equals(link)) {
                return partner.service() + "/" + partner.instance();
            }
        }
        return "/" + link;
    }

    /** Returns whether the process lets two of its calls be under way at once. */
    public boolean mayOverlap() {
        return tree != null && tree.mayOverlap();
    }

    /** Returns whether the process pauses by itself, or may. */
    public boolean pauses() {
        return tree != null && pauses(tree);
    }

    private static boolean pauses(CallTree node) {
        return node.kind() == CallTree.Kind.WAIT || node.children().stream().anyMatch(PrescribedCalls::pauses);
    }

    /** Returns the partner link of each call, loops unrolled; empty when it depends on data. */
    private static Optional<List<String>> links(CallTree node) {
        List<List<String>> children = new ArrayList<>();
        for (CallTree child : node.children()) {
            Optional<List<String>> links = links(child);
            if (links.isEmpty()) {
                return links;
            }
            children.add(links.get());
        }
        return switch (node.kind()) {
            case CALL -> Optional.of(List.of(node.link()));
            case WAIT -> Optional.of(List.of());
            case CHOICE ->
                children.stream().distinct().count() > 1
                        ? Optional.empty()
                        : Optional.of(children.isEmpty() ? List.of() : children.get(0));
            case SEQUENCE, PARALLEL ->
                Optional.of(children.stream().flatMap(List::stream).toList());
            case LOOP -> {
                List<String> body = children.get(0);
                List<String> all = new ArrayList<>();
                for (int i = 0; !body.isEmpty() && i < node.times(); i++) {
                    all.addAll(body);
                }
                yield Optional.of(all);
            }
        };
    }

    /** Returns the number of calls of one instance; empty when it depends on data or is unknown. */
    public OptionalInt calls() {
        return calls;
    }

    /** Returns the correct numbers of calls of one instance: several when the version is unknown, none when the numbers are unknown. */
    public Set<Integer> allowed() {
        return allowed;
    }

    /** Returns whether the service instance of each call is known. */
    public boolean ordered() {
        return ordered;
    }

    /** Returns whether the process handles each fault that its partners declare. */
    public boolean handlesFaults() {
        return handlesFaults;
    }

    /** Returns whether clients call a service directly, without a process on an engine. */
    public boolean isDirect() {
        return !called.isEmpty();
    }

    /** Returns whether the process calls a service instance, or clients call it directly. */
    public boolean needs(String service, long instance) {
        return (service.equals(called) && instance == 1)
                || partners.stream()
                        .anyMatch(partner -> partner.service().equals(service) && partner.instance() == instance);
    }

    /** Returns the response time of an engine that needs no time itself, see {@link CallTree#idealNs(long...)}. */
    public long idealNs(long[] delaysNs) {
        return tree.idealNs(delaysNs);
    }

    /** Returns the least possible response time, see {@link CallTree#leastNs(long...)}. */
    public long leastNs(long[] delaysNs) {
        return tree.leastNs(delaysNs);
    }

    /** Returns the indexes in document order of the calls to a service instance. */
    List<Integer> slots(String service, long instance) {
        return slots.getOrDefault(service + "/" + instance, List.of());
    }
}
