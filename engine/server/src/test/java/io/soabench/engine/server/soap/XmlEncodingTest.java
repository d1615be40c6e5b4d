package io.soabench.engine.server.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.engine.runtime.xml.XmlLimits;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The order of the sources of an encoding: byte order mark, charset, declaration (RFC 7303, section 3.2). */
class XmlEncodingTest {
    private static final int CASES = 3_000;
    private static final String TEXT = "caf\u00e9 \u00fcber";

    private final SoapReader reader = new SoapReader(XmlLimits.DEFAULT);

    private static String document(String declared, String text) {
        return (declared == null ? "" : "<?xml version=\"1.0\" encoding=\"" + declared + "\"?>\n")
                + "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body><t>" + text
                + "</t></s:Body></s:Envelope>";
    }

    private static byte[] bytes(String mark, String encoding, String document) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        if (mark.equals("mark")) {
            bytes.writeBytes("\ufeff".getBytes(Charset.forName(encoding)));
        }
        bytes.writeBytes(document.getBytes(Charset.forName(encoding)));
        return bytes.toByteArray();
    }

    private String read(byte[] bytes, String contentType) throws RefusedSoapException {
        // Among other bytes, as in the buffer of a connection.
        byte[] around = new byte[bytes.length + 20];
        System.arraycopy(bytes, 0, around, 10, bytes.length);
        return reader.read(around, 10, bytes.length, contentType).payload().text();
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "none, UTF-8, none, text/xml",
                "none, UTF-8, utf-8, text/xml",
                "none, UTF-8, none, text/xml; charset=utf-8",
                "mark, UTF-8, none, text/xml",
                "mark, UTF-8, UTF-8, text/xml",
                "mark, UTF-16LE, none, text/xml",
                "mark, UTF-16BE, none, text/xml",
                "mark, UTF-16LE, UTF-16, text/xml",
                "mark, UTF-16BE, utf-16, text/xml",
                "none, UTF-16BE, UTF-16BE, text/xml",
                "none, UTF-16LE, UTF-16LE, text/xml",
                "none, UTF-16LE, UTF-16, text/xml",
                "none, UTF-16BE, none, text/xml; charset=UTF-16BE",
                "none, UTF-16BE, none, text/xml; charset=UTF-16",
                "mark, UTF-16LE, none, text/xml; charset=UTF-16",
                "mark, UTF-32BE, none, text/xml",
                "mark, UTF-32LE, UTF-32, text/xml",
                "none, ISO-8859-1, ISO-8859-1, text/xml",
                "none, ISO-8859-1, none, text/xml; charset=iso-8859-1",
                "none, ISO-8859-15, none, text/xml; charset=\"ISO-8859-15\"",
                "none, windows-1252, windows-1252, text/xml",
                "none, windows-1252, none, application/soap+xml; action=\"urn:a;charset=x\"; charset=windows-1252",
                "none, IBM037, IBM037, text/xml",
                "none, IBM037, none, text/xml; charset=IBM037",
                // The charset wins over the declaration.
                "none, UTF-8, ISO-8859-1, text/xml; charset=utf-8",
                "none, UTF-8, UTF-16, text/xml;charset=\"UTF-8\"",
                "none, windows-1252, UTF-8, text/xml; charset=windows-1252",
                "none, UTF-16BE, UTF-8, text/xml; charset=UTF-16BE",
                // The mark wins over both.
                "mark, UTF-8, ISO-8859-1, text/xml; charset=ISO-8859-1",
                "mark, UTF-16LE, UTF-8, text/xml; charset=utf-8",
                "mark, UTF-16BE, ISO-8859-1, text/xml; charset=UTF-16LE"
            })
    void shouldReadTheSameInEveryEncoding(String mark, String encoding, String declared, String contentType)
            throws Exception {
        assertThat(read(bytes(String.valueOf(mark), encoding, document(declared, TEXT)), contentType))
                .isEqualTo(TEXT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            value = {
                "UTF-8 | none | text/xml; charset=no-such | is not known here",
                "UTF-8 | none | text/xml; charset=; | is not known here",
                "UTF-8 | no-such | text/xml | is not known here",
                "UTF-8 | !! | text/xml | is not known here",
                "UTF-8 | UTF-16 | text/xml | is in another encoding",
                "UTF-8 | IBM037 | text/xml | is in another encoding",
                "UTF-16BE | UTF-8 | text/xml | is in another encoding",
                "ISO-8859-1 | none | text/xml; charset=us-ascii | its bytes are not US-ASCII",
                "UTF-8 | none | text/xml; charset=utf-16 | not well-formed"
            })
    void shouldSayWhyWhenEncodingCannotBe(String encoding, String declared, String contentType, String reason) {
        assertThatThrownBy(() -> read(bytes("", encoding, document(declared, TEXT)), contentType))
                .isInstanceOf(RefusedSoapException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void shouldMakeNothingWhenDocumentIsInUtf8() throws Exception {
        for (String declared : new String[] {null, "UTF-8", "utf-8"}) {
            byte[] document = bytes("", "UTF-8", document(declared, TEXT));
            for (String type : new String[] {
                "",
                "text/xml",
                "text/xml; charset=utf-8",
                "text/xml;charset=\"UTF-8\"",
                "application/soap+xml;action=\"x\""
            }) {
                assertThat(XmlEncoding.toUtf8(document, 0, document.length, type))
                        .as(declared + " " + type)
                        .isNull();
            }
        }
        assertThat(XmlEncoding.toUtf8(new byte[0], 0, 0, "")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "<", "<?", "<?xml", "<?xml encoding", "<?xml encoding='", "<?xml encoding='utf-8"})
    void shouldLeaveWhatIsNoDocumentToTheParser(String start) {
        byte[] bytes = start.getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> reader.read(bytes, 0, bytes.length, "")).isInstanceOf(RefusedSoapException.class);
    }

    /**
     * Documents in random encodings, some of them damaged, must be read, or refused with a sentence.
     * {@code -Dsoabench.fuzz.cases=N} sets the number of cases, {@code -Dsoabench.fuzz.seed=N} runs the case of a
     * failure again.
     */
    @Test
    void shouldReadOrRefuseWhateverTheBytesAre() {
        String[] encodings = {
            "UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE", "ISO-8859-1", "windows-1252", "IBM037", "UTF-32"
        };
        String[] types = {"", "text/xml", "text/xml; charset=", "application/soap+xml; charset=\"", "text/xml; charset"
        };
        Long only = Long.getLong("soabench.fuzz.seed");
        int cases = only == null ? Integer.getInteger("soabench.fuzz.cases", CASES) : 1;
        int read = 0;
        for (long seed = only == null ? 1 : only, run = 0; run < cases; seed++, run++) {
            Random random = new Random(seed);
            String encoding = encodings[random.nextInt(encodings.length)];
            String declared = random.nextBoolean() ? null : encodings[random.nextInt(encodings.length)];
            String type = types[random.nextInt(types.length)] + encodings[random.nextInt(encodings.length)];
            String mark = random.nextInt(3) == 0 && encoding.startsWith("UTF") ? "mark" : "";
            byte[] bytes = bytes(mark, encoding, document(random.nextBoolean() ? encoding : declared, TEXT));
            for (int i = random.nextInt(3); i > 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            try {
                read += read(bytes, type).equals(TEXT) ? 1 : 0;
            } catch (RefusedSoapException e) {
                assertThat(e.getMessage()).as("seed " + seed).isNotEmpty();
            } catch (RuntimeException | Error e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
        assertThat(read).isGreaterThan(only == null ? cases / 20 : -1);
    }
}
