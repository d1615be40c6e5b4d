package io.soabench.load.server;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A server on a free loopback port that answers each request as its script says, one thread a connection. */
public final class ScriptedServer implements AutoCloseable {

    /** A request as it arrived. */
    public record Request(String head, String body) {

        /** Value of the header X-SOABench-UIID. */
        public String uiid() {
            return header("X-SOABench-UIID");
        }

        /** Value of a header, or empty. */
        public String header(String name) {
            return head.lines()
                    .filter(line -> line.startsWith(name + ": "))
                    .map(line -> line.substring(name.length() + 2))
                    .findFirst()
                    .orElse("");
        }
    }

    /** Answers one request; closing the socket is allowed. */
    @FunctionalInterface
    public interface Script {

        void answer(Request request, Socket socket, OutputStream out) throws IOException, InterruptedException;
    }

    private final ServerSocket listener;
    private final Script script;
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();

    public ScriptedServer(Script script) throws IOException {
        this.script = script;
        listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        daemon(this::accept);
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "scripted-server");
        thread.setDaemon(true);
        thread.start();
    }

    /** An answer with that body and Content-Length. */
    public static byte[] http(String statusLine, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return ("HTTP/1.1 " + statusLine + "\r\nContent-Type: text/xml\r\nContent-Length: " + bytes.length + "\r\n\r\n"
                        + body)
                .getBytes(StandardCharsets.UTF_8);
    }

    /** A SOAP 1.1 envelope around that. */
    public static String soap(String content) {
        return "<?xml version='1.0'?><s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>"
                + content + "</s:Body></s:Envelope>";
    }

    /** The answer that the testbed of these tests expects. */
    public static byte[] good() {
        return http("200 OK", soap("<a:answer xmlns:a=\"urn:q\">1</a:answer>"));
    }

    /** A script that always answers well. */
    public static Script answering() {
        return (request, socket, out) -> out.write(good());
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                sockets.add(socket);
                connections.incrementAndGet();
                daemon(() -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (Request request = read(in); request != null; request = read(in)) {
                requests.add(request);
                script.answer(request, socket, socket.getOutputStream());
                if (socket.isClosed()) {
                    return;
                }
            }
        } catch (SocketException e) {
            // The client or the test closed the connection.
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Request read(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int b = in.read();
            if (b < 0) {
                return null;
            }
            head.append((char) b);
        }
        Request request = new Request(head.toString(), "");
        byte[] body = in.readNBytes(Integer.parseInt(request.header("Content-Length")));
        return new Request(head.toString(), new String(body, StandardCharsets.UTF_8));
    }

    public int port() {
        return listener.getLocalPort();
    }

    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + port() + "/Sequential");
    }

    /** In the order in which they arrived. */
    public List<Request> requests() {
        return requests;
    }

    public int connections() {
        return connections.get();
    }

    /** Closes every connection that is open now, but goes on listening. */
    public void dropConnections() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        dropConnections();
    }
}
