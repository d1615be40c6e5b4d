package io.soabench.engine.bpel.xpath;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The names in an expression of XPath 2.0 or XQuery 1.0. They are found by the words of the text alone; the processor
 * of the expression checks its syntax later. Not understood: a quote in the text of an element that a query makes, as
 * in {@code <a>it's</a>}, which counts as the start of a string. Immutable.
 */
public final class ExpressionNames {
    private static final Set<String> NO_FUNCTIONS = Set.of(
            "attribute",
            "comment",
            "document-node",
            "element",
            "empty-sequence",
            "if",
            "item",
            "node",
            "processing-instruction",
            "schema-attribute",
            "schema-element",
            "text",
            "typeswitch",
            "and",
            "div",
            "else",
            "eq",
            "except",
            "ge",
            "gt",
            "idiv",
            "in",
            "intersect",
            "le",
            "lt",
            "mod",
            "ne",
            "or",
            "return",
            "satisfies",
            "then",
            "to",
            "union");
    private static final Set<String> BINDING = Set.of("in", "as", "at", ":=");

    private final List<XPath.Name> variables = new ArrayList<>();
    private final List<XPath.FunctionCall> calls = new ArrayList<>();
    private final List<String> prefixes = new ArrayList<>();
    private final Set<String> local = new HashSet<>();

    private ExpressionNames(List<Token> tokens) {
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            if (token.kind() == Kind.VARIABLE) {
                variable(token, i + 1 < tokens.size() ? tokens.get(i + 1) : null);
            } else if (token.kind() == Kind.NAME) {
                XPath.Name name = name(token.text());
                boolean call = i + 1 < tokens.size() && tokens.get(i + 1).is("(");
                if (!name.prefix().isEmpty()) {
                    prefixes.add(name.prefix());
                }
                if (call && !(name.prefix().isEmpty() && NO_FUNCTIONS.contains(name.local()))) {
                    calls.add(new XPath.FunctionCall(name, arguments(tokens, i + 2)));
                }
            }
        }
    }

    /** Finds the names in any text of XPath 2.0. */
    public static ExpressionNames in(String text) {
        return new ExpressionNames(tokens(text, false));
    }

    /** Finds the names in any text of XQuery, those in attributes of the elements that it makes included. */
    public static ExpressionNames inQuery(String text) {
        return new ExpressionNames(tokens(text, true));
    }

    /** Returns all variable references in order, with the text after {@code $}; see {@link #isLocal}. */
    public List<XPath.Name> variables() {
        return List.copyOf(variables);
    }

    /** Returns true if the expression itself gives a value to that variable somewhere, as {@code for} does. */
    public boolean isLocal(XPath.Name variable) {
        return local.contains(variable.toString());
    }

    /** Returns all function calls in the order of their names. */
    public List<XPath.FunctionCall> calls() {
        return List.copyOf(calls);
    }

    /** Returns all prefixes of names, those of variables included. */
    public List<String> prefixes() {
        return List.copyOf(prefixes);
    }

    private void variable(Token token, Token next) {
        XPath.Name name = name(token.text());
        variables.add(name);
        if (!name.prefix().isEmpty()) {
            prefixes.add(name.prefix());
        }
        if (next != null && BINDING.contains(next.text()) && next.kind() != Kind.STRING) {
            local.add(name.toString());
        }
    }

    private static XPath.Name name(String text) {
        int colon = text.indexOf(':');
        return new XPath.Name(colon < 0 ? "" : text.substring(0, colon), text.substring(colon + 1));
    }

    /** Returns the arguments after the opening parenthesis. An argument is present if it is one string literal. */
    private static List<Optional<String>> arguments(List<Token> tokens, int from) {
        List<Optional<String>> arguments = new ArrayList<>();
        Deque<Token> argument = new ArrayDeque<>();
        int depth = 0;
        for (int i = from; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            if (depth == 0 && (token.is(",") || token.is(")"))) {
                if (!argument.isEmpty() || token.is(",") || !arguments.isEmpty()) {
                    boolean literal = argument.size() == 1 && argument.peek().kind() == Kind.STRING;
                    arguments.add(literal ? Optional.of(argument.peek().text()) : Optional.empty());
                }
                argument.clear();
                if (token.is(")")) {
                    break;
                }
                continue;
            }
            depth += token.is("(") || token.is("[") ? 1 : token.is(")") || token.is("]") ? -1 : 0;
            argument.add(token);
        }
        return arguments;
    }

    // ---- words

    private enum Kind {
        NAME,
        VARIABLE,
        STRING,
        SIGN
    }

    private record Token(Kind kind, String text) {
        boolean is(String sign) {
            return kind == Kind.SIGN && text.equals(sign);
        }
    }

    private static List<Token> tokens(String text, boolean query) {
        List<Token> tokens = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            int end = at + 1;
            if (c == '(' && text.startsWith("(:", at)) {
                end = afterComment(text, at);
            } else if (c == '\'' || c == '"') {
                end = afterString(text, at);
                String quote = String.valueOf(c);
                String content = text.substring(at + 1, Math.max(at + 1, end - 1));
                boolean attribute = query && endsWithNameAndEquals(tokens);
                tokens.add(new Token(Kind.STRING, content.replace(quote + quote, quote)));
                if (attribute) {
                    enclosed(content, tokens);
                }
            } else if (c == '$') {
                end = afterName(text, at + 1);
                tokens.add(new Token(Kind.VARIABLE, text.substring(at + 1, end)));
            } else if (isStart(c)) {
                end = afterName(text, at);
                tokens.add(new Token(Kind.NAME, text.substring(at, end)));
            } else if (Character.isDigit(c)) {
                while (end < text.length()
                        && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '.')) {
                    end++;
                }
            } else if (c == ':' && text.startsWith(":=", at)) {
                end = at + 2;
                tokens.add(new Token(Kind.SIGN, ":="));
            } else if (!Character.isWhitespace(c)) {
                tokens.add(new Token(Kind.SIGN, String.valueOf(c)));
            }
            at = end;
        }
        return tokens;
    }

    /** Returns whether an attribute's value may come next. */
    private static boolean endsWithNameAndEquals(List<Token> tokens) {
        int last = tokens.size() - 1;
        return last > 0 && tokens.get(last).is("=") && tokens.get(last - 1).kind() == Kind.NAME;
    }

    /** Adds the words between curly brackets. A bracket that is written twice is a character of the value. */
    private static void enclosed(String value, List<Token> tokens) {
        int at = value.indexOf('{');
        while (at >= 0) {
            boolean character = value.startsWith("{{", at);
            int end = character ? at + 2 : afterBrackets(value, at);
            if (!character) {
                tokens.addAll(tokens(value.substring(at + 1, end), true));
            }
            at = value.indexOf('{', end);
        }
    }

    /** Returns the index after the bracket that closes the one at an index. */
    private static int afterBrackets(String value, int from) {
        int depth = 0;
        int at = from;
        do {
            char c = value.charAt(at);
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            at++;
        } while (at < value.length() && depth > 0);
        return at;
    }

    private static int afterComment(String text, int from) {
        int depth = 1;
        int at = from + 2;
        while (at < text.length() && depth > 0) {
            boolean opens = text.startsWith("(:", at);
            boolean closes = text.startsWith(":)", at);
            depth += opens ? 1 : closes ? -1 : 0;
            at += opens || closes ? 2 : 1;
        }
        return at;
    }

    /** Returns the index after a string literal. Inside a string, a quote is written twice. */
    private static int afterString(String text, int from) {
        char quote = text.charAt(from);
        int at = from + 1;
        while (at < text.length()) {
            if (text.charAt(at) != quote) {
                at++;
            } else if (at + 1 < text.length() && text.charAt(at + 1) == quote) {
                at += 2;
            } else {
                return at + 1;
            }
        }
        return at;
    }

    private static int afterName(String text, int from) {
        int at = afterPart(text, from);
        boolean prefixed = at + 1 < text.length() && text.charAt(at) == ':' && isStart(text.charAt(at + 1));
        return prefixed ? afterPart(text, at + 1) : at;
    }

    private static int afterPart(String text, int from) {
        int at = from;
        while (at < text.length()
                && (isStart(text.charAt(at))
                        || (at > from && (Character.isDigit(text.charAt(at)) || ".-".indexOf(text.charAt(at)) >= 0)))) {
            at++;
        }
        return at;
    }

    private static boolean isStart(char c) {
        return Character.isLetter(c) || c == '_';
    }
}
