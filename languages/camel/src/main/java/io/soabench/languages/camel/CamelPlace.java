package io.soabench.languages.camel;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A place in a file of Camel's YAML DSL, with the schemas that a value there may have. A place without schemas takes everything.
 * Immutable, safe for use by many threads.
 */
final class CamelPlace {

    private static final int MOST_MISTAKES = 2;

    private final CamelSchema schema;
    private final List<Map<?, ?>> parts;

    /** @param parts the schemas with their alternatives */
    CamelPlace(CamelSchema schema, List<Map<?, ?>> parts) {
        this.schema = schema;
        this.parts = List.copyOf(parts);
    }

    /** Returns whether only the words of this place may stand there. */
    boolean isClosed() {
        return parts.stream()
                        .anyMatch(part -> Boolean.FALSE.equals(part.get("additionalProperties"))
                                || !ReleasedDescription.object(part, "properties")
                                        .isEmpty())
                && parts.stream()
                        .noneMatch(part -> part.get("additionalProperties") instanceof Map
                                || Boolean.TRUE.equals(part.get("additionalProperties")));
    }

    /** Returns whether a word may stand there, written as Camel's own, or with dashes in place of capital letters. */
    boolean takes(String word) {
        return !isClosed()
                || parts.stream().anyMatch(part -> ReleasedDescription.object(part, "properties")
                        .containsKey(plain(word)));
    }

    /** Returns the words that are known there, sorted. */
    Set<String> words() {
        Set<String> words = new TreeSet<>();
        for (Map<?, ?> part : parts) {
            ReleasedDescription.object(part, "properties").keySet().forEach(word -> words.add(word.toString()));
        }
        return words;
    }

    /** Returns the words that must stand there, in the order of the schema. */
    Set<String> required() {
        Set<String> required = new LinkedHashSet<>();
        for (Map<?, ?> part = first(); part != null; part = referred(part)) {
            if (part.get("required") instanceof List<?> words) {
                words.forEach(word -> required.add(word.toString()));
            }
        }
        return required;
    }

    private Map<?, ?> first() {
        return parts.isEmpty() ? null : parts.get(0);
    }

    /** Returns the schema to which one refers, which follows it. */
    private Map<?, ?> referred(Map<?, ?> part) {
        int next = parts.indexOf(part) + 1;
        return part.get("$ref") instanceof String && next < parts.size() ? parts.get(next) : null;
    }

    /** Returns the place behind a word. */
    CamelPlace child(String word) {
        List<Map<?, ?>> found = new ArrayList<>();
        for (Map<?, ?> part : parts) {
            if (ReleasedDescription.object(part, "properties").get(plain(word)) instanceof Map<?, ?> child) {
                found.addAll(schema.parts(child));
            }
        }
        return new CamelPlace(schema, found);
    }

    /** Returns the place of the elements of a list. */
    CamelPlace items() {
        List<Map<?, ?>> found = new ArrayList<>();
        for (Map<?, ?> part : parts) {
            if (part.get("items") instanceof Map<?, ?> items) {
                found.addAll(schema.parts(items));
            }
        }
        return new CamelPlace(schema, found);
    }

    /** Returns whether a value there is {@code true} or {@code false}. */
    boolean isTruth() {
        List<Map<?, ?>> typed = parts.stream().filter(part -> !part.isEmpty()).toList();
        return !typed.isEmpty() && typed.stream().allMatch(part -> "boolean".equals(part.get("type")));
    }

    /** Returns the word that was meant by another one; empty when none is near, or several are equally near. */
    static Optional<String> meant(String found, Set<String> words) {
        int most = Math.min(MOST_MISTAKES, found.length() / 2);
        for (int mistakes = 0; mistakes <= most; mistakes++) {
            int allowed = mistakes;
            List<String> near = words.stream()
                    .filter(word -> mistakes(found.toLowerCase(Locale.ROOT), word) <= allowed)
                    .toList();
            if (!near.isEmpty()) {
                return near.size() == 1 ? Optional.of(near.get(0)) : Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** Returns the number of letters to add, remove, exchange or swap; upper and lower case are the same. */
    private static int mistakes(String found, String written) {
        String word = written.toLowerCase(Locale.ROOT);
        int[][] least = new int[found.length() + 1][word.length() + 1];
        for (int i = 0; i <= found.length(); i++) {
            for (int j = 0; j <= word.length(); j++) {
                if (i == 0 || j == 0) {
                    least[i][j] = i + j;
                    continue;
                }
                boolean same = found.charAt(i - 1) == word.charAt(j - 1);
                least[i][j] =
                        Math.min(least[i - 1][j - 1] + (same ? 0 : 1), 1 + Math.min(least[i - 1][j], least[i][j - 1]));
                if (i > 1
                        && j > 1
                        && found.charAt(i - 1) == word.charAt(j - 2)
                        && found.charAt(i - 2) == word.charAt(j - 1)) {
                    least[i][j] = Math.min(least[i][j], least[i - 2][j - 2] + 1);
                }
            }
        }
        return least[found.length()][word.length()];
    }

    /** Returns a word without dashes: Camel reads {@code variable-receive} as {@code variableReceive}. */
    static String plain(String word) {
        int dash = word.indexOf('-');
        if (dash < 0 || dash == word.length() - 1) {
            return word;
        }
        return plain(word.substring(0, dash) + Character.toUpperCase(word.charAt(dash + 1)) + word.substring(dash + 2));
    }
}
