package io.soabench.reports.interactive;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The points of a repetition that a chart shows when there are too many. A quarter of the places is for failures, a quarter for the slowest
 * successes, and the rest for an even choice of the other points in their order. Places that one kind leaves are used by the next.
 */
final class PointChoice {

    private PointChoice() {}

    /**
     * Returns the chosen points in their order.
     *
     * @param points by time
     * @param most maximum number
     */
    static <T> List<T> of(List<T> points, int most, ToDoubleFunction<T> latency, Predicate<T> failed) {
        if (points.size() <= most) {
            return points;
        }
        BitSet chosen = new BitSet();
        List<Integer> failures = new ArrayList<>();
        List<Integer> successes = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            (failed.test(points.get(i)) ? failures : successes).add(i);
        }
        int quarter = most / 4;
        even(failures, Math.max(quarter, most - successes.size()), chosen);
        successes.stream()
                .sorted(Comparator.comparingDouble((Integer i) -> -latency.applyAsDouble(points.get(i))))
                .limit(quarter)
                .forEach(chosen::set);
        successes.removeIf(chosen::get);
        even(successes, most - chosen.cardinality(), chosen);
        return chosen.stream().mapToObj(points::get).toList();
    }

    /** Chooses that many, each as far from the next as from the one before. */
    private static void even(List<Integer> of, int most, BitSet chosen) {
        if (of.size() <= most) {
            of.forEach(chosen::set);
            return;
        }
        IntStream.range(0, most)
                .map(i -> of.get((int) ((long) i * of.size() / most)))
                .forEach(chosen::set);
    }
}
