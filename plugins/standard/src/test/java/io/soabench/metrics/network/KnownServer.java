package io.soabench.metrics.network;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;

/** A server that sends and receives exactly as many bytes as it is told on standard input. */
public final class KnownServer {

    private static ServerSocket door;
    private static Socket line;

    private KnownServer() {}

    /**
     * Commands, each answered with one line: {@code listen}; {@code accept} a connection and keep it; {@code connect <port>} and
     * keep it; {@code send <n>} on the kept connection; {@code receive <n>} on it; {@code serve <connections> <receive> <send>},
     * each accepted and closed; {@code call <port> <connections> <send>}, each opened and closed.
     */
    public static void main(String[] arguments) throws IOException {
        Scanner in = new Scanner(System.in, StandardCharsets.US_ASCII);
        System.out.println("ready");
        while (in.hasNext()) {
            String command = in.next();
            System.out.println(
                    switch (command) {
                        case "listen" -> {
                            door = new ServerSocket(0, 500, InetAddress.getLoopbackAddress());
                            yield door.getLocalPort();
                        }
                        case "accept" -> {
                            line = door.accept();
                            yield line.getPort();
                        }
                        case "connect" -> {
                            line = connect(in.nextInt());
                            yield line.getLocalPort();
                        }
                        case "send" -> send(line, in.nextInt());
                        case "receive" -> receive(line, in.nextInt());
                        case "serve" -> serve(in.nextInt(), in.nextInt(), in.nextInt());
                        case "call" -> call(in.nextInt(), in.nextInt(), in.nextInt());
                        default -> throw new IllegalArgumentException(command);
                    });
        }
    }

    static Socket connect(int port) throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 5000);
        return socket;
    }

    static int send(Socket socket, int n) throws IOException {
        socket.getOutputStream().write(new byte[n]);
        return n;
    }

    static int receive(Socket socket, int n) throws IOException {
        InputStream in = socket.getInputStream();
        return in.readNBytes(n).length;
    }

    private static int serve(int connections, int receive, int send) throws IOException {
        for (int i = 0; i < connections; i++) {
            try (Socket socket = door.accept()) {
                receive(socket, receive);
                send(socket, send);
            }
        }
        return connections;
    }

    private static int call(int port, int connections, int send) throws IOException {
        for (int i = 0; i < connections; i++) {
            try (Socket socket = connect(port)) {
                send(socket, send);
            }
        }
        return connections;
    }
}
