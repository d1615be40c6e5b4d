package io.soabench.reports.interactive;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * The choice of single requests of a repetition as examples: the successful requests nearest to its median and to its 99th percentile, the
 * slowest ones, and the first failures.
 */
public final class ExampleChoice {

    /** Number of the slowest requests, and of the first failures. */
    public static final int EACH = 3;

    /** Maximum number of requests of a repetition. */
    public static final int MOST_REQUESTS = 2 + 2 * EACH;

    private ExampleChoice() {}

    /**
     * Returns the chosen requests with the names of the examples that each is.
     *
     * @param requests by intended start
     * @param median response time in milliseconds; null when it is unknown
     * @param tail 99th percentile of the response time; null when it is unknown
     */
    public static <R> Map<R, List<String>> of(
            List<R> requests, ToDoubleFunction<R> responseMs, Predicate<R> succeeded, Double median, Double tail) {
        List<R> bySpeed = requests.stream()
                .filter(succeeded)
                .sorted(Comparator.comparingDouble(responseMs).reversed())
                .toList();
        List<R> failures =
                requests.stream().filter(succeeded.negate()).limit(EACH).toList();
        Map<R, List<String>> chosen = new LinkedHashMap<>();
        nearest(bySpeed, responseMs, median).ifPresent(each -> name(chosen, each, "median"));
        nearest(bySpeed, responseMs, tail).ifPresent(each -> name(chosen, each, "p99"));
        for (int i = 0; i < Math.min(EACH, bySpeed.size()); i++) {
            name(chosen, bySpeed.get(i), "slowest" + (i + 1));
        }
        for (int i = 0; i < failures.size(); i++) {
            name(chosen, failures.get(i), "failure" + (i + 1));
        }
        return chosen;
    }

    private static <R> void name(Map<R, List<String>> chosen, R request, String example) {
        chosen.computeIfAbsent(request, none -> new ArrayList<>()).add(example);
    }

    private static <R> Optional<R> nearest(List<R> requests, ToDoubleFunction<R> responseMs, Double ms) {
        return ms == null
                ? Optional.empty()
                : requests.stream()
                        .min(Comparator.comparingDouble(each -> Math.abs(responseMs.applyAsDouble(each) - ms)));
    }
}
