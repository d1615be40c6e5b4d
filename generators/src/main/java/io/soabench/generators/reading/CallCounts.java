package io.soabench.generators.reading;

import io.soabench.plan.CallTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Numbers of calls of one partner in a call tree. */
public final class CallCounts {

    private CallCounts() {}

    /**
     * Returns the tree with a loop of unknown length resolved by the number of calls that the model prescribes for a partner.
     *
     * @param calls of the partner by one instance
     * @return the tree itself where its number is that; empty where no one loop explains it
     */
    public static Optional<CallTree> resolved(CallTree tree, String partner, int calls) {
        Optional<Integer> fixed = count(tree, partner);
        if (fixed.isPresent()) {
            return fixed.get() == calls ? Optional.of(tree) : Optional.empty();
        }
        List<CallTree> loops = new ArrayList<>();
        unknownLoops(tree, partner, loops);
        if (loops.size() != 1) {
            return Optional.empty();
        }
        int body = count(loops.get(0).children().get(0), partner).orElse(0);
        int outside = count(with(tree, loops.get(0), 0), partner).orElse(calls + 1);
        return body > 0 && calls >= outside && (calls - outside) % body == 0
                ? Optional.of(with(tree, loops.get(0), (calls - outside) / body))
                : Optional.empty();
    }

    /** Returns how often one instance calls a partner; empty where that depends on data. */
    public static Optional<Integer> count(CallTree tree, String partner) {
        OptionalInt calls = tree.calls(partner::equals);
        return calls.isPresent() ? Optional.of(calls.getAsInt()) : Optional.empty();
    }

    private static void unknownLoops(CallTree tree, String partner, List<CallTree> found) {
        if (tree.kind() == CallTree.Kind.LOOP
                && tree.times() < 0
                && count(tree.children().get(0), partner).orElse(0) > 0) {
            found.add(tree);
            return;
        }
        tree.children().forEach(child -> unknownLoops(child, partner, found));
    }

    @SuppressWarnings("ReferenceEquality") // this loop, and not one with the same body
    private static CallTree with(CallTree tree, CallTree loop, int times) {
        if (tree == loop) {
            return CallTree.loop(tree.children().get(0), times);
        }
        List<CallTree> children = IntStream.range(0, tree.children().size())
                .mapToObj(i -> with(tree.children().get(i), loop, times))
                .toList();
        return new CallTree(
                tree.kind(),
                tree.times(),
                tree.link(),
                tree.operation(),
                tree.oneWay(),
                tree.delayMs(),
                children,
                tree.after());
    }
}
