package io.soabench.engine.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random requests, correct and damaged: the parser must find the same messages as a second implementation, for each
 * division of the bytes into pieces. {@code -Dsoabench.fuzz.cases=N} sets the number of cases,
 * {@code -Dsoabench.fuzz.seed=N} runs the case of a failure again.
 */
class FramingFuzzTest {
    private static final int CASES = 6_000;
    private static final String[] METHODS = {"POST", "GET", "HEAD", "POKE", "post", "", "DELETE", "P OST"};
    private static final String[] VERSIONS = {"HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/1.X"};
    private static final String[] LINES = {
        "Host: x",
        "Host: x:80",
        "host:\t[::1]:8080 ",
        "Host: a b",
        "Host: a/b",
        "Host:",
        "Content-Length: 5",
        "Content-Length: 7",
        "Content-Length: +5",
        "Content-Length: 5, 5",
        "Content-Length: 99999",
        "Transfer-Encoding: chunked",
        "Transfer-Encoding: Chunked",
        "Transfer-Encoding: chunked, chunked",
        "Transfer-Encoding: gzip",
        "Transfer-Encoding : chunked",
        " Transfer-Encoding: chunked",
        "Connection: close",
        "Connection: keep-alive",
        "Connection: keep-alive, close",
        "Connection: upgrade,,close",
        "Content-Type: text/xml; charset=utf-8",
        "SOAPAction: \"urn:x\"",
        "X: \u00ff",
        "X: a\rb",
        "X: a\nb",
        "X: a\u0000b",
        "X: a\u007fb",
        "X",
        ": x",
        "X(: y"
    };
    private static final String[] CHUNKS = {
        "5\r\nhello\r\n",
        "5\r\nhello",
        "5;a=b\r\nhello\r\n",
        "5 ; a=\"\u00e9;\"\r\nhello\r\n",
        "5;a\nb\r\nhello\r\n",
        "5;a\rb\r\nhello\r\n",
        "5 x\r\nhello\r\n",
        "5x\r\nhello\r\n",
        "-5\r\nhello\r\n",
        "00000005\r\nhello\r\n",
        "0005\r\nhello\r\n",
        "fffff\r\n",
        "a\nhello\r\n",
        ";x\r\n",
        "\r\n",
        "1\r\nx\n"
    };
    private static final String[] TRAILERS = {
        "", "X: y\r\n", "Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n", "x\r\n", "X: y\n", "X: \u0001\r\n"
    };

    @Test
    void shouldFindTheSameAsTheReferenceHoweverTheBytesCome() {
        Long only = Long.getLong("soabench.fuzz.seed");
        int cases = only == null ? Integer.getInteger("soabench.fuzz.cases", CASES) : 1;
        int whole = 0;
        int refused = 0;
        for (long seed = only == null ? 1 : only, run = 0; run < cases; seed++, run++) {
            Random random = new Random(seed);
            String text = requests(random);
            byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
            Framing expected = ReferenceFraming.of(text);

            assertThat(Framing.parsed(bytes)).as("seed " + seed + ": " + text).isEqualTo(expected);
            assertThat(Framing.parsedByBytes(bytes))
                    .as("by bytes, seed " + seed + ": " + text)
                    .isEqualTo(expected);
            int cut = random.nextInt(bytes.length + 1);
            int later = cut + random.nextInt(bytes.length + 1 - cut);
            assertThat(Framing.parsed(bytes, cut, later))
                    .as("cut at " + cut + " and " + later + ", seed " + seed + ": " + text)
                    .isEqualTo(expected);
            whole += expected.messages().isEmpty() ? 0 : 1;
            refused += expected.end().equals("refused") ? 1 : 0;
        }
        if (only == null) {
            // The requests are neither all correct nor all damaged.
            assertThat(whole).isBetween(cases / 10, cases);
            assertThat(refused).isBetween(cases / 10, cases * 9 / 10);
        }
    }

    private static String requests(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            text.append(random.nextInt(8) == 0 ? "\r\n".repeat(1 + random.nextInt(2)) : "");
            text.append(request(random));
        }
        for (int i = random.nextInt(4) - 2; i > 0; i--) {
            damage(text, random);
        }
        return text.toString();
    }

    private static String request(Random random) {
        boolean wild = random.nextInt(3) == 0;
        StringBuilder text = new StringBuilder()
                .append(wild ? METHODS[random.nextInt(METHODS.length)] : "POST")
                .append(" /p")
                .append(random.nextInt(3))
                .append(' ')
                .append(wild ? VERSIONS[random.nextInt(VERSIONS.length)] : "HTTP/1.1")
                .append("\r\n");
        if (!wild || random.nextInt(4) > 0) {
            text.append("Host: localhost\r\n");
        }
        for (int i = wild ? random.nextInt(4) : 0; i > 0; i--) {
            text.append(LINES[random.nextInt(LINES.length)]).append("\r\n");
        }
        switch (random.nextInt(3)) {
            case 0 -> text.append("\r\n");
            case 1 -> text.append("Content-Length: 5\r\n\r\nhello");
            default -> {
                text.append("Transfer-Encoding: chunked\r\n\r\n");
                for (int i = random.nextInt(4); i > 0; i--) {
                    text.append(CHUNKS[random.nextInt(wild ? CHUNKS.length : 4)]);
                }
                text.append("0\r\n")
                        .append(TRAILERS[random.nextInt(wild ? TRAILERS.length : 2)])
                        .append("\r\n");
            }
        }
        return text.toString();
    }

    private static void damage(StringBuilder text, Random random) {
        int at = random.nextInt(text.length());
        switch (random.nextInt(3)) {
            case 0 -> text.deleteCharAt(at);
            case 1 -> text.setCharAt(at, (char) random.nextInt(256));
            default -> text.insert(at, "\r\n: 0a;".charAt(random.nextInt(7)));
        }
    }
}
