package io.soabench.load.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.load.input.Trace;
import io.soabench.plan.Outcome;
import io.soabench.plan.RowFile;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that records of a user fill, and answers that must hold what stands in them. */
class FilledRequestsTest {

    private static final byte[] UIID = "w.1.1".getBytes(StandardCharsets.US_ASCII);
    private static final String TEMPLATE = "<a x=\"${name}\">${uiid}${name}${other}${unknown}</a>";

    @TempDir
    Path folder;

    private RowFile rows;

    @BeforeEach
    void writeRows() throws IOException {
        Path file = folder.resolve("order.rows");
        Files.writeString(
                file,
                """
                # soabench rows 1
                # columns\tname\tother\ttotal
                # answer\ttotal\t{urn:q}answer\t{urn:q}sum\t{urn:q}total
                # answer\tname\t{urn:q}answer\t{urn:q}name
                2\tünï &amp; co\t\t42.50
                17\tb\tlonger than the first\t7
                """);
        rows = RowFile.open(file);
    }

    private Requests requests() {
        URI endpoint = URI.create("http://localhost:1/p");
        return new Requests(
                List.of(
                        new Requests.Receiver(endpoint, "", new Expectation(false, "")),
                        new Requests.Receiver(
                                endpoint, "", new Expectation(false, "{urn:q}answer", Optional.of(rows)))),
                List.of(
                        "<plain>${name}${uiid}</plain>".getBytes(StandardCharsets.UTF_8),
                        TEMPLATE.getBytes(StandardCharsets.UTF_8)),
                List.of(Optional.empty(), Optional.of(rows)),
                false);
    }

    private static String text(Requests.Rendering rendering, int buffer) {
        ByteBuffer piece = ByteBuffer.allocateDirect(buffer);
        ByteBuffer all = ByteBuffer.allocate(4_096);
        while (rendering.fill(piece)) {
            all.put(piece.flip());
            piece.clear();
        }
        return new String(all.array(), 0, all.position(), StandardCharsets.UTF_8);
    }

