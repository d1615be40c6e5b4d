package io.soabench.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.AnswerJudge;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerTextTest {

    private static final String ANSWER =
            "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body><a>café</a></s:Body>"
                    + "</s:Envelope>";

    private static Optional<String> problem(byte[] body, String contentType) {
        return AnswerJudge.problem(200, AnswerText.readable(body, contentType), "", Optional.of(ANSWER));
    }

    /** The charset of the transport holds, whatever the declaration says, and so does the declaration where there is none. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            value = {
                "ISO-8859-1   | none       | text/xml; charset=ISO-8859-1",
                "ISO-8859-1   | UTF-8      | text/xml;Charset=\"iso-8859-1\"",
                "windows-1252 | none       | application/soap+xml; action=\"a;b\"; charset=windows-1252",
                "UTF-8        | ISO-8859-1 | text/xml; charset=utf-8",
                "UTF-16BE     | UTF-16     | text/xml; charset=UTF-16BE",
                "ISO-8859-1   | ISO-8859-1 | text/xml",
                "UTF-8        | none       | text/xml",
                "UTF-16       | UTF-16     | text/xml; charset=UTF-16",
                "UTF-8        | none       | text/xml; charset=no-such-charset"
            })
    void shouldReadAnAnswerInTheEncodingThatItHas(String encoding, String declared, String contentType) {
        String text = (declared == null ? "" : "<?xml version=\"1.0\" encoding=\"" + declared + "\"?>") + ANSWER;

        assertThat(problem(text.getBytes(Charset.forName(encoding)), contentType))
                .isEmpty();
    }

    @Test
    void shouldKeepTheTextsOfAFaultApart() {
        String fault =
                "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body><s:Fault><faultcode>s:Server</faultcode>"
                        + "<faultstring>session expired</faultstring></s:Fault></s:Body></s:Envelope>";

        assertThat(AnswerJudge.problem(500, fault.getBytes(StandardCharsets.UTF_8), "", Optional.empty()))
                .contains("answered with a fault: s:Server session expired");
    }
}
