package io.soabench.engine.server.registry;

import io.soabench.engine.runtime.kernel.PartnerRegistry;
import io.soabench.engine.runtime.xml.QualifiedName;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/**
 * A client of UDDI registries that finds the addresses of services by their port type. It sends {@code find_tModel} for
 * the tModel of the port type, and {@code find_binding} for the access points that refer to it (UDDI 3.0.2, sections
 * 5.1.9 and 5.1.11). Thread-safe.
 *
 * <p>Guarantees: one thread asks one question at a time. Each of the two requests of a question ends within the time
 * limit. When {@value #MAX_WAITING} questions wait, a further one is answered at once, without an address.
 */
public final class UddiInquiry implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(UddiInquiry.class.getName());
    private static final int MAX_WAITING = 100;
    private static final int OK = 200;

    private final Duration limit;
    private final Supplier<SSLContext> tls;
    private final ThreadPoolExecutor thread;
    private HttpClient client;

    /**
     * Makes a client. It opens no connection before the first question.
     *
     * @param limit the time limit of one request
     * @param tls the source of the trusted certificates for https registries
     */
    public UddiInquiry(Duration limit, Supplier<SSLContext> tls) {
        this.limit = limit;
        this.tls = tls;
        thread = new ThreadPoolExecutor(1, 1, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MAX_WAITING), task -> {
            Thread made = new Thread(task, "registry");
            made.setDaemon(true);
            return made;
        });
        thread.allowCoreThreadTimeOut(true);
    }

    /**
     * Returns the HTTP client, which the first question makes. So an engine without a registry has no threads for it.
     */
    private synchronized HttpClient client() {
        if (client == null) {
            client = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(limit)
                    .sslContext(tls.get())
                    .build();
        }
        return client;
    }

    private synchronized void renewClient() {
        client = null;
    }

    /**
     * Returns the registry whose inquiry is at an address.
     *
     * @throws IllegalArgumentException when the address is not a URL
     */
    public PartnerRegistry at(String inquiry) {
        URI address = URI.create(inquiry);
        return (portType, answer) -> {
            try {
                thread.execute(() -> answer.accept(ask(address, portType)));
            } catch (RejectedExecutionException e) {
                answer.accept(List.of());
            }
        };
    }

    private List<String> ask(URI inquiry, QualifiedName portType) {
        try {
            List<String> keys = UddiMessages.keys(send(inquiry, "find_tModel", UddiMessages.findTModel(portType)));
            List<String> found = keys.isEmpty()
                    ? List.of()
                    : UddiMessages.accessPoints(send(inquiry, "find_binding", UddiMessages.findBinding(keys)));
            LOG.log(
                    System.Logger.Level.INFO,
                    "The registry " + inquiry + " knows " + (found.isEmpty() ? "nobody" : String.join(", ", found))
                            + " for " + portType + ".");
            return found;
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "The registry " + inquiry + " cannot be asked: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            // Without an answer, the partner would not be looked up again.
            LOG.log(System.Logger.Level.ERROR, "The registry " + inquiry + " could not be asked.", e);
        }
        return List.of();
    }

    /** Sends a request. After a failure, the next one makes another client: the thread of this one may have ended. */
    private byte[] send(URI inquiry, String action, String message) throws IOException, InterruptedException {
        boolean answered = false;
        try {
            HttpResponse<byte[]> answer = exchange(inquiry, action, message);
            answered = true;
            if (answer.statusCode() != OK) {
                throw new IOException(action + " was answered with HTTP status " + answer.statusCode());
            }
            return answer.body();
        } finally {
            if (!answered) {
                renewClient();
            }
        }
    }

    private HttpResponse<byte[]> exchange(URI inquiry, String action, String message)
            throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> asked = client().sendAsync(
                        HttpRequest.newBuilder(inquiry)
                                .header("Content-Type", "text/xml; charset=utf-8")
                                .header("SOAPAction", '"' + action + '"')
                                .POST(HttpRequest.BodyPublishers.ofString(message, StandardCharsets.UTF_8))
                                .build(),
                        HttpResponse.BodyHandlers.ofByteArray());
        try {
            return asked.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new IOException(action + " failed: " + e.getCause(), e);
        } catch (TimeoutException e) {
            throw new IOException(action + " was not answered within " + limit.toMillis() + " ms", e);
        } finally {
            asked.cancel(true);
        }
    }

    /** Stops asking questions, and ends the client. */
    @Override
    public void close() {
        thread.shutdownNow();
    }
}
