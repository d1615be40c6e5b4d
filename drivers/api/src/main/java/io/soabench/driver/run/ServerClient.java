package io.soabench.driver.run;

import io.soabench.plan.RequestForm;
import io.soabench.plan.RequestHeaders;
import io.soabench.plan.ServerTrust;
import io.soabench.plan.SoapVersion;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.Lifecycle.HttpAction;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A client for exchanges with servers over HTTP and TCP. It uses HTTP/1.1, within TLS for {@code https} addresses, no proxy, and follows no
 * redirects. Thread-safe.
 */
public final class ServerClient {

    private static final int LONGEST = 300;
    private static final Duration CONNECT = Duration.ofSeconds(5);

    /** The largest number of clients that are kept for certificates: an agent outlives a run with its certificates. */
    private static final int MOST_KEPT = 16;

    /** The client for actions and pages. */
    private final HttpClient client;

    /** The client for servers that this Java installation trusts. */
    private final HttpClient usual;

    /** The clients for servers with certificates of their own, by those. */
    private final Map<String, HttpClient> trusting;

    /** Creates a client that trusts the servers that this Java installation trusts. */
    public ServerClient() {
        usual = client(ServerTrust.ofJava());
        client = usual;
        trusting = new ConcurrentHashMap<>();
    }

    private ServerClient(HttpClient client, ServerClient of) {
        this.client = client;
        this.usual = of.usual;
        this.trusting = of.trusting;
    }

    /**
     * Returns a client whose actions and pages are for servers with these certificates, or of an issuer among them.
     *
     * @param certificates in the PEM format; empty: those that this Java installation trusts
     * @throws IOException if they cannot be used
     */
    public ServerClient trusting(String certificates) throws IOException {
        return new ServerClient(client(certificates), this);
    }

    private static HttpClient client(ServerTrust trust) {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(CONNECT)
                .sslContext(trust.context())
                .build();
    }

    private HttpClient client(String trust) throws IOException {
        if (trust.isEmpty()) {
            return usual;
        }
        HttpClient known = trusting.get(trust);
        if (known == null) {
            known = client(ServerTrust.of(trust));
            if (trusting.size() >= MOST_KEPT) {
                trusting.clear();
            }
            trusting.put(trust, known);
        }
        return known;
    }

    /** Sends an action whose placeholders are replaced. */
    public CompletableFuture<HttpResponse<byte[]>> send(HttpAction action) throws IOException {
        return client.sendAsync(request(action), HttpResponse.BodyHandlers.ofByteArray());
    }

    /** Sends an action whose placeholders are replaced, and writes the body of the answer to a file, which it replaces. */
    public CompletableFuture<HttpResponse<Path>> fetch(HttpAction action, Path file) throws IOException {
        return client.sendAsync(request(action), HttpResponse.BodyHandlers.ofFile(file));
    }

    private static HttpRequest request(HttpAction action) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(action.url()))
                .timeout(Duration.ofMillis(action.timeoutMs()))
                .method(action.method(), body(action.bodyFile()));
        if (action.contentType() != null && !action.contentType().isEmpty()) {
            request.header("Content-Type", action.contentType());
        }
        action.authorization().ifPresent(value -> request.header("Authorization", value));
        return request.build();
    }

    private static HttpRequest.BodyPublisher body(String file) throws IOException {
        if (file == null || file.isEmpty()) {
            return BodyPublishers.noBody();
        }
        return file.startsWith(Lifecycle.TEXT)
                ? BodyPublishers.ofString(file.substring(Lifecycle.TEXT.length()))
                : BodyPublishers.ofFile(Path.of(file));
    }

    /**
     * Sends a SOAP envelope with the headers of the load client, so that a functional check looks like the load.
     *
     * @param uiid identifier of the request
     * @param form the version of SOAP, and the certificates by which the server is trusted
     * @param headers HTTP headers beside those of SOAP
     * @throws IOException if these certificates cannot be used
     */
    public CompletableFuture<HttpResponse<byte[]>> call(
            String url,
            RequestForm form,
            String soapAction,
            RequestHeaders headers,
            String uiid,
            String envelope,
            long timeoutMs)
            throws IOException {
        SoapVersion soap = form.soap();
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofMillis(timeoutMs))
                .header("User-Agent", RequestForm.USER_AGENT)
                .header("Accept", soap.mediaType())
                .header("Content-Type", soap.contentType(soapAction));
        if (!soap.actionInType()) {
            request.header("SOAPAction", '"' + SoapVersion.bare(soapAction) + '"');
        }
        headers.values().forEach(request::header);
        request.header(RequestForm.UIID_HEADER, uiid);
        return client(form.trust())
                .sendAsync(
                        request.POST(BodyPublishers.ofString(envelope)).build(),
                        HttpResponse.BodyHandlers.ofByteArray());
    }

    /** Requests a page. */
    public CompletableFuture<HttpResponse<byte[]>> ask(String url, long timeoutMs) {
        return client.sendAsync(
                HttpRequest.newBuilder(URI.create(url))
                        .timeout(Duration.ofMillis(timeoutMs))
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());
    }

    /** Returns whether the server of an {@code http://…} or {@code https://…} address takes a connection. */
    public static boolean connects(String url, int timeoutMs) {
        URI address = URI.create(url);
        int usual = "https".equals(address.getScheme()) ? 443 : 80;
        return connects(address.getHost(), address.getPort() < 0 ? usual : address.getPort(), timeoutMs);
    }

    /** Returns whether a program accepts connections at a port. */
    public static boolean connects(String host, int port, int timeoutMs) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), timeoutMs);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the answer of a server as one line: its status, and its message without markup, shortened. */
    public static String words(HttpResponse<byte[]> answer) {
        return words(answer.statusCode(), new String(answer.body(), StandardCharsets.UTF_8));
    }

    /** Returns the same of an answer that another client has received. */
    public static String words(int status, String answered) {
        String body =
                answered.replaceAll("<[^>]*>", " ").replaceAll("\\s+", " ").strip();
        if (body.length() > LONGEST) {
            body = body.substring(0, LONGEST) + "…";
        }
        return "status " + status + (body.isEmpty() ? " without a message" : ": " + body);
    }

    /** Returns whether an exchange ended because its time was over; the client then closes the connection itself. */
    public static boolean timedOut(Throwable problem) {
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            if (cause instanceof HttpTimeoutException || "connection closed locally".equals(cause.getMessage())) {
                return true;
            }
        }
        return false;
    }

    /** Returns the reason for a failed exchange, in words. */
    public static String words(Throwable problem) {
        Throwable cause = problem;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String text = cause.getMessage();
        return cause.getClass().getSimpleName() + (text == null ? "" : " (" + text + ")");
    }
}
