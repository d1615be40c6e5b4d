package io.soabench.contracts.sample;

/**
 * Characters that a part of a {@code pattern} facet stands for (XML Schema part 2, appendix F), in the syntax of the Java platform.
 * Categories and blocks of Unicode are those of the Java platform; {@code \d} means the ASCII digits.
 *
 * @param java a character class, brackets included
 * @param end index behind the part
 */
public record CharacterClass(String java, int end) {
    private static final String NAME_START = "\\p{L}_:";
    private static final String NAME = "\\p{L}\\p{N}\\p{M}._:\\-\u00B7";
    private static final String WORD = "\\p{L}\\p{M}\\p{N}\\p{S}";
    private static final String ANY = "[^\\n\\r]";

    /**
     * Reads a dot, an escape or {@code […]}.
     *
     * @param pattern the pattern
     * @param start where the part begins, at one of {@code . \ [}
     * @throws IndexOutOfBoundsException if the part has no end
     */
    public static CharacterClass read(String pattern, int start) {
        Reading reading = new Reading(pattern, start);
        String java =
                switch (pattern.charAt(start)) {
                    case '[' -> reading.set();
                    case '\\' -> "[" + reading.escape() + "]";
                    case '.' -> reading.any();
                    default -> throw new IllegalArgumentException("no class of characters at " + start);
                };
        return new CharacterClass(java, reading.at);
    }

    private static final class Reading {
        private final String source;
        private int at;

        Reading(String source, int at) {
            this.source = source;
            this.at = at;
        }

        String any() {
            at++;
            return ANY;
        }

        /** Reads an escape and gives what stands for it within a class of the Java platform. */
        String escape() {
            char c = source.charAt(at + 1);
            at += 2;
            return switch (c) {
                case 'i' -> NAME_START;
                case 'I' -> "[^" + NAME_START + "]";
                case 'c' -> NAME;
                case 'C' -> "[^" + NAME + "]";
                case 'w' -> WORD;
                case 'W' -> "[^" + WORD + "]";
                case 'p', 'P' -> {
                    int end = source.indexOf('}', at);
                    String name = source.substring(at + 1, end);
                    at = end + 1;
                    yield "\\" + c + "{" + (name.startsWith("Is") ? "In" + name.substring(2) : name) + "}";
                }
                default -> "\\" + c;
            };
        }

        String set() {
            StringBuilder set = new StringBuilder("[");
            at++;
            if (source.charAt(at) == '^') {
                at++;
                set.append('^');
            }
            String without = "";
            for (int start = at; source.charAt(at) != ']' || at == start; ) {
                char c = source.charAt(at);
                if (c == '\\') {
                    set.append(escape());
                } else if (c == '-' && source.charAt(at + 1) == '[') {
                    at++;
                    without = set();
                } else if (c == '-' && at > start && "]-".indexOf(source.charAt(at + 1)) < 0) {
                    set.append('-');
                    at++;
                } else {
                    int point = source.codePointAt(at);
                    at += Character.charCount(point);
                    set.append(point < 128 && !Character.isLetterOrDigit(point) ? "\\" : "")
                            .appendCodePoint(point);
                }
            }
            at++;
            set.append(']');
            return without.isEmpty() ? set.toString() : "[" + set + "&&[^" + without + "]]";
        }
    }
}
