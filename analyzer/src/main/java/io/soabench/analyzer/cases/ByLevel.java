package io.soabench.analyzer.cases;

import io.soabench.analyzer.stat.SentenceText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** A list of engines with a property of each in words. Engines that have the same share it: a reader of twenty engines looks for the one that differs. */
final class ByLevel {

    private ByLevel() {}

    /**
     * Returns the engines in the order of the map, such as {@code a 512 MiB, b 1024 MiB} or {@code a and c 512 MiB; b 1024 MiB}.
     *
     * @param values property of each engine
     * @param writer writes a property
     */
    static String words(Map<String, String> values, UnaryOperator<String> writer) {
        Map<String, List<String>> engines = new LinkedHashMap<>();
        values.forEach((engine, value) ->
                engines.computeIfAbsent(value, key -> new ArrayList<>()).add(engine));
        return engines.entrySet().stream()
                .map(each -> SentenceText.list(each.getValue()) + " " + writer.apply(each.getKey()))
                .collect(Collectors.joining(engines.size() == values.size() ? ", " : "; "));
    }
}
