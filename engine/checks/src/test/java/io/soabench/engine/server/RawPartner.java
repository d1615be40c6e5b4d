package io.soabench.engine.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** A partner on a plain socket: it reads a request, writes given bytes and perhaps closes the connection. */
final class RawPartner implements AutoCloseable {
    /** The envelope of an answer to the processes of {@link EngineFixture}. */
    static final String GOOD_BODY =
            ScriptedPartner.envelope("<p:answer xmlns:p=\"urn:fixture:partner\">good</p:answer>");

    /** The same answer with its HTTP head. */
    static final String GOOD = http("200 OK", GOOD_BODY);

    final AtomicInteger requests = new AtomicInteger();
    final AtomicInteger connections = new AtomicInteger();
    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Answer answer;
    private final SSLContext tls;
    private final SSLParameters parameters;
    private volatile Socket last;
    /** The socket below TLS of the connection that was opened last; the same one without TLS. */
    private volatile Socket bare;

    private volatile String received = "";

    /** The action on a connection after a request was read. */
    @FunctionalInterface
    interface Answer {
        void on(Socket socket) throws IOException;
    }

    RawPartner(String answer, boolean closing) throws IOException {
        this(socket -> {
            socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
            if (closing) {
                socket.close();
            }
        });
    }

    RawPartner(Answer answer) throws IOException {
        this(answer, null, null);
    }

    /** Makes a partner that speaks TLS; without it if the context is null. */
    RawPartner(Answer answer, SSLContext tls, SSLParameters parameters) throws IOException {
        this.answer = answer;
        this.tls = tls;
        this.parameters = parameters;
        daemon(this::accept);
    }

    /** Writes pieces, one every few milliseconds, again and again until the engine closes. */
    static Answer forever(String beginning, String piece) {
        return socket -> {
            socket.getOutputStream().write(beginning.getBytes(StandardCharsets.ISO_8859_1));
            socket.setSoTimeout(5);
            while (true) {
                socket.getOutputStream().write(piece.getBytes(StandardCharsets.ISO_8859_1));
                try {
                    if (socket.getInputStream().read() < 0) {
                        return;
                    }
                } catch (SocketTimeoutException e) {
                    // Time for the next piece.
                }
            }
        };
    }

    /** Writes a piece and resets the connection. */
    static Answer reset(String piece) {
        return socket -> {
            socket.getOutputStream().write(piece.getBytes(StandardCharsets.ISO_8859_1));
            socket.setSoLinger(true, 0);
            socket.close();
        };
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "raw-partner");
        thread.setDaemon(true);
        thread.start();
    }

    static String http(String status, String body) {
        return "HTTP/1.1 " + status + "\r\nContent-Type: text/xml\r\nContent-Length: " + body.length() + "\r\n\r\n"
                + body;
    }

    /** Returns the last request, head included; empty when there was none. */
    String received() {
        return received;
    }

    int port() {
        return server.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket accepted = server.accept();
                Socket socket = tls == null ? accepted : secured(accepted);
                connections.incrementAndGet();
                bare = accepted;
                last = socket;
                daemon(() -> talk(socket));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private Socket secured(Socket accepted) throws IOException {
        SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket(accepted, null, accepted.getPort(), true);
        socket.setUseClientMode(false);
        socket.setSSLParameters(parameters);
        return socket;
    }

    /** Closes the connection that was opened last without the notice of TLS. */
    void cutLast() throws IOException {
        bare.close();
    }

    private void talk(Socket socket) {
        try {
            StringBuilder text = new StringBuilder();
            InputStream input = socket.getInputStream();
            int next;
            while ((next = input.read()) >= 0) {
                text.append((char) next);
                if (text.indexOf("</s:Envelope>") >= 0 || text.indexOf(":Envelope>", text.length() - 10) >= 0) {
                    received = text.toString();
                    text.setLength(0);
                    requests.incrementAndGet();
                    answer.on(socket);
                }
            }
        } catch (IOException e) {
            // The engine has closed.
        }
    }

    /** Closes the connection that was opened last, like a partner after an idle time. */
    void closeLast() throws IOException {
        last.close();
    }

    @Override
    public void close() throws IOException {
        server.close();
        if (last != null) {
            last.close();
        }
    }
}
