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
 * of the expression checks its syntax later. In an element that a query makes, the names are those of tags, of
 * attributes and between curly brackets; the text of the element has none (XQuery 1.0, section 3.7.1). Immutable.
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
    /** The words after which an operand comes, so that a sign {@code <} begins an element there. */
    private static final Set<String> BEFORE_OPERAND = Set.of(
            "and",
            "by",
            "div",
            "else",
            "eq",
            "except",
            "ge",
            "gt",
            "idiv",
            "in",
            "intersect",
            "is",
            "le",
            "lt",
            "mod",
            "ne",
            "or",
            "return",
            "satisfies",
            "then",
            "to",
            "union",
            "where");

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
            depth += token.isOneOf("([{") ? 1 : token.isOneOf(")]}") ? -1 : 0;
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

        boolean isOneOf(String signs) {
            return kind == Kind.SIGN && signs.contains(text);
        }
    }

    private static List<Token> tokens(String text, boolean query) {
        List<Token> tokens = new ArrayList<>();
        words(text, 0, query, false, tokens);
        return tokens;
    }

    /**
     * Adds the words from an index on.
     *
     * @param enclosed true if a curly bracket was opened before, so that the words end before the one that closes it
     * @return the index after the words
     */
    private static int words(String text, int from, boolean query, boolean enclosed, List<Token> tokens) {
        int at = from;
        int open = 0;
        boolean operandNext = true;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (enclosed && open == 0 && c == '}') {
                return at;
            }
            int end = at + 1;
            if (c == '(' && text.startsWith("(:", at)) {
                end = afterComment(text, at);
            } else if (query && operandNext && beginsMarkup(text, at)) {
                end = markup(text, at, tokens);
                operandNext = false;
            } else if (c == '\'' || c == '"') {
                end = afterString(text, at);
                String quote = String.valueOf(c);
                String content = text.substring(at + 1, Math.max(at + 1, end - 1));
                tokens.add(new Token(Kind.STRING, content.replace(quote + quote, quote)));
                operandNext = false;
            } else if (c == '$') {
                end = afterName(text, at + 1);
                tokens.add(new Token(Kind.VARIABLE, text.substring(at + 1, end)));
                operandNext = false;
            } else if (isStart(c)) {
                end = afterName(text, at);
                String name = text.substring(at, end);
                tokens.add(new Token(Kind.NAME, name));
                operandNext = BEFORE_OPERAND.contains(name);
            } else if (Character.isDigit(c)) {
                while (end < text.length()
                        && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '.')) {
                    end++;
                }
                operandNext = false;
            } else if (c == ':' && text.startsWith(":=", at)) {
                end = at + 2;
                tokens.add(new Token(Kind.SIGN, ":="));
                operandNext = true;
            } else if (!Character.isWhitespace(c)) {
                tokens.add(new Token(Kind.SIGN, String.valueOf(c)));
                open += c == '{' ? 1 : c == '}' ? -1 : 0;
                // A star stands for any name, or multiplies.
                operandNext = c == '*' ? !operandNext : ")]}.".indexOf(c) < 0;
            }
            at = end;
        }
        return at;
    }

    // ---- elements that a query makes

    private static boolean beginsMarkup(String text, int at) {
        return text.startsWith("<!--", at) || text.startsWith("<?", at) || beginsElement(text, at);
    }

    private static boolean beginsElement(String text, int at) {
        return text.charAt(at) == '<' && at + 1 < text.length() && isStart(text.charAt(at + 1));
    }

    /** Adds the names in an element, which may contain others, and returns the index after it. */
    private static int markup(String text, int from, List<Token> tokens) {
        int at = from;
        int open = 0;
        do {
            if (text.startsWith("<!--", at)) {
                at = after(text, "-->", at + 4);
            } else if (text.startsWith("<?", at)) {
                at = after(text, "?>", at + 2);
            } else if (text.startsWith("<![CDATA[", at)) {
                at = after(text, "]]>", at);
            } else if (text.startsWith("</", at)) {
                at = after(text, ">", at);
                open--;
            } else if (beginsElement(text, at)) {
                at = tag(text, at, tokens);
                open += text.startsWith("/>", at - 2) ? 0 : 1;
            } else if (text.startsWith("{{", at) || text.startsWith("}}", at)) {
                at += 2;
            } else if (text.charAt(at) == '{') {
                at = enclosed(text, at, tokens);
            } else {
                at++;
            }
        } while (open > 0 && at < text.length());
        return at;
    }

    /** Adds the names in a tag that begins an element, and returns the index after it. */
    private static int tag(String text, int from, List<Token> tokens) {
        int at = from;
        while (at < text.length()) {
            char c = text.charAt(at);
            int end = at + 1;
            if (isStart(c)) {
                end = afterName(text, at);
                tokens.add(new Token(Kind.NAME, text.substring(at, end)));
            } else if (c == '\'' || c == '"') {
                end = attribute(text, at, tokens);
            } else if (!Character.isWhitespace(c)) {
                tokens.add(new Token(Kind.SIGN, String.valueOf(c)));
            }
            at = end;
            if (c == '>') {
                break;
            }
        }
        return at;
    }

    /** Adds the names in the value of an attribute, and returns the index after it. Inside, a quote is written twice. */
    private static int attribute(String text, int from, List<Token> tokens) {
        char quote = text.charAt(from);
        String doubled = String.valueOf(quote) + quote;
        int at = from + 1;
        while (at < text.length()) {
            if (text.startsWith(doubled, at) || text.startsWith("{{", at) || text.startsWith("}}", at)) {
                at += 2;
            } else if (text.charAt(at) == quote) {
                return at + 1;
            } else if (text.charAt(at) == '{') {
                at = enclosed(text, at, tokens);
            } else {
                at++;
            }
        }
        return at;
    }

    /** Adds the words between curly brackets, and returns the index after these. */
    private static int enclosed(String text, int from, List<Token> tokens) {
        tokens.add(new Token(Kind.SIGN, "{"));
        int end = words(text, from + 1, true, true, tokens);
        tokens.add(new Token(Kind.SIGN, "}"));
        return Math.min(end + 1, text.length());
    }

    /** Returns the index after the next occurrence of a text; the length if there is none. */
    private static int after(String text, String sought, int from) {
        int found = text.indexOf(sought, from);
        return found < 0 ? text.length() : found + sought.length();
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
