package io.soabench.plugin;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rule that replaces {@code ${…}} in the strings of a {@link Lifecycle} and in placed files. */
public final class Template {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}]+)}");

    private Template() {}

    /**
     * Returns the text with every placeholder replaced.
     *
     * @param values gives the value of a name, or {@code null} when there is none
     * @throws IllegalArgumentException when a placeholder has no value; the message names it
     */
    public static String fill(String text, Function<String, String> values) {
        Matcher matcher = PLACEHOLDER.matcher(text);
        StringBuilder filled = new StringBuilder();
        while (matcher.find()) {
            String value = values.apply(matcher.group(1));
            if (value == null) {
                throw new IllegalArgumentException("no value for ${" + matcher.group(1) + "} in \"" + text + "\"");
            }
            matcher.appendReplacement(filled, Matcher.quoteReplacement(value));
        }
        return matcher.appendTail(filled).toString();
    }

    /** Returns the names of all placeholders in the text, in order. */
    public static List<String> names(String text) {
        List<String> names = new ArrayList<>();
        Matcher matcher = PLACEHOLDER.matcher(text);
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }
}
