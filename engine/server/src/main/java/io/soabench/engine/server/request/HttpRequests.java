package io.soabench.engine.server.request;

import io.netty.channel.ChannelHandlerContext;
import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.server.http.HttpParser;
import io.soabench.engine.server.peer.PeerRequestKind;
import java.util.Locale;

/**
 * A router of requests by target, method and content type. {@link SoapRequests} handles SOAP messages; this class
 * answers requests for documents and all other requests. Thread-safe, as it has no state.
 */
public final class HttpRequests {
    private static final String HTTP = "http://";
    private static final String HTTPS = "https://";
    private static final String UNSUPPORTED = "415 Unsupported Media Type";
    private static final String MULTIPART = "multipart/";

    private final RequestContext stage;
    private final SoapRequests soap;

    /** Makes the router of a stage. */
    public HttpRequests(RequestContext stage) {
        this.stage = stage;
        this.soap = new SoapRequests(stage, this);
    }

    SoapRequests soap() {
        return soap;
    }

    /** Handles the request that a connection has just read. */
    void request(ServerConnection connection) {
        HttpParser parser = connection.parser();
        String target = parser.target();
        int authority = authorityStart(target);
        if (authority > 0) {
            int slash = target.indexOf('/', authority);
            target = slash < 0 ? "/" : target.substring(slash);
        }
        int query = target.indexOf('?');
        String path = query < 0 ? target : target.substring(0, query);
        if (stage.isOfPeers()) {
            path = forwardedPath(connection, path);
            if (!path.isEmpty() && connection.peerRequest() == PeerRequestKind.KNOWN) {
                KeyQuestion.answer(stage, connection);
                return;
            }
        }
        Service service = stage.directory().service(path);
        if (service == null && path.indexOf('%') >= 0) {
            service = stage.directory().service(normalized(path));
        }
        String asked = query < 0 ? "" : target.substring(query + 1);
        if (parser.method().equals("HEAD")) {
            head(connection, service, asked);
        } else if (service == null) {
            reject(connection, "404 Not Found", "", "There is no service at " + path + ".");
        } else if (parser.method().equals("POST")) {
            stage.counters().count(Counter.REQUESTS_RECEIVED);
            if (!parser.contentEncoding().isEmpty()) {
                reject(
                        connection,
                        UNSUPPORTED,
                        "Accept-Encoding: identity\r\n",
                        "The body has the Content-Encoding '" + parser.contentEncoding() + "'; send it without one.");
            } else if (isSoap(parser.contentType())) {
                post(connection, service);
            } else {
                reject(
                        connection,
                        UNSUPPORTED,
                        "",
                        (isMultipart(parser.contentType())
                                        ? "Multipart messages (MTOM, SOAP with attachments) are not read here. "
                                        : "")
                                + "Send text/xml (SOAP 1.1) or application/soap+xml (SOAP 1.2).");
            }
        } else if (parser.method().equals("GET")) {
            get(connection, service, asked);
        } else {
            reject(
                    connection,
                    "405 Method Not Allowed",
                    "Allow: GET, HEAD, POST\r\n",
                    "A service takes POST, and GET with ?wsdl.");
        }
    }

    /** Returns the same path with as few escapes as possible, in capital letters (RFC 3986, section 6.2.2). */
    private static String normalized(String path) {
        StringBuilder normalized = new StringBuilder(path.length());
        for (int i = 0; i < path.length(); i++) {
            char next = path.charAt(i);
            int high = next == '%' && i + 2 < path.length() ? Character.digit(path.charAt(i + 1), 16) : -1;
            int low = high < 0 ? -1 : Character.digit(path.charAt(i + 2), 16);
            if (low < 0) {
                normalized.append(next);
                continue;
            }
            char escaped = (char) (high * 16 + low);
            boolean needless = escaped < 0x80 && (Character.isLetterOrDigit(escaped) || "-._~".indexOf(escaped) >= 0);
            normalized.append(
                    needless
                            ? String.valueOf(escaped)
                            : path.substring(i, i + 3).toUpperCase(Locale.ROOT));
            i += 2;
        }
        return normalized.toString();
    }

    /**
     * Returns the path of the service in a request of another replica. The result is empty, which is no path of a
     * service, if the request does not have the secret.
     */
    private String forwardedPath(ServerConnection connection, String path) {
        for (PeerRequestKind peerRequest : PeerRequestKind.values()) {
            String before = peerRequest.path(stage.peers().secret(), "");
            if (path.startsWith(before)) {
                connection.forwardedAs(peerRequest);
                return path.substring(before.length());
            }
        }
        return "";
    }

