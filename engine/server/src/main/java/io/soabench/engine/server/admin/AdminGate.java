package io.soabench.engine.server.admin;

import io.soabench.engine.server.http.HttpParser;
import java.util.regex.Pattern;

/**
 * The access rule of the admin interface. A client must use a name of the loopback address, which a web page from
 * elsewhere cannot do, and must not have another origin (Fetch standard, section 3.2). If there is a token, the client
 * must send it. Thread-safe.
 */
final class AdminGate {
    private static final Pattern LOOPBACK =
            Pattern.compile("(localhost|127(\\.[0-9]{1,3}){3}|\\[::1])(:[0-9]{1,5})?", Pattern.CASE_INSENSITIVE);

    private final AdminToken token;
    private final String scheme;

    /**
     * Makes the rule.
     *
     * @param scheme the scheme of the addresses of the interface
     */
    AdminGate(AdminToken token, String scheme) {
        this.token = token;
        this.scheme = scheme;
    }

    /**
     * Checks a request.
     *
     * @return the reason of a refusal; null when the request is allowed
     */
    AdminAnswer refusal(HttpParser request, String path) {
        String host = request.host();
        if (!LOOPBACK.matcher(host).matches()) {
            return AdminAnswer.sentence(
                    403,
                    "The admin interface answers to names of the loopback address only, as 127.0.0.1 and localhost, and not"
                            + " to '" + host + "'.");
        }
        String origin = request.origin();
        if (!origin.isEmpty() && !origin.equalsIgnoreCase(scheme + "://" + host)) {
            return AdminAnswer.sentence(403, "The admin interface does not serve pages of '" + origin + "'.");
        }
        if (!path.equals(AdminRoutes.HEALTH) && !token.isKnownBy(request.authorization())) {
            return AdminAnswer.sentence(
                    401, "The admin interface wants the token that it was started with: 'Authorization: Bearer …'.");
        }
        return null;
    }
}
