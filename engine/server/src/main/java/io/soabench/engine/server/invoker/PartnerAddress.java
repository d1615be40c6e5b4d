package io.soabench.engine.server.invoker;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;

/**
 * An http URL, divided into its parts. Immutable.
 *
 * @param host the host name or address
 * @param port the TCP port
 * @param target the request target: path and query
 */
public record PartnerAddress(String host, int port, String target) {
    private static final int DEFAULT_PORT = 80;
    private static final int MAX_PORT = 65_535;
    private static final Pattern USER = Pattern.compile("//[^/?#]*@");

    /**
     * Divides a URL.
     *
     * @throws IllegalArgumentException with a clause for a sentence, if the text is no absolute http URL
     */
    public static PartnerAddress parse(String address) {
        try {
            // Converts other characters by RFC 3987, section 3.1.
            URI uri = new URI(new URI(address.strip()).toASCIIString());
            if ("https".equalsIgnoreCase(uri.getScheme())) {
                throw new IllegalArgumentException("the partner's address '" + shown(address)
                        + "' needs TLS, which the engine does not have; name an http:// address");
            }
            if (uri.getScheme() == null || !uri.getScheme().equalsIgnoreCase("http") || uri.getHost() == null) {
                throw new IllegalArgumentException("the partner's address '" + shown(address) + "' is no http:// URL");
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
            return new PartnerAddress(uri.getHost(), uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort(), target);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("the partner's address '" + shown(address) + "' is no URL");
        }
    }

    /** Returns an address for a message, without a user and a password in it. */
    private static String shown(String address) {
        return USER.matcher(address).replaceFirst("//…@");
    }

    /** Returns host and port; the port is left out if it is 80. */
    public String authority() {
        return port == DEFAULT_PORT ? host : host + ":" + port;
    }
}
