package io.soabench.engine.server.invoker;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;

/**
 * An http or https URL, divided into its parts. Immutable.
 *
 * @param isSecure true for https
 * @param host the host name or address
 * @param port the TCP port
 * @param target the request target: path and query
 */
public record PartnerAddress(boolean isSecure, String host, int port, String target) {
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;
    private static final int MAX_PORT = 65_535;
    private static final Pattern USER = Pattern.compile("//[^/?#]*@");

    /**
     * Divides a URL.
     *
     * @throws IllegalArgumentException with a clause for a sentence, if the text is no absolute http or https URL
     */
    public static PartnerAddress parse(String address) {
        try {
            // Converts other characters by RFC 3987, section 3.1.
            URI uri = new URI(new URI(address.strip()).toASCIIString());
            boolean secure = "https".equalsIgnoreCase(uri.getScheme());
            if (!(secure || "http".equalsIgnoreCase(uri.getScheme())) || uri.getHost() == null) {
                throw new IllegalArgumentException(
                        "the partner's address '" + shown(address) + "' is no http:// or https:// URL");
            }
            if (uri.getRawUserInfo() != null) {
                throw new IllegalArgumentException("the partner's address '" + shown(address)
                        + "' has a user in it, whom the engine does not send; leave out what is before the @");
            }
            if (uri.getPort() == 0 || uri.getPort() > MAX_PORT) {
                throw new IllegalArgumentException(
                        "the port of the partner's address '" + shown(address) + "' is not from 1 to " + MAX_PORT);
            }
            String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
            String target = uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
            return new PartnerAddress(
                    secure, uri.getHost(), uri.getPort() < 0 ? defaultPort(secure) : uri.getPort(), target);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("the partner's address '" + shown(address) + "' is no URL");
        }
    }

    /** Returns an address for a message, without a user and a password in it. */
    private static String shown(String address) {
        return USER.matcher(address).replaceFirst("//…@");
    }

    private static int defaultPort(boolean secure) {
        return secure ? HTTPS_PORT : HTTP_PORT;
    }

    /** Returns host and port; the port is left out if it is the one of the scheme, 80 or 443. */
    public String authority() {
        return port == defaultPort(isSecure) ? host : place();
    }

    /** Returns host and port, also if it is the port of the scheme. */
    public String place() {
        return host + ":" + port;
    }

    /** Returns the text that addresses with common connections share. */
    String key() {
        return isSecure ? "https://" + authority() : authority();
    }
}
