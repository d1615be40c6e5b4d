package io.soabench.analyzer.folder;

import io.soabench.plan.CallTree;
import io.soabench.plan.Plan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The partner calls that one instance of a process must make, in document order, and which of them the k-th call to a
 * service instance is.
 */
public final class PrescribedCalls {

    /** More calls than this in one instance are not followed one by one. */
    private static final int MAX_CALLS = 10_000;

    private final CallTree tree;
    private final List<Plan.Partner> partners;
    private final String called;
    private final OptionalInt calls;
    /** All numbers of calls that are right; none when that is unknown. */
    private final Set<Integer> allowed;

    private final boolean ordered;
    private final Map<String, List<Integer>> slots = new HashMap<>();

    /** The prescription of a process; nothing is prescribed for a black box. */
    public PrescribedCalls(Plan.ProcessPlan process) {
        tree = process.calls();
        partners = process.partners();
        called = process.kind() == Plan.ProcessPlan.Visibility.BLACK_BOX ? process.name() : "";
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
        called = "";
        boolean known = !several.isEmpty() && several.stream().allMatch(each -> each.calls.isPresent());
        allowed = known
                ? several.stream().map(each -> each.calls.getAsInt()).collect(Collectors.toUnmodifiableSet())
                : Set.of();
        calls = OptionalInt.empty();
        ordered = false;
    }

    /** What is prescribed when it is not known which of several versions of a process it was. */
    static PrescribedCalls oneOf(List<PrescribedCalls> several) {
        return new PrescribedCalls(several);
    }

    /** What mocks are to see of instances whose partners are elsewhere: nobody knows. */
    static PrescribedCalls unknown() {
        return new PrescribedCalls(List.of());
    }

    private static String instance(Plan.ProcessPlan process, String link) {
        for (Plan.Partner partner : process.partners()) {
            if (partner.link().equals(link)) {
                return partner.service() + "/" + partner.instance();
            }
        }
        return "/" + link;
    }

    /** Partner link of each call, loops unrolled; empty when that depends on data. */
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

    /** Calls of one instance; empty when that depends on data or is unknown. */
    public OptionalInt calls() {
        return calls;
    }

    /** The numbers of calls of one instance that are right, more than one when it is not known which version it was; none: unknown. */
    public Set<Integer> allowed() {
        return allowed;
    }

    /** Whether it is known which service instance each of the calls goes to. */
    public boolean ordered() {
        return ordered;
    }

    /** Whether clients call something that is no process on an engine. */
    public boolean isDirect() {
        return !called.isEmpty();
    }

    /** Whether the process calls a service instance, or clients call it instead of a process. */
    public boolean needs(String service, long instance) {
        return (service.equals(called) && instance == 1)
                || partners.stream()
                        .anyMatch(partner -> partner.service().equals(service) && partner.instance() == instance);
    }

    /** Response time of an engine that needs no time itself, see {@link CallTree#idealNs(long...)}. */
    public long idealNs(long[] delaysNs) {
        return tree.idealNs(delaysNs);
    }

    /** Time that no answer can take less than, see {@link CallTree#leastNs(long...)}. */
    public long leastNs(long[] delaysNs) {
        return tree.leastNs(delaysNs);
    }

    /** Indices in document order of the calls to a service instance. */
    List<Integer> slots(String service, long instance) {
        return slots.getOrDefault(service + "/" + instance, List.of());
    }
}
