package io.soabench.engine.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/** A partner on a bare socket: it reads a request, writes given bytes and perhaps closes. */
final class RawPartner implements AutoCloseable {
    final AtomicInteger requests = new AtomicInteger();
    final AtomicInteger connections = new AtomicInteger();
    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final byte[] answer;
    private final boolean closing;
    private volatile Socket last;
    private volatile String received = "";

    RawPartner(String answer, boolean closing) throws IOException {
        this.answer = answer.getBytes(StandardCharsets.ISO_8859_1);
        this.closing = closing;
        daemon(this::accept);
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

    /** The last request, head included; empty when there was none. */
    String received() {
        return received;
    }

    int port() {
        return server.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                connections.incrementAndGet();
                last = socket;
                daemon(() -> talk(socket));
            }
        } catch (IOException e) {
            // Closed.
        }
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
                    socket.getOutputStream().write(answer);
                    if (closing) {
                        socket.close();
                    }
                }
            }
        } catch (IOException e) {
            // The engine has closed.
        }
    }

    /** Closes the connection that was opened last, as a partner does that is tired of waiting. */
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