    /** Returns true for the content types of SOAP. A missing type counts as text/xml. */
    private static boolean isSoap(String contentType) {
        if (contentType.isEmpty() || contentType.startsWith("text/xml; charset=utf-8")) {
            return true;
        }
        int end = contentType.indexOf(';');
        String type = (end < 0 ? contentType : contentType.substring(0, end)).strip();
        return type.equalsIgnoreCase("text/xml")
                || type.equalsIgnoreCase("application/soap+xml")
                || type.equalsIgnoreCase("application/xml");
    }

    private static boolean isMultipart(String contentType) {
        return contentType.regionMatches(true, 0, MULTIPART, 0, MULTIPART.length());
    }

    private void reject(ServerConnection connection, String status, String headers, String sentence) {
        stage.counters().count(Counter.REQUESTS_REJECTED);
        stage.refusals().refused(Refusal.TARGET, sentence);
        boolean keepAlive = connection.parser().isKeptForRequests();
        Responses.text(connection.context(), status, headers, sentence, keepAlive);
        connection.closeUnless(keepAlive);
    }

    /**
     * Answers HEAD with the status of the same GET, without content (RFC 9110, section 9.3.2). It is not counted, since
     * it is no request to a service.
     */
    private static void head(ServerConnection connection, Service service, String query) {
        boolean exists = service != null && document(service, query) != null;
        boolean keepAlive = connection.parser().isKeptForRequests();
        Responses.head(connection.context(), exists ? "200 OK" : "404 Not Found", keepAlive);
        connection.closeUnless(keepAlive);
    }

    private static byte[] document(Service service, String query) {
        return service.documents().get(query.toLowerCase(Locale.ROOT).equals("wsdl") ? "wsdl" : query);
    }

    private void get(ServerConnection connection, Service service, String query) {
        byte[] document = document(service, query);
        if (document == null) {
            reject(
                    connection,
                    "404 Not Found",
                    "",
                    "Ask for " + service.path() + "?wsdl or send a SOAP request by POST.");
            return;
        }
        boolean keepAlive = connection.parser().isKeptForRequests();
        byte[] addressed = service.addressed(document, host(connection.parser()));
        ChannelHandlerContext context = connection.context();
        Responses.plain(context, "200 OK", "", "text/xml; charset=utf-8", addressed, keepAlive);
        connection.closeUnless(keepAlive);
    }

    /** Returns the authority by which the client has reached the engine; empty if the request does not have it. */
    private static String host(HttpParser parser) {
        String target = parser.target();
        int authority = authorityStart(target);
        if (authority == 0) {
            return parser.host();
        }
        int slash = target.indexOf('/', authority);
        return target.substring(authority, slash < 0 ? target.length() : slash);
    }

    /**
     * Returns the start of the authority in a target in absolute form (RFC 9112, section 3.2.2); 0 in other forms. The
     * letters of a scheme may be small or capital (RFC 3986, section 3.1).
     */
    private static int authorityStart(String target) {
        if (target.regionMatches(true, 0, HTTP, 0, HTTP.length())) {
            return HTTP.length();
        }
        return target.regionMatches(true, 0, HTTPS, 0, HTTPS.length()) ? HTTPS.length() : 0;
    }

    private void post(ServerConnection connection, Service service) {
        // A message for a running instance is read also at the limit, since it may let the instance end. A repeated
        // message starts no instance.
        if (connection.admissionQueue().isFree()
                || connection.peerRequest() == PeerRequestKind.REPEAT
                || (!service.onlyStarts() && stage.admission().admits())) {
            soap.take(connection, service, false);
        } else {
            waitOrRefuse(connection, service);
        }
    }

    /** Lets a request wait for admission, or refuses it if it may not wait. Called when the engine is at its limit. */
    void waitOrRefuse(ServerConnection connection, Service service) {
        if (!connection.queueForAdmission(service)) {
            refuse(connection);
        }
    }

    /** Refuses a request because the engine is at its limit. */
    void refuse(ServerConnection connection) {
        stage.counters().count(Counter.REQUESTS_REFUSED);
        stage.refusals().refused(Refusal.OVERLOAD, "the engine is at its limit");
        boolean keepAlive = connection.parser().isKeptForRequests();
        Responses.overloaded(connection.context(), keepAlive);
        connection.closeUnless(keepAlive);
    }
}
