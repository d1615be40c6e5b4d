package io.soabench.generators.output;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The words of a testbed file, without comments and without white space between words. */
final class ModelWords {

    /** A comment, white space, a text in quotes, a word or number, any other character. */
    private static final Pattern WORD = Pattern.compile("(?s)(/\\*.*?(?:\\*/|\\z)|//[^\\r\\n]*|\\s+)"
            + "|(\"(?:\\\\.|[^\"\\\\])*+\"?|'(?:\\\\.|[^'\\\\])*+'?|[\\p{L}\\p{N}_.^-]+|.)");

    private ModelWords() {}

    /** Returns the words, one a line; texts in quotes stay as they are. */
    static String of(String model) {
        StringBuilder words = new StringBuilder(model.length());
        Matcher each = WORD.matcher(model);
        while (each.find()) {
            if (each.group(2) != null) {
                words.append(each.group(2)).append('\n');
            }
        }
        return words.toString();
    }
}
