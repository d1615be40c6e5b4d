package io.soabench.dsl.words;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The words of a text, which may have errors. The parser knows words only as far as it can follow. The text is
 * divided as the terminals of the grammar require, but a word with doubled hyphens is one word, since one of them was
 * mistyped.
 */
public final class Tokens {

    private static final Pattern WORDS = Pattern.compile("(?<comment>/\\*(?s:.*?)(?:\\*/|\\z)|//[^\\n\\r]*)"
            + "|(?<string>\"(?:\\\\.|[^\"\\\\\\n\\r])*+\"?)"
            + "|(?<number>-?\\d+(?:\\.\\d+)?)"
            + "|(?<word>[A-Za-z_](?:-*[A-Za-z0-9_])*)"
            + "|(?<symbol><->|->|<=|>=|\\.\\.|/min|/s|/h|\\S)");

    private final List<Token> all;
    private final List<Token> visible;

    private Tokens(List<Token> all) {
        this.all = List.copyOf(all);
        this.visible =
                all.stream().filter(token -> token.kind() != Token.Kind.COMMENT).toList();
    }

    /** Returns the tokens of a text. */
    public static Tokens of(String text) {
        List<Token> all = new ArrayList<>();
        Matcher words = WORDS.matcher(text);
        while (words.find()) {
            all.add(new Token(kind(words), words.group(), words.start(), words.end()));
        }
        return new Tokens(all);
    }

    private static Token.Kind kind(Matcher words) {
        if (words.group("comment") != null) {
            return Token.Kind.COMMENT;
        }
        if (words.group("string") != null) {
            return Token.Kind.STRING;
        }
        if (words.group("number") != null) {
            return Token.Kind.NUMBER;
        }
        return words.group("word") != null ? Token.Kind.WORD : Token.Kind.SYMBOL;
    }

    /** Returns all tokens, comments included. */
    public List<Token> all() {
        return all;
    }

    /** Returns the tokens with a meaning. */
    public List<Token> visible() {
        return visible;
    }

    /** Returns the token that contains or begins at a character, comments included. */
    public Optional<Token> at(int offset) {
        return all.stream()
                .filter(token -> token.start() <= offset && offset < token.end())
                .findFirst();
    }

    /** Returns the token that a cursor touches; of two, the word rather than a symbol. */
    public Optional<Token> touching(int offset) {
        Optional<Token> found = Optional.empty();
        for (Token token : all) {
            if (token.touches(offset) && (found.isEmpty() || found.get().kind() == Token.Kind.SYMBOL)) {
                found = Optional.of(token);
            }
        }
        return found;
    }
}
