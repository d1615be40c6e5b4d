package io.soabench.plan;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The HTTP headers of requests to a process, with the secrets that were read on this machine. Its text has no secret, and {@link #hidden}
 * takes them out of what a server has repeated. Immutable.
 */
public final class RequestHeaders {

    /** The headers of a process that needs none. */
    public static final RequestHeaders NONE = new RequestHeaders(Map.of(), List.of());

    /** The text that replaces a secret in a message. */
    public static final String HIDDEN = "***";

    /** The length of the shortest secret that is removed from messages. Shorter texts would be found by chance. */
    private static final int LEAST_HIDDEN = 4;

    /** The number of characters by which a cut-off secret is recognised. */
    private static final int FOUND_BY = 12;

    private final Map<String, String> values;
    private final List<String> secrets;

    private RequestHeaders(Map<String, String> values, List<String> secrets) {
        this.values = values;
        this.secrets = secrets;
    }

    /**
     * Reads the secrets of the headers of a process.
     *
     * @param environment the variables of this machine
     * @throws IllegalArgumentException with a sentence that has no secret, when a value cannot be made
     */
    public static RequestHeaders of(String process, List<HeaderPlan> headers, Map<String, String> environment) {
        Map<String, String> values = new LinkedHashMap<>();
        List<String> secrets = new ArrayList<>();
        for (HeaderPlan header : headers) {
            String begin = "header \"" + header.name() + "\" of process \"" + process + "\" ";
            header.problem().ifPresent(problem -> {
                throw new IllegalArgumentException(begin + problem);
            });
            String value = header.text();
            if (header.secret()) {
                String secret = header.environment().isEmpty()
                        ? SecretFile.read(begin, header.file(), environment)
                        : variable(begin, header.environment(), environment);
                value = value(header, secret);
                secrets.add(secret);
                secrets.add(header.user().isEmpty() ? secret : value.substring(value.indexOf(' ') + 1));
            }
            if (!HeaderPlan.isValue(value)) {
                throw new IllegalArgumentException(
                        begin + "has a secret with characters that no header may have, such as a line end; correct the "
                                + (header.file().isEmpty() ? "variable " : "file ") + header.environment()
                                + header.file());
            }
            values.put(header.name(), value);
        }
        List<String> hidden = secrets.stream()
                .flatMap(secret -> Stream.of(secret, escaped(secret)))
                .filter(secret -> secret.length() >= LEAST_HIDDEN)
                .distinct()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
        return new RequestHeaders(values, hidden);
    }

    /** Returns a secret as an XML message repeats it. */
    private static String escaped(String secret) {
        return secret.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private static String variable(String begin, String name, Map<String, String> environment) {
        String value = environment.getOrDefault(name, "");
        if (value.isEmpty()) {
            throw new IllegalArgumentException(begin + "needs the variable " + name
                    + ", which the environment of this machine has not; set it before the run");
        }
        return value;
    }

    private static String value(HeaderPlan header, String secret) {
        if (!header.user().isEmpty()) {
            // Most servers read the pair in UTF-8 (RFC 7617, section 2.1).
            String pair = header.user() + ":" + secret;
            return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
        }
        return header.scheme().isEmpty() ? secret : header.scheme() + " " + secret;
    }

    /** Returns the values by name, in the order of the model. */
    public Map<String, String> values() {
        return values;
    }

    /** Returns the lines of an HTTP head, each with a line end before it. */
    public String lines() {
        StringBuilder lines = new StringBuilder();
        values.forEach(
                (name, value) -> lines.append("\r\n").append(name).append(": ").append(value));
        return lines.toString();
    }

    /**
     * Returns a text in which {@value #HIDDEN} stands for each secret that a server has repeated, and for the start of
     * a secret at a cut-off end.
     */
    public String hidden(String text) {
        String hidden = text;
        for (String secret : secrets) {
            hidden = hidden(hidden, secret);
        }
        return hidden;
    }

    private static String hidden(String text, String secret) {
        String begin = secret.substring(0, Math.min(secret.length(), FOUND_BY));
        StringBuilder hidden = new StringBuilder();
        int from = 0;
        for (int at = text.indexOf(begin); at >= 0; at = text.indexOf(begin, from)) {
            int end = at + begin.length();
            while (end < text.length() && end - at < secret.length() && text.charAt(end) == secret.charAt(end - at)) {
                end++;
            }
            hidden.append(text, from, at).append(HIDDEN);
            from = end;
        }
        return from == 0 ? text : hidden.append(text, from, text.length()).toString();
    }

    /** Returns the bytes of a message without secrets; the same array when the message has none. */
    public byte[] hidden(byte[] message) {
        // Each byte is a character, so that all other bytes stay as they are.
        String text = new String(message, StandardCharsets.ISO_8859_1);
        String hidden = text;
        for (String secret : secrets) {
            hidden = hidden(hidden, new String(secret.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
        }
        return hidden.equals(text) ? message : hidden.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public String toString() {
        return "headers " + values.keySet();
    }
}
