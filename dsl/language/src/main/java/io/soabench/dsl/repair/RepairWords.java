package io.soabench.dsl.repair;

import io.soabench.dsl.words.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Replacement words, and their names in sentences. */
final class RepairWords {

    /** The prefix of names that fill a gap. Other names do not begin so. */
    static final String GAP = "missing-name-at-";

    private static final Set<String> BRACKETS = Set.of("{", "}", "(", ")", "[", "]");

    private RepairWords() {}

    /** Returns a word of the language in the place of another. */
    static Token of(String text, Token place) {
        boolean word = Character.isLetter(text.charAt(0));
        return new Token(word ? Token.Kind.WORD : Token.Kind.SYMBOL, text, place.start(), place.end());
    }

    static boolean isGap(Token word) {
        return word.kind() == Token.Kind.WORD && word.text().startsWith(GAP);
    }

    /** Returns whether a word is invented because the intended one is unknown. */
    static boolean isInvented(Token word) {
        return isGap(word) || word.text().equals("\"\"") || word.kind() == Token.Kind.NUMBER;
    }

    static boolean isBracket(Token word) {
        return word.kind() == Token.Kind.SYMBOL && BRACKETS.contains(word.text());
    }

    /** Returns the index behind a word; of one that opens a bracket, behind the one that closes it. */
    static int behind(List<Token> words, int index) {
        if (!words.get(index).is("{")) {
            return index + 1;
        }
        int depth = 0;
        for (int i = index; i < words.size(); i++) {
            depth += words.get(i).is("{") ? 1 : words.get(i).is("}") ? -1 : 0;
            if (depth == 0) {
                return i + 1;
            }
        }
        return words.size();
    }

    /** Returns the indices of the brackets that are open before a word, the innermost last. */
    static List<Integer> open(List<Token> words, int before) {
        List<Integer> open = new ArrayList<>();
        for (int i = 0; i < before; i++) {
            if (words.get(i).is("{")) {
                open.add(i);
            } else if (words.get(i).is("}") && !open.isEmpty()) {
                open.remove(open.size() - 1);
            }
        }
        return open;
    }

    /** Returns a word as it was found. */
    static String found(Token word) {
        return word.kind() == Token.Kind.STRING ? "the text " + word.text() : '"' + word.text() + '"';
    }

    /** Returns a word as it should be. */
    static String wanted(Token word) {
        if (isGap(word)) {
            return "a name";
        }
        return switch (word.kind()) {
            case STRING -> "a text in double quotes";
            case NUMBER -> "a number";
            default -> '"' + word.text() + '"';
        };
    }
}
