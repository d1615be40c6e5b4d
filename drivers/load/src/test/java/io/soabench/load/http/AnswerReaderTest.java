package io.soabench.load.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerReaderTest {

    private final AnswerReader reader = new AnswerReader();

    private boolean feed(String text, int step) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        reader.begin(AnswerReader.MOST_KEPT);
        boolean complete = false;
        for (int i = 0; i < bytes.length && !complete; i += step) {
            complete = reader.feed(ByteBuffer.wrap(bytes, i, Math.min(step, bytes.length - i)));
        }
        return complete;
    }

    private String body() {
        return new String(reader.body(), 0, reader.kept(), StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 1000})
    void shouldReadTheSameWhenTheBytesArriveInPieces(int step) throws IOException {
        assertThat(feed("HTTP/1.1 200 OK\r\nContent-Length:  5 \r\n\r\nhello", step))
                .isTrue();
        assertThat(body()).isEqualTo("hello");
        assertThat(reader.keepAlive()).isTrue();
        assertThat(feed(
                        "HTTP/1.1 500 No\nTRANSFER-Encoding: gzip, chunked\n\n3\r\nhel\r\n000000000000000000002;x=\"y\"\r\nlo\r\n0\r\nA: b\r\n\r\n",
                        step))
                .isTrue();
        assertThat(body()).isEqualTo("hello");
        assertThat(reader.status()).isEqualTo(500);
        assertThat(reader.bodySize()).isEqualTo(5);
        assertThat(feed("HTTP/1.1 204 None\r\nConnection: Close\r\n\r\n", step)).isTrue();
        assertThat(reader.keepAlive()).isFalse();
        assertThat(feed("HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 0\r\n\r\n", step))
                .isTrue();
        assertThat(reader.keepAlive()).isTrue();
        assertThat(feed("HTTP/1.1 200 OK\r\n\r\nhel", step)).isFalse();
        assertThat(reader.closed()).isTrue();
        assertThat(body()).isEqualTo("hel");
    }

    @Test
    void shouldKeepTheBeginOnlyWhenTheBodyIsLarge() throws IOException {
        int size = 1_000_000;
        assertThat(feed("HTTP/1.1 200 OK\r\nContent-Length: " + size + "\r\n\r\n" + "x".repeat(size), 16_384))
                .isTrue();
        assertThat(reader.kept()).isEqualTo(AnswerReader.MOST_KEPT);
        assertThat(reader.bodySize()).isEqualTo(size);
    }

    @Test
    void shouldLeaveBytesBehindTheEndWhenThereAreMore() throws IOException {
        reader.begin(AnswerReader.MOST_KEPT);
        ByteBuffer in = ByteBuffer.wrap(
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nxHTTP".getBytes(StandardCharsets.US_ASCII));
        assertThat(reader.feed(in)).isTrue();
        assertThat(in.remaining()).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<html>",
                "HTTP/2 200 OK\r\n",
                "HTTP/1.1 2x0 OK\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1,2\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n"
            })
    void shouldRefuseWhenItIsNotHttp(String text) {
        assertThatThrownBy(() -> feed(text, 1000))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("not an HTTP answer");
    }

    @Test
    void shouldRefuseWhenTheHeadHasNoEnd() {
        assertThatThrownBy(() -> feed("HTTP/1.1 200 OK\r\nA: " + "x".repeat(20_000), 1000))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> feed("HTTP/1.1 200 OK\r\n" + "A: b\r\n".repeat(1001), 1000))
                .isInstanceOf(IOException.class);
    }
}
