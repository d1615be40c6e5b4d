package io.soabench.dsl.repair;

import io.soabench.dsl.grammar.Expectations;
import io.soabench.dsl.words.Token;
import io.soabench.dsl.words.Tokens;
import java.util.ArrayList;
import java.util.List;

/**
 * The intended words of a part in which a double quote is missing, a blank before an arrow is missing, or a blank is no
 * ordinary one. For one part.
 */
final class QuoteRepair {

    private final Expectations language;
    private final String text;
    private final int start;
    private final boolean isLast;
    private final List<SyntaxFault> faults = new ArrayList<>();
    private List<Token> words;

    /**
     * Reads the words of a part.
     *
     * @param text of the part
     * @param start its offset in the file
     * @param isLast whether the file ends with the part; a text without an end may be cut off there
     */
    QuoteRepair(Expectations language, String text, int start, boolean isLast) {
        this.language = language;
        this.text = text;
        this.start = start;
        this.isLast = isLast;
        this.words = Tokens.of(text).visible();
        List<Integer> added = new ArrayList<>();
        quotes(added);
        this.words = inTheFile(added);
        arrows();
        blanks();
    }

    List<SyntaxFault> faults() {
        return faults;
    }

    /** Returns the words, at their offsets in the file. */
    List<Token> words() {
        return words;
    }

    /** Takes blanks of word processors and web pages for ordinary ones. */
    private void blanks() {
        List<Token> left = new ArrayList<>();
        for (Token word : words) {
            if (word.kind() == Token.Kind.SYMBOL && ForeignHabits.isBlank(word.text())) {
                faults.add(new SyntaxFault(
                        word.start(),
                        word.end() - word.start(),
                        ForeignHabits.blank(word.text()),
                        List.of(new Change(word.start(), word.end(), " ", false))));
            } else {
                left.add(word);
            }
        }
        words = List.copyOf(left);
    }

    private void arrows() {
        for (int i = 0; i + 1 < words.size(); i++) {
            Token name = words.get(i);
            Token arrow = words.get(i + 1);
            if (name.kind() == Token.Kind.WORD && arrow.is("->") && name.end() == arrow.start()) {
                faults.add(new SyntaxFault(
                        name.start(),
                        name.end() - name.start(),
                        "write a blank before \"->\"",
                        List.of(new Change(name.end(), name.end(), " ", false))));
            }
        }
    }

    /** Adds quotes to lines in which an opened text does not end. */
    private void quotes(List<Integer> added) {
        for (Token word : words) {
            if (isOpen(word)) {
                int lineStart = text.lastIndexOf('\n', word.start()) + 1;
                quote(lineStart, text.substring(lineStart, word.end()).stripTrailing(), added);
            }
        }
    }

    private static boolean isOpen(Token word) {
        return word.kind() == Token.Kind.STRING
                && (word.text().length() == 1 || !word.text().endsWith("\"") || isEscaped(word.text()));
    }

    private static boolean isEscaped(String string) {
        int backslashes = 0;
        for (int i = string.length() - 2; i > 0 && string.charAt(i) == '\\'; i--) {
            backslashes++;
        }
        return backslashes % 2 == 1;
    }

    private void quote(int lineStart, String line, List<Integer> added) {
        int best = line.length();
        int farthest = -1;
        for (int place : places(line)) {
            String tried = text.substring(0, lineStart) + line.substring(0, place) + '"' + line.substring(place) + '\n';
            if (Tokens.of(tried).visible().stream().noneMatch(word -> word.start() >= lineStart && isOpen(word))) {
                int reach = understood(tried + text.substring(Math.min(text.length(), lineStart + line.length())));
                if (reach > farthest) {
                    farthest = reach;
                    best = place;
                }
            }
        }
        int quotes = (int) line.substring(0, best).chars().filter(c -> c == '"').count();
        int at = start + lineStart + best;
        boolean last = text.substring(lineStart + line.length()).isBlank() && best == line.length();
        if (quotes % 2 == 1) {
            int opening = line.lastIndexOf('"', best - 1);
            faults.add(new SyntaxFault(
                    start + lineStart + opening,
                    best - opening,
                    "this text has no closing double quote; write " + line.substring(opening, best) + '"',
                    List.of(
                            last && isLast
                                    ? new Change(
                                            start + lineStart + opening, at, line.substring(opening, best) + '"', true)
                                    : new Change(at, at, "\"", false))));
        } else {
            int end = line.indexOf('"', best);
            String unopened = line.substring(best, end < 0 ? line.length() : end + 1);
            faults.add(new SyntaxFault(
                    at,
                    unopened.length(),
                    "this text has no opening double quote; write \"" + unopened,
                    List.of(new Change(at, at, "\"", false))));
        }
        added.add(lineStart + best);
    }

    /**
     * Returns the possible places of a missing quote in a line: the ends of words within a text, or else the starts
     * of words outside.
     */
    private static List<Integer> places(String line) {
        List<Integer> closing = new ArrayList<>();
        List<Integer> opening = new ArrayList<>();
        for (int i = 1; i <= line.length(); i++) {
            char before = line.charAt(i - 1);
            char after = i < line.length() ? line.charAt(i) : ' ';
            boolean outside = line.substring(0, i).chars().filter(c -> c == '"').count() % 2 == 0;
            if (outside && isGap(before) && !isGap(after)) {
                opening.add(i);
            } else if (!outside && !isGap(before) && isGap(after)) {
                closing.add(i);
            }
        }
        closing.addAll(opening);
        return closing;
    }

    private static boolean isGap(char c) {
        return Character.isWhitespace(c) || c == ',' || c == '}' || c == ')';
    }

    /** Returns the number of characters of a text that are understood. */
    private int understood(String tried) {
        Expectations.Reading reading = language.begin();
        for (Token word : Tokens.of(tried).visible()) {
            if (!reading.read(word)) {
                return word.start();
            }
        }
        return reading.isComplete() ? tried.length() + 1 : tried.length();
    }

    private List<Token> inTheFile(List<Integer> added) {
        StringBuilder quoted = new StringBuilder();
        int at = 0;
        List<Integer> sorted = added.stream().sorted().toList();
        for (int place : sorted) {
            quoted.append(text, at, place).append('"');
            at = place;
        }
        quoted.append(text.substring(at));
        return Tokens.of(quoted.toString()).visible().stream()
                .map(word -> new Token(
                        word.kind(), word.text(), original(sorted, word.start()), original(sorted, word.end())))
                .toList();
    }

    private int original(List<Integer> added, int offset) {
        int moved = 0;
        for (int place : added) {
            if (place + moved < offset) {
                moved++;
            }
        }
        return start + offset - moved;
    }
}