    /** What the template becomes, and that its length is told. */
    private static void assertSends(Requests.Rendering rendering, int buffer, String body) {
        String sent = text(rendering, buffer);
        int bytes = body.getBytes(StandardCharsets.UTF_8).length;
        assertThat(sent).endsWith("\r\nContent-Length: " + bytes + "\r\n\r\n" + body);
        assertThat(rendering.total()).isEqualTo(sent.getBytes(StandardCharsets.UTF_8).length);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 4_096})
    void shouldFillTheRowsOfEachRequestWhateverTheBuffer(int buffer) {
        Requests requests = requests();
        Requests.Rendering rendering = requests.rendering();

        rendering.begin(1, 0, UIID, UIID.length);
        assertSends(rendering, buffer, "<a x=\"ünï &amp; co\">w.1.1ünï &amp; co${unknown}</a>");
        rendering.begin(1, 1, UIID, UIID.length);
        assertSends(rendering, buffer, "<a x=\"b\">w.1.1blonger than the first${unknown}</a>");
        rendering.begin(0, Trace.NO_ROW, UIID, UIID.length);
        assertSends(rendering, buffer, "<plain>${name}w.1.1</plain>");
        rendering.begin(1, 1, UIID, UIID.length);
        text(rendering, buffer);
        rendering.rewind();
        assertSends(rendering, buffer, "<a x=\"b\">w.1.1blonger than the first${unknown}</a>");
        assertThat(List.of(requests.line(1, 0), requests.line(1, 1), requests.line(0, Trace.NO_ROW)))
                .containsExactly(2L, 17L, 0L);
        assertThat(List.of(requests.rows(0), requests.rows(1))).containsExactly(0, 2);
    }

    private Judge judged(String content, int row) throws IOException {
        return judgedBody(
                "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>" + content
                        + "</s:Body></s:Envelope>",
                row);
    }

    private Judge judgedBody(String body, int row) throws IOException {
        Expectation expected = requests().expectation(1);
        AnswerReader reader = new AnswerReader();
        reader.begin(expected.mostKept());
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        reader.feed(ByteBuffer.wrap(("HTTP/1.1 200 OK\r\nContent-Length: " + bytes.length + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.UTF_8)));
        Judge judge = new Judge();
        judge.judge(expected, row, reader);
        return judge;
    }

    private static String answer(String total, String name) {
        return "<answer xmlns=\"urn:q\"><name>" + name + "</name><sum><x/><total>" + total + "</total></sum></answer>";
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\0',
            value = {
                "42.50",
                "42.5",
                "  42.50  ",
                "4.25E1",
                "<!-- about -->42.50",
                "42<![CDATA[.50]]>",
                "42.<?x y?>5<note>0</note>",
                "4&#50;.5&#x30;"
            })
    void shouldAcceptAValueHoweverItIsWritten(String total) throws IOException {
        Judge judge = judged(answer(total, "ünï &amp; co"), 0);

        assertThat(judge.outcome()).as(judge.detail()).isEqualTo(Outcome.OK);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\0',
            value = {
                // A reference to a character that does not exist stays as it is.
                "&#x110000; | &#x110000;",
                "&#99999999999; | &#99999999999;",
                "&#xFFFFFFFFFFFF; | &#xFFFFFFFFFFFF;",
                // What a reference stands for is no reference.
                "&amp;#52; | &#52;",
                "&amp;lt; | &lt;",
                "&#38;lt; | &lt;",
                "&lt;&#x10FFFF;&gt; | <\uDBFF\uDFFF>"
            },
            delimiter = '|')
    void shouldDecodeEachReferenceOnce(String total, String value) throws IOException {
        assertThat(judged(answer(total, "b"), 1).detail())
                .isEqualTo("wrong value in row 17: answer/sum/total is " + value + ", expected 7");
    }

    @Test
    void shouldTellTheRowWhenAValueIsWrong() throws IOException {
        assertThat(judged(answer("41", "b"), 1).detail())
                .isEqualTo("wrong value in row 17: answer/sum/total is 41, expected 7");
        assertThat(judged(answer("41", "b"), 1).outcome()).isEqualTo(Outcome.WRONG);
        assertThat(judged(answer("", "b"), 1).detail()).contains("total is nothing, expected 7");
        assertThat(judged(answer("7", "c"), 1).detail())
                .isEqualTo("wrong value in row 17: answer/name is c, expected b");
        assertThat(judged("<answer xmlns=\"urn:q\"><name>b</name><total>7</total></answer>", 1)
                        .detail())
                .isEqualTo("wrong value in row 17: answer/sum/total is missing, expected 7");
    }

    @Test
    void shouldLookAtTheRightPlaceOnly() throws IOException {
        // The same names in another namespace, in another element, and behind the first one.
        assertThat(judged(
                                "<q:answer xmlns:q=\"urn:q\"><q:other><q:sum><q:total>1</q:total></q:sum></q:other>"
                                        + "<sum xmlns=\"urn:z\"><q:total>2</q:total></sum>"
                                        + "<q:sum xmlns:q=\"urn:z\"><q:total>3</q:total></q:sum>"
                                        + "<q:total>4</q:total><q:sum/><q:sum><q:total>7</q:total></q:sum>"
                                        + "<q:sum><q:total>5</q:total></q:sum><q:name>b</q:name></q:answer>",
                                1)
                        .outcome())
                .isEqualTo(Outcome.OK);
    }

    @Test
    void shouldFindValuesFarBehindTheBegin() throws IOException {
        String far = "<answer xmlns=\"urn:q\"><pad>" + "x".repeat(200_000)
                + "</pad><sum><total>7</total></sum><name>b</name></answer>";

        assertThat(judged(far, 1).outcome()).isEqualTo(Outcome.OK);
        assertThat(judged(far.replace("x".repeat(200_000), "x".repeat(1_100_000)), 1)
                        .detail())
                .contains("is missing in the first 1048576 bytes");
    }
}
