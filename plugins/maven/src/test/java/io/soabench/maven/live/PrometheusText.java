package io.soabench.maven.live;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A strict reader of Prometheus' text format 0.0.4. All lines of a metric are together, HELP and TYPE come first and once,
 * and no sample comes twice.
 *
 * @param values by name and labels as they are written
 * @param types by name
 */
record PrometheusText(Map<String, Double> values, Map<String, String> types) {

    private static final String NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
    private static final String LABEL = "[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\\\n]|\\\\[\\\\n\"])*\"";
    private static final Pattern HELP = Pattern.compile("# HELP (" + NAME + ") (?:[^\\\\]|\\\\[\\\\n])*");
    private static final Pattern TYPE =
            Pattern.compile("# TYPE (" + NAME + ") (counter|gauge|histogram|summary|untyped)");
    private static final Pattern SAMPLE =
            Pattern.compile("(" + NAME + ")(\\{" + LABEL + "(?:," + LABEL + ")*})? ([-+.0-9eE]+)");

    static PrometheusText parse(String text) {
        if (!text.endsWith("\n")) {
            throw new IllegalArgumentException("the last line has no end");
        }
        Map<String, Double> values = new LinkedHashMap<>();
        Map<String, String> types = new LinkedHashMap<>();
        Set<String> helped = new LinkedHashSet<>();
        String present = "";
        for (String line : text.lines().toList()) {
            Matcher help = HELP.matcher(line);
            Matcher type = TYPE.matcher(line);
            Matcher sample = SAMPLE.matcher(line);
            if (help.matches()) {
                present = help.group(1);
                require(helped.add(present), "HELP comes twice", line);
            } else if (type.matches()) {
                require(type.group(1).equals(present), "TYPE is of another metric", line);
                require(types.put(present, type.group(2)) == null, "TYPE comes twice", line);
            } else {
                require(sample.matches(), "not a line of the format", line);
                require(sample.group(1).equals(present) && types.containsKey(present), "a sample stands apart", line);
                String labels = sample.group(2) == null ? "" : sample.group(2);
                require(
                        values.put(present + labels, Double.valueOf(sample.group(3))) == null,
                        "a sample comes twice",
                        line);
            }
        }
        return new PrometheusText(values, types);
    }

    private static void require(boolean holds, String otherwise, String line) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise + ": " + line);
        }
    }
}
