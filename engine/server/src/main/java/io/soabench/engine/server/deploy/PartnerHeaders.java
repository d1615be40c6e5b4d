package io.soabench.engine.server.deploy;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** A writer of the header lines that a descriptor adds to the calls of a partner. No state. */
final class PartnerHeaders {
    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern VALUE =
            Pattern.compile("[\\x21-\\x7e\\x80-\\xff]([\\x20-\\x7e\\x80-\\xff\\t]*[\\x21-\\x7e\\x80-\\xff])?");

    /** The names of headers that the engine writes itself, or that would change the meaning of a message. */
    private static final Set<String> OWN = Set.of(
            "host",
            "connection",
            "content-length",
            "content-type",
            "content-encoding",
            "transfer-encoding",
            "te",
            "trailer",
            "upgrade",
            "expect",
            "soapaction");

    /** The names of headers whose values are credentials, which an archive must not contain. */
    private static final Set<String> SECRET = Set.of("authorization", "proxy-authorization", "cookie");

    private PartnerHeaders() {}

    /**
     * Returns the lines, each ended by CR LF, sorted by name.
     *
     * @throws IllegalArgumentException with a clause for a sentence, if a header cannot be sent
     */
    static String lines(String partner, Map<String, PartnerHeader> headers, Secrets secrets) {
        StringBuilder lines = new StringBuilder();
        new TreeMap<>(headers).forEach((name, header) -> {
            String where = "the header '" + name + "' of partner '" + partner + "' ";
            String lower = name.toLowerCase(Locale.ROOT);
            if (!NAME.matcher(name).matches() || OWN.contains(lower)) {
                throw new IllegalArgumentException(
                        where + (OWN.contains(lower) ? "is written by the engine" : "is no name of a header")
                                + "; remove it");
            }
            if (header.text() != null && SECRET.contains(lower)) {
                throw new IllegalArgumentException(
                        where + "is a secret in clear; name its 'environment' variable or its 'file' instead");
            }
            String value = value(where, header, secrets);
            if (!VALUE.matcher(value).matches()) {
                throw new IllegalArgumentException(
                        where + "has a value that is empty, or has characters that no header may have; correct it");
            }
            lines.append(name).append(": ").append(value).append("\r\n");
        });
        return lines.toString();
    }

    private static String value(String where, PartnerHeader header, Secrets secrets) {
        if (header.text() != null) {
            return header.text();
        }
        String secret;
        try {
            secret = header.file() == null ? secrets.variable(header.environment()) : secrets.file(header.file());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(where + "cannot be made: " + e.getMessage(), e);
        }
        if (header.user() != null) {
            // A byte beyond ASCII is a part of a letter of UTF-8 (RFC 7617, section 2.1), as most servers read it.
            String user =
                    new String((header.user() + ":").getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
            String password = header.file() == null
                    ? new String(secret.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1)
                    : secret;
            return "Basic "
                    + Base64.getEncoder().encodeToString((user + password).getBytes(StandardCharsets.ISO_8859_1));
        }
        return header.scheme() == null ? secret : header.scheme() + " " + secret;
    }
}
