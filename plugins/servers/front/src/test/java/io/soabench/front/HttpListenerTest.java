package io.soabench.front;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class HttpListenerTest {

    private static final String HEAD = "POST /echo HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\n";

    /** So long that what was sent before it has been read by itself. */
    private static final long PAUSE_MS = 200;

    private static final int TIME_OUT_MS = 10_000;

    private interface Client {
        void use(Socket socket) throws Exception;
    }

    /** A connection to a server that answers with what it got. */
    private static void connected(Client client) throws Exception {
        MultiThreadIoEventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        try (HttpListener door = HttpListener.open(
                        loops,
                        "127.0.0.1",
                        0,
                        1_000,
                        (request, answer) -> answer.accept(
                                HttpReply.text(200, new String(request.body(), StandardCharsets.UTF_8))));
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), door.port())) {
            socket.setSoTimeout(TIME_OUT_MS);
            client.use(socket);
        } finally {
            var unused = loops.shutdownGracefully();
        }
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Reading on is asked for by hand, so that each piece which is not yet a request must be followed by one more. */
    @Test
    void shouldAnswerWhenARequestComesInPieces() throws Exception {
        connected(socket -> {
            for (int request = 0; request < 2; request++) {
                for (String piece : new String[] {HEAD.substring(0, 20), HEAD.substring(20), "0123", "456789"}) {
                    send(socket, piece);
                    Thread.sleep(PAUSE_MS);
                }
                assertThat(answer(socket.getInputStream(), "9\n"))
                        .startsWith("HTTP/1.1 200 ")
                        .endsWith("\r\n\r\n0123456789\n");
            }
        });
    }

    /** The answer comes before the body; a client that sends the body all the same must not find the connection closed. */
    @Test
    void shouldTakeTheRestOfARequestThatIsTooLarge() throws Exception {
        connected(socket -> {
            send(socket, HEAD.replace("Content-Length: 10", "Content-Length: 2000"));
            assertThat(answer(socket.getInputStream(), "\r\n\r\n")).startsWith("HTTP/1.1 413 ");
            for (int piece = 0; piece < 20; piece++) {
                send(socket, "x".repeat(100));
            }
            send(socket, HEAD + "0123456789");
            assertThat(answer(socket.getInputStream(), "9\n")).startsWith("HTTP/1.1 200 ");
        });
    }

    private static String answer(InputStream in, String end) throws IOException {
        StringBuilder answer = new StringBuilder();
        while (!answer.toString().endsWith(end)) {
            int next = in.read();
            if (next < 0) {
                break;
            }
            answer.append((char) next);
        }
        return answer.toString();
    }
}
