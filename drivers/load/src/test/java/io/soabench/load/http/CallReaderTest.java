package io.soabench.load.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallReaderTest {

    private final CallReader reader = new CallReader();

    private boolean feed(String text) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
        boolean done = reader.feed(in);
        assertThat(in.hasRemaining()).isFalse();
        return done;
    }

    private String body() {
        return new String(reader.body(), 0, reader.kept(), StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /a/b HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello",
                "POST /a/b?c=1 HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n",
                "POST http://h:80/a/b HTTP/1.1\nContent-Length: 5\n\nhello"
            })
    void shouldReadRequestsByteByByte(String text) throws IOException {
        reader.begin(CallReader.MOST_KEPT);
        for (int i = 0; i < text.length() - 1; i++) {
            assertThat(feed(text.substring(i, i + 1))).isFalse();
        }
        assertThat(feed(text.substring(text.length() - 1))).isTrue();

        assertThat(reader.method()).isEqualTo("POST");
        assertThat(reader.path()).isEqualTo("/a/b");
        assertThat(body()).isEqualTo("hello");
        assertThat(reader.keepAlive()).isTrue();
        assertThat(reader.takeWaits()).isFalse();
    }

    @Test
    void shouldTellWhoWaitsToBeAskedForTheBody() throws IOException {
        reader.begin(CallReader.MOST_KEPT);
        assertThat(feed("POST / HTTP/1.1\r\nExpect: 100-Continue\r\nContent-Length: 1\r\n\r\n"))
                .isFalse();

        assertThat(reader.takeWaits()).isTrue();
        assertThat(reader.takeWaits()).isFalse();
        assertThat(feed("x")).isTrue();
    }

    @Test
    void shouldReadARequestWithoutBodyAndItsWishToClose() throws IOException {
        reader.begin(CallReader.MOST_KEPT);
        assertThat(feed("GET / HTTP/1.1\r\nConnection: close\r\n\r\n")).isTrue();

        assertThat(reader.method()).isEqualTo("GET");
        assertThat(reader.kept()).isZero();
        assertThat(reader.keepAlive()).isFalse();
        reader.begin(CallReader.MOST_KEPT);
        assertThat(feed("POST / HTTP/1.0\r\nContent-Length: 0\r\n\r\n")).isTrue();
        assertThat(reader.keepAlive()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hello",
                "\u0016\u0003\u0001",
                "POST / FTP/1.1\r\n",
                "POST /\r\n",
                "POST / HTTP/1.1\r\nContent-Length: x\r\n"
            })
    void shouldRefuseWhatIsNoRequest(String text) {
        reader.begin(CallReader.MOST_KEPT);

        assertThatThrownBy(() -> feed(text))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("not an HTTP request");
    }
}
