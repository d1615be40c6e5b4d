package io.soabench.front;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.xml.sax.SAXParseException;

/** A refusal that a person has to act on; the message states what to change. */
public final class FrontRefused extends Exception {

    private static final long serialVersionUID = 1L;

    private static final Pattern LINE_BREAK = Pattern.compile("\\s*\\R\\s*");

    /** Creates a refusal. */
    public FrontRefused(String message) {
        super(message);
    }

    /** Creates a refusal with the exception behind it. */
    public FrontRefused(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * Returns the messages of a chain of exceptions in one line, once each: an engine's own words are seldom in the first. A message that only
     * repeats that of its cause, with the name of the class, is left out.
     */
    public static String reason(Throwable thrown) {
        List<String> sentences = new ArrayList<>();
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            String sentence = sentence(cause);
            if (!isOf(cause.getCause(), sentence) && sentences.stream().noneMatch(each -> each.contains(sentence))) {
                // The cause may say the same and more, for example the line.
                sentences.removeIf(sentence::contains);
                sentences.add(sentence);
            }
        }
        return String.join(": ", sentences);
    }

    private static boolean isOf(Throwable cause, String sentence) {
        return cause != null && sentence.equals(inOneLine(cause.toString()));
    }

    private static String sentence(Throwable thrown) {
        if (thrown instanceof SAXParseException place && place.getLineNumber() > 0) {
            return "line " + place.getLineNumber() + ", column " + place.getColumnNumber() + ": "
                    + inOneLine(place.getMessage());
        }
        return thrown.getMessage() == null || thrown.getMessage().isBlank()
                ? thrown.getClass().getSimpleName()
                : inOneLine(thrown.getMessage());
    }

    private static String inOneLine(String text) {
        return LINE_BREAK.matcher(text.strip()).replaceAll(" ");
    }
}
