package io.soabench.dsl.words;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A part of a model file that can be understood by itself: its head, or an element that begins at the start of a line. The parts of a file
 * cover it without gaps.
 *
 * @param start first character
 * @param end behind the last one, which is where the next part begins
 * @param tokens those that mean something
 */
public record Unit(int start, int end, List<Token> tokens) {

    private static final Set<String> BEGINNINGS = Set.of(
            "service",
            "process",
            "data",
            "host",
            "network",
            "server",
            "workload",
            "metric",
            "suite",
            "explore",
            "profile",
            "default",
            "at",
            "report",
            "published",
            "event");

    public Unit {
        tokens = List.copyOf(tokens);
    }

    /** Returns whether an element of a model begins with a word. */
    public static boolean isBeginning(Token token) {
        return token.kind() == Token.Kind.WORD && BEGINNINGS.contains(token.text());
    }

    /** Returns the parts of a text; one at least. */
    public static List<Unit> of(String text, Tokens tokens) {
        List<Unit> units = new ArrayList<>();
        List<Token> open = new ArrayList<>();
        int start = 0;
        int depth = 0;
        for (Token token : tokens.visible()) {
            if (begins(text, token, depth)) {
                if (!open.isEmpty()) {
                    units.add(new Unit(start, token.start(), open));
                    open = new ArrayList<>();
                    start = token.start();
                }
                depth = 0;
            }
            open.add(token);
            depth += token.is("{") ? 1 : 0;
            depth = Math.max(0, depth - (token.is("}") ? 1 : 0));
        }
        units.add(new Unit(start, text.length(), open));
        return units;
    }

    /**
     * Returns whether a token begins an element. A word in the first column does even where a bracket is missing;
     * an indented one does if no bracket is open.
     */
    private static boolean begins(String text, Token token, int depth) {
        if (!isBeginning(token)) {
            return false;
        }
        int lineStart = text.lastIndexOf('\n', token.start() - 1) + 1;
        return text.substring(lineStart, token.start()).isBlank() && (depth == 0 || lineStart == token.start());
    }

    /** Returns the part in which a character is. */
    public static Unit at(List<Unit> units, int offset) {
        return units.stream().filter(unit -> offset < unit.end).findFirst().orElse(units.get(units.size() - 1));
    }

    /** Returns the number of curly brackets that are open at the end; below 0 if there are too many closing ones. */
    public int openBrackets() {
        int depth = 0;
        for (Token token : tokens) {
            depth += token.is("{") ? 1 : 0;
            depth -= token.is("}") ? 1 : 0;
        }
        return depth;
    }

    /** Returns whether a character is in it. */
    public boolean contains(int offset) {
        return start <= offset && offset < end;
    }
}
