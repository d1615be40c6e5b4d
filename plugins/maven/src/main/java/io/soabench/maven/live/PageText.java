package io.soabench.maven.live;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * The page as HTML, with the policy that allows a browser its own style and script and nothing else.
 *
 * @param policy value of the header {@code Content-Security-Policy}
 */
record PageText(String html, String policy) {

    /** The page of this version. */
    static final PageText TEXT = read();

    private static PageText read() {
        try (InputStream in = PageText.class.getResourceAsStream("page.html")) {
            String html = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return new PageText(
                    html,
                    "default-src 'none'; style-src " + hash(html, "style") + "; script-src " + hash(html, "script")
                            + "; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
        } catch (IOException e) {
            throw new UncheckedIOException("the page cannot be read", e);
        }
    }

    /** Returns the source expression of the only element of that name. */
    private static String hash(String html, String element) {
        String begin = "<" + element + ">";
        String content = html.substring(html.indexOf(begin) + begin.length(), html.indexOf("</" + element + ">"));
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java platform has SHA-256", e);
        }
    }
}
