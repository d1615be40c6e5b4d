package io.soabench.dsl.repair;

import io.soabench.dsl.grammar.Expected;
import io.soabench.dsl.words.Token;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Sentences about what other languages, word processors and countries write: decimal commas, exponents, {@code =} before a value,
 * semicolons, letters with accents, no-break spaces.
 */
final class ForeignHabits {

    private static final Pattern EXPONENT = Pattern.compile("[eE]\\d*");

    private final List<Token> words;
    private final int wrong;

    private ForeignHabits(List<Token> words, int wrong) {
        this.words = words;
        this.wrong = wrong;
    }

    /**
     * Returns the sentence about a word that the grammar does not allow; empty where it shows no such habit.
     *
     * @param expected what the grammar allows in its place
     */
    static Optional<String> sentence(List<Token> words, int wrong, List<Expected> expected) {
        if (wrong >= words.size()) {
            return Optional.empty();
        }
        return new ForeignHabits(words, wrong).sentence(expected);
    }

    private Optional<String> sentence(List<Expected> expected) {
        Token word = words.get(wrong);
        int character = word.text().codePointAt(0);
        if (word.kind() == Token.Kind.SYMBOL && Character.isLetter(character)) {
            return Optional.of("\"" + together() + "\" is no name, because of its \"" + word.text()
                    + "\"; write letters from a to z, digits, \"_\" and \"-\"");
        }
        if (word.is(",") && isBeside(wrong - 1, Token.Kind.NUMBER) && isBeside(wrong + 1, Token.Kind.NUMBER)) {
            return Optional.of("\"" + together()
                    + "\" is no number; write a point before decimals, and nothing between thousands");
        }
        if (EXPONENT.matcher(word.text()).matches() && isBeside(wrong - 1, Token.Kind.NUMBER)) {
            return Optional.of("\"" + together() + "\" has an exponent; write the number in full");
        }
        if (word.is("=") || (word.is(":") && expected.stream().anyMatch(Expected::number))) {
            return Optional.of("no \"" + word.text() + "\" stands between a word and its value; remove it");
        }
        if (word.is(";")) {
            return Optional.of("no \";\" stands at the end of a line; remove it");
        }
        boolean named = expected.stream().anyMatch(Expected::name);
        if (named && word.kind() == Token.Kind.NUMBER && isBeside(wrong + 1, Token.Kind.WORD)) {
            return Optional.of("\"" + together() + "\" is no name; begin it with a letter or \"_\"");
        }
        if (word.is("-") && isBeside(wrong - 1, Token.Kind.WORD)) {
            return Optional.of("\"" + together() + "\" is no name; end it with a letter, a digit or \"_\"");
        }
        return Optional.empty();
    }

    /** Returns whether a character is a blank that the language does not know, or shows nothing. */
    static boolean isBlank(String character) {
        int code = character.codePointAt(0);
        return Character.isSpaceChar(code)
                || Character.getType(code) == Character.FORMAT
                || Character.getType(code) == Character.CONTROL;
    }

    /** Returns the sentence about such a blank. */
    static String blank(String character) {
        return "this blank is the character U+%04X; write an ordinary one".formatted(character.codePointAt(0));
    }

    /** Returns whether a word of that kind stands directly beside the wrong one. */
    private boolean isBeside(int other, Token.Kind kind) {
        return other >= 0
                && other < words.size()
                && words.get(other).kind() == kind
                && isTogether(Math.min(other, wrong));
    }

    private boolean isTogether(int first) {
        return words.get(first).end() == words.get(first + 1).start();
    }

    /** Returns the wrong word with all letters, digits and signs that touch it. */
    private String together() {
        int first = wrong;
        while (first > 0 && isTogether(first - 1) && isPart(words.get(first - 1))) {
            first--;
        }
        int last = wrong;
        while (last + 1 < words.size() && isTogether(last) && isPart(words.get(last + 1))) {
            last++;
        }
        StringBuilder all = new StringBuilder();
        words.subList(first, last + 1).forEach(word -> all.append(word.text()));
        return all.toString();
    }

    private static boolean isPart(Token word) {
        return word.kind() == Token.Kind.WORD
                || word.kind() == Token.Kind.NUMBER
                || (word.kind() == Token.Kind.SYMBOL
                        && Character.isLetter(word.text().codePointAt(0)));
    }
}
