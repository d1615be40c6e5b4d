package io.soabench.contracts.sample;

import java.util.List;

/**
 * A simple type with its whole derivation.
 *
 * @param name for messages
 * @param variety of the type
 * @param builtIn local name of the built-in type that an atomic type comes from; otherwise empty
 * @param members the item type of a list, the member types of a union; otherwise empty
 * @param steps the facets of each step of derivation, the last step first
 */
record SimpleType(String name, Variety variety, String builtIn, List<SimpleType> members, List<Facets> steps) {

    enum Variety {
        ATOMIC,
        LIST,
        UNION
    }

    /**
     * The facets of one step. Patterns of one step are alternatives, those of several steps all hold.
     *
     * @param minInclusive empty when absent, as the other bounds
     * @param length -1 when absent, as the other numbers
     * @param whiteSpace empty when absent
     */
    record Facets(
            List<String> enumeration,
            List<PatternWords> patterns,
            String minInclusive,
            String minExclusive,
            String maxInclusive,
            String maxExclusive,
            long length,
            long minLength,
            long maxLength,
            long totalDigits,
            long fractionDigits,
            String whiteSpace) {}

    /** Returns {@code preserve}, {@code replace} or {@code collapse}. */
    String whiteSpace() {
        for (Facets facets : steps) {
            if (!facets.whiteSpace().isEmpty()) {
                return facets.whiteSpace();
            }
        }
        return switch (builtIn) {
            case "string", "anySimpleType" -> "preserve";
            case "normalizedString" -> "replace";
            default -> "collapse";
        };
    }

    /** Returns the text as a validator sees it. */
    String normalized(String text) {
        return switch (whiteSpace()) {
            case "preserve" -> text;
            case "replace" -> text.replaceAll("[\\t\\n\\r]", " ");
            default -> text.replaceAll("[\\t\\n\\r ]+", " ").strip();
        };
    }
}
