package io.soabench.dsl.text;

import io.soabench.model.issue.IssueCode;
import java.util.List;
import org.antlr.runtime.MismatchedTokenException;
import org.antlr.runtime.RecognitionException;
import org.antlr.runtime.Token;
import org.eclipse.xtext.nodemodel.SyntaxErrorMessage;
import org.eclipse.xtext.parser.antlr.SyntaxErrorMessageProvider;

/** Messages for syntax errors: the word that was found and, where the parser knows it, the expected one. */
public class SyntaxMessages extends SyntaxErrorMessageProvider {

    /** Code of every syntax error. */
    public static final String SYNTAX = IssueCode.SYNTAX.id();

    /** The code of an invalid value. The parser can follow a text with such a value. */
    public static final String VALUE = SYNTAX + "-value";

    @Override
    public SyntaxErrorMessage getSyntaxErrorMessage(IParserErrorContext context) {
        RecognitionException exception = context.getRecognitionException();
        if (exception == null || exception.token == null) {
            return new SyntaxErrorMessage(plain(context.getDefaultMessage()), SYNTAX);
        }
        Token token = exception.token;
        String found = token.getType() == Token.EOF ? "the end of the file" : "\"" + token.getText() + "\"";
        if (exception instanceof MismatchedTokenException mismatch) {
            return new SyntaxErrorMessage(
                    "expected " + tokenName(context, mismatch.expecting) + ", found " + found, SYNTAX);
        }
        return new SyntaxErrorMessage(found + " is not allowed here", SYNTAX);
    }

    @Override
    public SyntaxErrorMessage getSyntaxErrorMessage(IValueConverterErrorContext context) {
        return new SyntaxErrorMessage(context.getDefaultMessage(), VALUE);
    }

    /**
     * Returns a message in plain words. A name that runs into an arrow is the only text that cannot be divided into
     * words.
     */
    private static String plain(String message) {
        return message.contains("mismatched character '>'") ? "write a blank before \"->\"" : message;
    }

    private static String tokenName(IParserErrorContext context, int type) {
        List<String> names = List.of(context.getTokenNames());
        String name = type >= 0 && type < names.size() ? names.get(type) : "the end of the file";
        return switch (name) {
            case "RULE_ID" -> "a name";
            case "RULE_STRING" -> "a text in double quotes";
            case "RULE_NUMBER" -> "a number";
            case "EOF", "<EOR>" -> "the end of the file";
            default -> name.startsWith("'") ? '"' + name.substring(1, name.length() - 1) + '"' : name;
        };
    }
}
