package io.soabench.engine.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Valid and invalid messages (RFC 9112); {@code ~} stands for CR LF, {@code ^} for CR, {@code `} for LF. */
class HttpParserTest {
    private static final String POST = "POST /p HTTP/1.1~Host: x~";

    private static byte[] bytes(String text) {
        return text.replace("~", "\r\n").replace("^", "\r").replace("`", "\n").getBytes(StandardCharsets.ISO_8859_1);
    }

    private static HttpParser parser(boolean requests, String text) {
        HttpParser parser =
                requests ? HttpParser.ofRequests(Framing.MAX_BODY) : HttpParser.ofResponses(Framing.MAX_BODY);
        parser.append(Unpooled.wrappedBuffer(bytes(text)));
        return parser;
    }

    private static HttpParser whole(boolean requests, String text) throws RefusedHttpException {
        HttpParser parser = parser(requests, text);
        assertThat(parser.next()).isTrue();
        return parser;
    }

    private static String body(HttpParser parser) {
        return new String(parser.array(), parser.bodyStart(), parser.bodyLength(), StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "400|POST /p HTTP/1.1~~",
                "400|POST /p HTTP/1.1~Host: x~Host: x~~",
                "400|POST /p HTTP/1.1~Host: x~HOST: y~~",
                "400|POST /p HTTP/1.1~Host: x y~~",
                "400|POST /p HTTP/1.1~Host: x/y~~",
                "400|POST /p HTTP/1.1~Host: u@x~~",
                "400|POST /p HTTP/1.1~Host: x:8o~~",
                "400|POST /p HTTP/1.1~Host: [::1~~",
                "400|POST /p HTTP/1.1~Host: []~~",
                "400|POST /p HTTP/1.X~Host: x~~",
                "400|POST /p HTTP/x.1~Host: x~~",
                "400|POST /p http/1.1~Host: x~~",
                "400|POST /p HTTP 1.1~Host: x~~",
                "505|POST /p HTTP/2.0~Host: x~~",
                "505|POST /p HTTP/0.9~Host: x~~",
                "501|POKE /p HTTP/1.1~Host: x~~",
                "501|post /p HTTP/1.1~Host: x~~",
                "501|PROPFIND /p HTTP/1.1~Host: x~~",
                "400|PO(ST /p HTTP/1.1~Host: x~~",
                "400|POST  /p HTTP/1.1~Host: x~~",
                "400|POST /p  HTTP/1.1~Host: x~~",
                "400|POST /p/ q HTTP/1.1~Host: x~~",
                "400|POST /p\tq HTTP/1.1~Host: x~~",
                "400|POST /p~Host: x~~",
                "400|~~POST /p HTTP/1.1~Host: x~~",
                "400|^POST /p HTTP/1.1~Host: x~~",
                "400|POST /p HTTP/1.1~ Host: x~~",
                "400|POST /p HTTP/1.1~Host: x~X: y~\tz~~",
                "400|POST /p HTTP/1.1~Host: x`X: y~~",
                "400|POST /p HTTP/1.1~Host: x^X: y~~",
                "400|POST /p HTTP/1.1`",
                "400|POST /p HTTP/1.1~Host: x`",
                "400|POST /p HTTP/1.1~Host: x`X",
                "400|`",
                "400|POST /p HTTP/1.1`Host: x``",
                "400|POST /p HTTP/1.1~Host: x~X : y~~",
                "400|POST /p HTTP/1.1~Host: x~ X: y~~",
                "400|POST /p HTTP/1.1~Host: x~X~~",
                "400|POST /p HTTP/1.1~Host: x~(X): y~~",
                "400|POST /p HTTP/1.1~Host: x~X: \u007f~~",
                "400|POST /p HTTP/1.1~Host: x~Content-Length: x~~",
                "400|POST /p HTTP/1.1~Host: x~Content-Length: -1~~",
                "400|POST /p HTTP/1.1~Host: x~Content-Length: 1, 1~~",
                "400|POST /p HTTP/1.1~Host: x~Content-Length: 1~Content-Length: 2~~",
                "400|POST /p HTTP/1.1~Host: x~Content-Length: 1~Transfer-Encoding: chunked~~",
                "400|POST /p HTTP/1.1~Host: x~Transfer-Encoding: chunked~Transfer-Encoding: chunked~~",
                "501|POST /p HTTP/1.1~Host: x~Transfer-Encoding: chunked, chunked~~",
                "501|POST /p HTTP/1.1~Host: x~Transfer-Encoding: identity~~",
                "400|POST /p HTTP/1.0~Transfer-Encoding: chunked~~",
                "413|POST /p HTTP/1.1~Host: x~Content-Length: 1001~~"
            })
    void shouldRefuseWhenHeadIsNotAcceptable(int status, String text) {
        assertRefused(true, status, text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "400|5 x~hello~0~~",
                "400|5x~hello~0~~",
                "400|5;a`b~hello~0~~",
                "400|5;a^b~hello~0~~",
                "400|5;a\u0001~hello~0~~",
                "400|5`hello~0~~",
                "400|5~hello0~~",
                "400|5~hello`0~~",
                "400|;a~hello~0~~",
                "400|-5~hello~0~~",
                "400|0x5~hello~0~~",
                "413|3e9~",
                "413|12345678~",
                "400|0~X y~~",
                "400|0~X: y`~~",
                "400|0~ X: y~~",
                "400|0~Content-Length: 5~~",
                "400|0~Transfer-Encoding: chunked~~",
                "400|0~Host: y~~"
            })
    void shouldRefuseWhenChunksAreNotAcceptable(int status, String chunks) {
        assertRefused(true, status, POST + "Transfer-Encoding: chunked~~" + chunks);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "502|HTTP/1.1 20~~",
                "502|HTTP/1.1 2000 OK~~",
                "502|HTTP/1.1 099 OK~~",
                "502|HTTP/1.1 2x0 OK~~",
                "400|HTTP/1,1 200 OK~~",
                "505|HTTP/3.1 200 OK~~",
                "400|HTTP/1.0 200 OK~Transfer-Encoding: chunked~~",
                "400|HTTP/1.1 200 OK~Transfer-Encoding: chunked~Content-Length: 5~~",
                "400|HTTP/1.1 200 OK~ Content-Length: 5~~",
                "400|HTTP/1.1 200 OK~Transfer-Encoding: chunked~~0~ X: y~~",
                "502|~HTTP/1.1 200 OK~~"
            })
    void shouldRefuseWhenResponseIsNotAcceptable(int status, String text) {
        assertRefused(false, status, text);
    }

    /** Checks the refusal for each place at which the bytes may be divided. */
    private static void assertRefused(boolean requests, int status, String text) {
        byte[] bytes = bytes(text);
        for (int cut = 0; cut < bytes.length; cut++) {
            HttpParser parser =
                    requests ? HttpParser.ofRequests(Framing.MAX_BODY) : HttpParser.ofResponses(Framing.MAX_BODY);
            int at = cut;
            assertThatThrownBy(() -> {
                        parser.append(Unpooled.wrappedBuffer(bytes, 0, at));
                        assertThat(parser.next()).as("a message").isFalse();
                        parser.append(Unpooled.wrappedBuffer(bytes, at, bytes.length - at));
                        assertThat(parser.next()).as("a message").isFalse();
                    })
                    .as("%s cut at %d", text, cut)
                    .isInstanceOfSatisfying(RefusedHttpException.class, refusal -> assertThat(refusal.status())
                            .isEqualTo(status));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "hello|Content-Length: 5~~hello",
                "hello|Content-Length: 5~Content-Length: 5~~hello",
                "hello|content-length:5~~hello",
                "''|~",
                "hello|Transfer-Encoding: chunked~~5~hello~0~~",
                "hello|Transfer-Encoding: chunked~~2;a=b~he~3 ; c=\"d;e\"~llo~0;x~~",
                "hello|Transfer-Encoding: chunked~~000005~hello~0~X: y~Y:~~",
                "hello|Transfer-Encoding: chunked~~00000000000005~hello~00000000000~~",
                "''|Transfer-Encoding: chunked~~0~~"
            })
    void shouldFindBodyHoweverTheBytesCome(String body, String rest) {
        byte[] bytes = bytes(POST + rest + "GET /q HTTP/1.1~Host: y~~");
        Framing expected = new Framing(
                List.of(Framing.message("POST", "/p", true, body), Framing.message("GET", "/q", true, "")), "open");
        for (int cut = 0; cut <= bytes.length; cut++) {
            assertThat(Framing.parsed(bytes, cut)).as("cut at " + cut).isEqualTo(expected);
        }
        assertThat(Framing.parsedByBytes(bytes)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK~Content-Type: text/xml;~ charset=x~Content-Length:~\t 5~~ ello",
                "HTTP/1.1 200 OK~X: y~ \t~ ~ z~Content-Length: 5~Content-Type: text/xml;\t~  charset=x~ ~~ ello",
                "HTTP/1.1 200 OK~Content-Type:~ text/xml;~ charset=x~Transfer-Encoding:~ chunked~~5~ ello~0~X: y~ z~\tz~~"
            })
    void shouldJoinFoldedLinesWhenTheyAreOfAResponse(String text) throws Exception {
        byte[] bytes = bytes(text + "HTTP/1.1 204 X~~");
        for (int cut = 0; cut < bytes.length; cut++) {
            HttpParser parser = HttpParser.ofResponses(Framing.MAX_BODY);
            parser.append(Unpooled.wrappedBuffer(bytes, 0, cut));
            boolean whole = parser.next();
            if (!whole) {
                parser.append(Unpooled.wrappedBuffer(bytes, cut, bytes.length - cut));
                assertThat(parser.next()).as("cut at " + cut).isTrue();
            }
            assertThat(parser.contentType().split("[ \t]+")).containsExactly("text/xml;", "charset=x");
            assertThat(body(parser)).isEqualTo(" ello");
            if (!whole) {
                assertThat(parser.next()).isTrue();
                assertThat(parser.status()).isEqualTo(204);
                assertThat(parser.contentType()).isEmpty();
            }
        }
    }

    @Test
    void shouldSkipOneEmptyLineWhenItIsBeforeARequest() throws Exception {
        byte[] bytes = bytes("~" + POST + "Content-Length: 5~~hello~" + POST + "Content-Length: 2~~hi~");
        Framing expected = new Framing(
                List.of(Framing.message("POST", "/p", true, "hello"), Framing.message("POST", "/p", true, "hi")),
                "open");
        for (int cut = 0; cut <= bytes.length; cut++) {
            assertThat(Framing.parsed(bytes, cut)).as("cut at " + cut).isEqualTo(expected);
        }
        assertThat(Framing.parsedByBytes(bytes)).isEqualTo(expected);
        HttpParser parser = whole(true, "~" + POST + "~~");
        assertThat(parser.next()).isFalse();
        // A connection that is kept after such a request holds nothing.
        assertThat(parser.isWithinMessage()).isFalse();
        assertThat(parser.heldBytes()).isZero();
        parser.append(Unpooled.wrappedBuffer(bytes("~~")));
        assertThatThrownBy(parser::next).isInstanceOf(RefusedHttpException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|''",
                "gzip|Content-Encoding: gzip~",
                "deflate, gzip|content-encoding:  deflate, gzip ~",
                "''|Content-Encoding: Identity~",
                "''|Content-Encoding:~",
                "gzip|Content-Encoding: gzip~Content-Encoding: identity~"
            })
    void shouldTellContentEncodingWhenItChangesTheBody(String encoding, String lines) throws Exception {
        HttpParser parser = parser(true, POST + lines + "~" + POST + "~");
        assertThat(parser.next()).isTrue();
        assertThat(parser.contentEncoding()).isEqualTo(encoding);
        assertThat(parser.next()).isTrue();
        assertThat(parser.contentEncoding()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "x:80", "", "x:", "[::1]:8080", "127.0.0.1", "a-b.c_d%41"})
    void shouldTakeHostWhenItIsOne(String host) throws Exception {
        assertThat(whole(true, "POST /p HTTP/1.1~Host: " + host + "~~").host()).isEqualTo(host);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1.1 | '' | true",
                "1.1 | close | false",
                "1.1 | Close | false",
                "1.1 | keep-alive, close | false",
                "1.1 | close, keep-alive | false",
                "1.1 | close~Connection: keep-alive | false",
                "1.1 | keep-alive~Connection: close | false",
                "1.1 | closed | true",
                "1.9 | upgrade | true",
                "1.0 | '' | false",
                "1.0 | Keep-Alive | true",
                "1.0 | keep-alive, close | false"
            })
    void shouldKeepConnectionUnlessSomebodyCloses(String version, String connection, boolean kept) throws Exception {
        String text = "POST /p HTTP/" + version + "~Host: x~Connection: " + connection + "~~";
        assertThat(whole(true, text).isKeepAlive()).isEqualTo(kept);
        assertThat(whole(false, "HTTP/" + version + " 200 OK~Content-Length: 0~Connection: " + connection + "~~")
                        .isKeepAlive())
                .isEqualTo(kept);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "204|''|HTTP/1.1 204 No Content~Content-Length: 5~~",
                "304|''|HTTP/1.1 304 X~Transfer-Encoding: chunked~~",
                "100|''|HTTP/1.1 100~~",
                "200|hello|HTTP/1.1 200 ~Content-Length: 5~~hello",
                "200|hello|HTTP/1.0 200 OK~Content-Length: 5~~hello",
                "500|hello|HTTP/1.1 500 X~Transfer-Encoding: chunked~~5~hello~0~~"
            })
    void shouldFindResponse(int status, String body, String text) throws Exception {
        HttpParser parser = whole(false, text);
        assertThat(parser.status()).isEqualTo(status);
        assertThat(body(parser)).isEqualTo(body);
        assertThat(parser.next()).isFalse();
        assertThat(parser.isWithinMessage()).isFalse();
    }

    @Test
    void shouldTakeAllForTheBodyWhenOnlyTheEndEndsIt() throws Exception {
        HttpParser parser = parser(false, "HTTP/1.1 200 OK~~hel");
        assertThat(parser.next()).isFalse();
        parser.append(Unpooled.wrappedBuffer(bytes("lo")));
        assertThat(parser.next()).isFalse();
        assertThat(parser.isUntilClose()).isTrue();
        assertThat(parser.isKeepAlive()).isFalse();
        parser.finish();
        assertThat(body(parser)).isEqualTo("hello");
    }

    @Test
    void shouldTellHeadersThatMatterWithoutThoseOfTheMessageBefore() throws Exception {
        HttpParser parser = parser(
                true,
                POST
                        + "Content-Type:  text/xml; charset=x ~SOAPAction: \"urn:a\"~Origin: http://o~Authorization: Bearer t~~"
                        + "POST /q HTTP/1.1~Host: z~SOAPAction: urn:b~~");
        assertThat(parser.next()).isTrue();
        assertThat(parser.contentType()).isEqualTo("text/xml; charset=x");
        assertThat(parser.soapAction()).isEqualTo("urn:a");
        assertThat(parser.origin()).isEqualTo("http://o");
        assertThat(parser.authorization()).isEqualTo("Bearer t");
        assertThat(parser.next()).isTrue();
        assertThat(parser.target()).isEqualTo("/q");
        assertThat(parser.contentType()).isEmpty();
        assertThat(parser.soapAction()).isEqualTo("urn:b");
        assertThat(parser.origin()).isEmpty();
        assertThat(parser.authorization()).isEmpty();
        assertThat(parser.host()).isEqualTo("z");
    }

    @Test
    void shouldHoldNoBufferWhenNothingIsUnfinished() throws Exception {
        HttpParser parser = whole(true, POST + "Content-Length: 5~~hello");
        assertThat(parser.heldBytes()).isPositive();
        assertThat(parser.next()).isFalse();
        assertThat(parser.heldBytes()).isZero();

        parser.append(Unpooled.wrappedBuffer(bytes(POST + "Content-Length: 900~~" + "x".repeat(800))));
        assertThat(parser.next()).isFalse();
        assertThat(parser.heldBytes()).isPositive();
        parser.discard();
        assertThat(parser.heldBytes()).isZero();
        assertThat(parser.isWithinMessage()).isFalse();
        parser.append(Unpooled.wrappedBuffer(bytes(POST + "~")));
        assertThat(parser.next()).isTrue();
    }

    @Test
    void shouldKeepMessageWhenItIsHeldAndMoreComes() throws Exception {
        HttpParser parser = whole(true, POST + "Content-Length: 5~~hello");
        parser.hold();
        for (int i = 0; i < 100; i++) {
            parser.append(Unpooled.wrappedBuffer(bytes(POST + "Content-Length: 5~~world")));
        }
        assertThat(body(parser)).isEqualTo("hello");
        for (int i = 0; i < 100; i++) {
            assertThat(parser.next()).isTrue();
            assertThat(body(parser)).isEqualTo("world");
        }
        assertThat(parser.next()).isFalse();
    }
}
