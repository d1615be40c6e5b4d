package io.soabench.dsl.words;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The similarity of words. */
public final class Spelling {

    private static final int LETTERS_A_MISTAKE = 4;

    private Spelling() {}

    /**
     * Returns the words that may have been meant by a misspelt one, the nearest first. They have at most one
     * mistake in four letters, and some letter in common.
     */
    public static List<String> nearest(String found, Collection<String> words) {
        String written = found.toLowerCase(Locale.ROOT);
        return words.stream()
                .filter(word -> isNear(written, word.toLowerCase(Locale.ROOT)))
                .sorted(Comparator.<String>comparingInt(word -> mistakes(written, word.toLowerCase(Locale.ROOT)))
                        .thenComparingInt(word -> mistakes(found, word))
                        .thenComparingInt(word -> foreign(found, word))
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    private static boolean isNear(String written, String word) {
        int most = Math.max(1, word.length() / LETTERS_A_MISTAKE);
        if (Math.abs(written.length() - word.length()) > most) {
            return false;
        }
        int mistakes = mistakes(written, word);
        return mistakes <= most && mistakes < Math.max(written.length(), word.length());
    }

    /** Returns how many letters only one of two words has: a letter that is doubled is more often meant than one that is another. */
    public static int foreign(String one, String other) {
        Set<Integer> letters = one.chars().boxed().collect(Collectors.toSet());
        Set<Integer> others = other.chars().boxed().collect(Collectors.toSet());
        return (int) (letters.stream()
                        .filter(letter -> !others.contains(letter))
                        .count()
                + others.stream().filter(letter -> !letters.contains(letter)).count());
    }

    /** Returns how many letters are left out, added, replaced, or exchanged with their neighbour. */
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
