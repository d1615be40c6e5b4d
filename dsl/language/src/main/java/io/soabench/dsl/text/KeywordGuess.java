package io.soabench.dsl.text;

import com.google.inject.Inject;
import io.soabench.dsl.services.TestbedGrammarAccess;
import java.io.StringReader;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.eclipse.xtext.GrammarUtil;
import org.eclipse.xtext.nodemodel.INode;
import org.eclipse.xtext.parser.IParser;

/**
 * Which word of the language was meant where the parser found another one: the one of nearest spelling that it would take there. Only
 * words of four letters and more are guessed, one mistake in four letters apart; a transposition is one mistake.
 */
public final class KeywordGuess {

    private static final int LETTERS_A_MISTAKE = 4;

    private final IParser parser;
    private final List<String> words;

    @Inject
    KeywordGuess(IParser parser, TestbedGrammarAccess grammar) {
        this.parser = parser;
        this.words = GrammarUtil.getAllKeywords(grammar.getGrammar()).stream()
                .filter(word -> word.length() >= LETTERS_A_MISTAKE && Character.isLetter(word.charAt(0)))
                .sorted()
                .toList();
    }

    /**
     * The word that was meant.
     *
     * @param text of the whole file
     * @param offset where the word that was found begins; the parser complained of it
     * @param length of that word
     */
    public Optional<String> of(String text, int offset, int length) {
        String found = text.substring(offset, offset + length);
        if (!found.matches("[A-Za-z][A-Za-z-]{2,}")) {
            return Optional.empty();
        }
        return words.stream()
                .filter(word -> mistakes(found, word) <= Math.max(1, word.length() / LETTERS_A_MISTAKE))
                .sorted(Comparator.comparingInt(word -> mistakes(found, word)))
                .filter(word -> isTaken(text.substring(0, offset) + word + text.substring(offset + length), offset))
                .findFirst();
    }

    private boolean isTaken(String text, int offset) {
        for (INode error : parser.parse(new StringReader(text)).getSyntaxErrors()) {
            if (error.getTotalOffset() <= offset && offset <= error.getTotalEndOffset()) {
                return false;
            }
        }
        return true;
    }

    /** Letters left out, added, replaced, or exchanged with their neighbour. */
    public static int mistakes(String one, String other) {
        int[][] least = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                if (i == 0 || j == 0) {
                    least[i][j] = i + j;
                    continue;
                }
                boolean same = one.charAt(i - 1) == other.charAt(j - 1);
                least[i][j] =
                        Math.min(Math.min(least[i - 1][j], least[i][j - 1]) + 1, least[i - 1][j - 1] + (same ? 0 : 1));
                if (i > 1
                        && j > 1
                        && one.charAt(i - 1) == other.charAt(j - 2)
                        && one.charAt(i - 2) == other.charAt(j - 1)) {
                    least[i][j] = Math.min(least[i][j], least[i - 2][j - 2] + 1);
                }
            }
        }
        return least[one.length()][other.length()];
    }
}
