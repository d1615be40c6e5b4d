package io.soabench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerJudgeTest {

    private static final String RIGHT =
            envelope("<a:sum xmlns:a=\"urn:a\" unit=\"EUR\"><a:value>5</a:value><a:note>two words</a:note></a:sum>");

    private static String envelope(String body) {
        return "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\"><e:Header/><e:Body>" + body
                + "</e:Body></e:Envelope>";
    }

    private static Optional<String> judged(int status, String answer, String element, Optional<String> right) {
        return AnswerJudge.problem(status, answer.getBytes(StandardCharsets.UTF_8), element, right);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            <b:sum xmlns:b="urn:a" unit='EUR'><!-- x --> <b:value>5.00</b:value> <b:note> two words </b:note> </b:sum>
            <sum xmlns="urn:a" unit="EUR"><value>5</value><note><![CDATA[two words]]></note></sum>
            <a:sum xmlns:a="urn:a" xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="a:S" unit="EUR"><a:value>5</a:value><a:note>two words</a:note></a:sum>
            """)
    void shouldAcceptWhatMeansTheSame(String body) {
        assertThat(judged(200, envelope(body), "", Optional.of(RIGHT))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            <sum xmlns="urn:a" unit="EUR"><value>6</value><note>two words</note></sum> | answered "6" at the body/sum/value instead of "5"
            <sum xmlns="urn:a" unit="EUR"><value>5</value><note>two  words</note></sum> | answered "two  words" at the body/sum/note instead of "two words"
            <sum xmlns="urn:a"><value>5</value><note>two words</note></sum> | answered with the attributes {} at the body/sum instead of {unit=EUR}
            <sum xmlns="urn:a" unit="EUR"><value>5</value></sum> | answered without {urn:a}note in the body/sum
            <sum xmlns="urn:b" unit="EUR"/> | answered with {urn:b}sum in the body instead of {urn:a}sum
            <e:Fault><faultstring>no  stock</faultstring></e:Fault> | answered with a fault: no stock
            """)
    void shouldSayWhatDiffers(String body, String problem) {
        assertThat(judged(200, envelope(body), "", Optional.of(RIGHT))).contains(problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "right",
            textBlock =
                    """
            <s u="kg"><v>5</v><n>A-17</n></s> | right
            <s u=""><v/><n>A-</n></s> | right
            <s><v>5</v><n>A-17</n></s> | answered with the attributes {} at the body/s instead of {u=${any}}
            <s u="kg"><n>A-17</n></s> | answered with n in the body/s instead of v
            <s u="kg"><v><w/></v><n>A-17</n></s> | answered with w in the body/s/v, which is too much
            <s u="kg"><v>5</v><n>B-17</n></s> | answered "B-17" at the body/s/n instead of "A-${any}"
            """)
    void shouldAcceptAnyTextWhereAnyIsRight(String body, String problem) {
        String right = envelope("<s u=\"${any}\"><v>${any}</v><n>A-${any}</n></s>");

        assertThat(judged(200, envelope(body), "", Optional.of(right))).isEqualTo(Optional.ofNullable(problem));
    }

    @Test
    void shouldNameTheFormOfAMessageThatIsNoXml() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write("<e/>".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(AnswerJudge.problem(200, bytes.toByteArray(), "", Optional.empty()))
                .hasValue(
                        "answered with status 200 and a message that is compressed by gzip, for which clients do not ask;"
                                + " let the service send it plain");
        byte[] parts =
                "\r\n--b\r\nContent-Type: application/xop+xml\r\n\r\n<e/>\r\n--b--".getBytes(StandardCharsets.UTF_8);
        assertThat(AnswerJudge.problem(200, parts, "", Optional.empty()))
                .hasValue(
                        "answered with status 200 and a multipart message (MTOM, SOAP with attachments), which clients do"
                                + " not read; let the service send the envelope alone");
        assertThat(AnswerJudge.problem(200, new byte[] {'-'}, "", Optional.empty())
                        .orElseThrow())
                .startsWith("answered with status 200 and no SOAP message: ");
    }

    @Test
    void shouldSayThatSomethingIsTooMuch() {
        assertThat(judged(200, envelope("<x/><y/>"), "", Optional.of(envelope("<x/>"))))
                .contains("answered with y in the body, which is too much");
    }

    @Test
    void shouldCompareLongTextsToTheirEnd() {
        String text = "x".repeat(500);

        assertThat(judged(200, envelope("<t>" + text + "a</t>"), "", Optional.of(envelope("<t>" + text + "b</t>"))))
                .isPresent();
    }

    @Test
    void shouldOnlyLookAtTheElementWhenNothingElseIsKnown() {
        assertThat(judged(200, RIGHT, "{urn:a}sum", Optional.empty())).isEmpty();
        assertThat(judged(200, RIGHT, "", Optional.empty())).isEmpty();
        assertThat(judged(200, RIGHT, "{urn:a}total", Optional.empty()))
                .contains("answered with {urn:a}sum instead of {urn:a}total");
        assertThat(judged(200, envelope(""), "{urn:a}sum", Optional.empty()))
                .contains("answered with nothing instead of {urn:a}sum");
        assertThat(judged(202, RIGHT, "", Optional.empty())).contains("answered with status 202");
        assertThat(judged(204, "", "", Optional.empty())).contains("answered with status 204 and without a message");
    }

    private static Optional<String> wrongValue(String body, String expected) {
        return AnswerJudge.wrongValue(
                envelope(body).getBytes(StandardCharsets.UTF_8),
                List.of("{urn:a}order", "{urn:a}sum", "{urn:a}total"),
                expected);
    }

    @Test
    void shouldCompareTheFirstElementAtAPath() {
        String answer = "<order xmlns='urn:a'><total>1</total><sum/><sum><total> 7.50 </total></sum>"
                + "<sum><total>2</total></sum></order>";

        assertThat(wrongValue(answer, "7.5")).isEmpty();
        assertThat(wrongValue(answer, "2")).contains("answered \"7.50\" at the body/order/sum/total instead of \"2\"");
        assertThat(wrongValue("<order xmlns='urn:a'><sum><x/></sum></order>", "2"))
                .contains("answered without {urn:a}total in the body/order/sum, which must be \"2\"");
        assertThat(wrongValue("<order><sum><total>2</total></sum></order>", "2").orElseThrow())
                .startsWith("answered without {urn:a}order in the body");
    }

    @Test
    void shouldRefuseWhatIsNoSoapMessage() {
        assertThat(judged(200, "<html/>", "", Optional.empty()))
                .contains("answered with status 200 and no SOAP message: the root element is html");
        assertThat(judged(200, "oops", "", Optional.empty()).orElseThrow()).contains("no SOAP message");
        assertThat(judged(200, "<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>", "", Optional.empty())
                        .orElseThrow())
                .contains("DOCTYPE");
        assertThatThrownBy(() -> judged(200, RIGHT, "", Optional.of("oops")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the right answer cannot be read: ");
    }
}
