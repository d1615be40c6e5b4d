package io.soabench.contracts.sample;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A {@code pattern} facet (XML Schema part 2, appendix F). It decides whether a text matches and makes short texts that do.
 *
 * <p>The texts are a few of those that match, the shortest first; a repetition is tried with its least number of times and with up to
 * {@value #REPETITIONS} more. A {@link CharacterClass} is tried with its first few usual characters. A pattern that needs other texts may find
 * no word: the caller then reports the type.
 */
final class PatternWords {

    /** How many more repetitions than the least are tried. */
    static final int REPETITIONS = 64;

    private static final int WORDS_OF_A_PART = 48;
    private static final int WORDS = 400;
    private static final int LONGEST_SCAN = 0x3000;
    private static final String USUAL = "aA01bB29xXzZ-_.:/@ +,#";

    private final String source;
    private final StringBuilder java = new StringBuilder();
    private final Pattern pattern;
    private final List<String> words;
    private int at;

    private PatternWords(String source) {
        this.source = source;
        this.words = alternatives();
        if (at < source.length()) {
            throw new PatternSyntaxException("unexpected '" + source.charAt(at) + "'", source, at);
        }
        this.pattern = Pattern.compile(java.toString());
    }

    /** Returns the pattern, or empty when it cannot be understood. */
    static Optional<PatternWords> of(String source) {
        try {
            return Optional.of(new PatternWords(source));
        } catch (PatternSyntaxException | IndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }

    /** Returns the pattern as the schema has it. */
    String source() {
        return source;
    }

    boolean matches(String text) {
        return pattern.matcher(text).matches();
    }

    /** Returns some texts that match. */
    List<String> words() {
        return words.stream().filter(this::matches).toList();
    }

    private boolean more() {
        return at < source.length();
    }

    private List<String> alternatives() {
        Set<String> all = new LinkedHashSet<>(branch());
        while (more() && source.charAt(at) == '|') {
            at++;
            java.append('|');
            all.addAll(branch());
        }
        return limited(all, WORDS);
    }

    private List<String> branch() {
        List<String> prefixes = List.of("");
        while (more() && source.charAt(at) != '|' && source.charAt(at) != ')') {
            prefixes = joined(prefixes, piece());
        }
        return prefixes;
    }

    /** Returns each of the left with the first of the right, then the first of the left with each of the right, then the rest. */
    private static List<String> joined(List<String> left, List<String> right) {
        Set<String> all = new LinkedHashSet<>();
        if (!left.isEmpty() && !right.isEmpty()) {
            right.forEach(r -> all.add(left.get(0) + r));
            left.forEach(l -> all.add(l + right.get(0)));
            for (int sum = 2; sum < left.size() + right.size() && all.size() < WORDS; sum++) {
                for (int i = 1; i < sum && i < left.size(); i++) {
                    if (sum - i < right.size()) {
                        all.add(left.get(i) + right.get(sum - i));
                    }
                }
            }
        }
        return limited(all, WORDS);
    }

    private static List<String> limited(Set<String> words, int limit) {
        return words.stream().limit(limit).toList();
    }

    private List<String> piece() {
        List<String> atom = atom();
        if (!more()) {
            return atom;
        }
        switch (source.charAt(at)) {
            case '?' -> {
                return repeated(atom, 0, 1, "?");
            }
            case '*' -> {
                return repeated(atom, 0, Integer.MAX_VALUE, "*");
            }
            case '+' -> {
                return repeated(atom, 1, Integer.MAX_VALUE, "+");
            }
            case '{' -> {
                int end = source.indexOf('}', at);
                String quantity = source.substring(at + 1, end);
                int comma = quantity.indexOf(',');
                int min = number(comma < 0 ? quantity : quantity.substring(0, comma));
                int max = comma < 0
                        ? min
                        : comma == quantity.length() - 1 ? Integer.MAX_VALUE : number(quantity.substring(comma + 1));
                return repeated(atom, min, max, source.substring(at, end + 1));
            }
            default -> {
                return atom;
            }
        }
    }

    private int number(String digits) {
        try {
            return Integer.parseInt(digits.strip());
        } catch (NumberFormatException e) {
            throw new PatternSyntaxException("not a number of repetitions", source, at);
        }
    }

    private List<String> repeated(List<String> atom, int min, int max, String written) {
        at += written.length();
        java.append(written);
        Set<String> all = new LinkedHashSet<>();
        int most = max - min > REPETITIONS ? min + REPETITIONS : max;
        if (min == 0) {
            all.add("");
        }
        if (!atom.isEmpty()) {
            for (int times = Math.max(min, 1); times <= most; times++) {
                all.add(atom.get(0).repeat(times));
                if (times <= min + 1) {
                    for (String other : atom) {
                        all.add(other.repeat(times));
                    }
                }
            }
        }
        return limited(all, WORDS);
    }

    private List<String> atom() {
        char c = source.charAt(at);
        switch (c) {
            case '(' -> {
                at++;
                java.append("(?:");
                List<String> inner = alternatives();
                if (!more() || source.charAt(at) != ')') {
                    throw new PatternSyntaxException("missing ')'", source, at);
                }
                at++;
                java.append(')');
                return limited(new LinkedHashSet<>(inner), WORDS_OF_A_PART);
            }
            case '[', '.', '\\' -> {
                CharacterClass part = CharacterClass.read(source, at);
                at = part.end();
                return characters(part.java());
            }
            case '?', '*', '+', '{', '}' -> throw new PatternSyntaxException("nothing to repeat", source, at);
            default -> {
                int point = source.codePointAt(at);
                at += Character.charCount(point);
                String literal = Character.toString(point);
                java.append(Pattern.quote(literal));
                return List.of(literal);
            }
        }
    }

    /** Returns some characters of a Java character class, which is appended to the Java pattern. */
    private List<String> characters(String javaClass) {
        java.append(javaClass);
        Pattern one = Pattern.compile(javaClass);
        Set<String> found = new LinkedHashSet<>();
        for (int i = 0; i < USUAL.length(); i++) {
            String candidate = USUAL.substring(i, i + 1);
            if (one.matcher(candidate).matches()) {
                found.add(candidate);
            }
        }
        for (int point = 0x20; point < LONGEST_SCAN && found.size() < 4; point++) {
            String candidate = Character.toString(point);
            if (one.matcher(candidate).matches()) {
                found.add(candidate);
            }
        }
        for (String candidate : List.of("\t", "\n", "\r")) {
            if (found.isEmpty() && one.matcher(candidate).matches()) {
                found.add(candidate);
            }
        }
        return limited(found, WORDS_OF_A_PART);
    }
}
