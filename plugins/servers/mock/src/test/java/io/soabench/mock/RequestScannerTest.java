package io.soabench.mock;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.mock.RequestScan.Defect;
import io.soabench.plan.MockPlan.UiidSource;
import io.soabench.plan.MockPlan.UiidSource.Kind;
import io.soabench.plan.SoapVersion;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestScannerTest {

    private static final RequestScanner SCANNER = new RequestScanner(
            new UiidSource(
                    Kind.MESSAGE,
                    List.of("{urn:a}request", "{urn:b}head", "{}id"),
                    List.of("{urn:a}request", "{urn:b}head", "@step"),
                    ""),
            SoapVersion.SOAP_11);

    private static RequestScan scan(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return SCANNER.message(bytes, bytes.length, "");
    }

    private static String request(String content) {
        return LoadedMockFixture.envelope("<a:request xmlns:a='urn:a' xmlns:b='urn:b'>" + content + "</a:request>");
    }

    @Test
    void shouldFindIdentifierAndStepWhenBothAreThere() {
        RequestScan scan = scan(request("<x/><b:head step=' 7 '><id>\n o.<!-- c -->1<![CDATA[.2]]> </id></b:head>"));

        assertThat(scan).isEqualTo(new RequestScan(Defect.NONE, "{urn:a}request", "o.1.2", "7"));
    }

    @Test
    void shouldFollowThePathOnlyWhenNamesRecurElsewhere() {
        RequestScan scan = scan(request("<id>no</id><x><b:head><id>no</id></b:head></x><b:id>no</b:id>"
                + "<b:head><y><id>no</id></y><id>yes<z>no</z></id></b:head>"));

        assertThat(scan.uiid()).isEqualTo("yes");
        assertThat(scan.step()).isEmpty();
    }

    @Test
    void shouldNotReadTheRestWhenEverythingIsFound() {
        String head = "<b:head step='1'><id>x</id></b:head>";
        String cut = request(head);

        RequestScan scan = scan(cut.substring(0, cut.indexOf("</a:request>")));

        assertThat(scan).isEqualTo(new RequestScan(Defect.NONE, "{urn:a}request", "x", "1"));
    }

    @Test
    void shouldSkipHeadersWhenTheyLookLikeABody() {
        RequestScan scan = scan(request("<b:head step='1'><id>x</id></b:head>")
                .replace("<soapenv:Body>", "<soapenv:Header><Body><id>h</id></Body></soapenv:Header><soapenv:Body>"));

        assertThat(scan.uiid()).isEqualTo("x");
    }

    @Test
    void shouldTakeTheIdentifierAsMissingWhenItIsTooLongOrEmpty() {
        assertThat(scan(request("<b:head><id>" + "x".repeat(201) + "</id></b:head>"))
                        .uiid())
                .isEmpty();
        assertThat(scan(request("<b:head><id>" + "x".repeat(200) + "</id></b:head>"))
                        .uiid())
                .hasSize(200);
        assertThat(scan(request("<b:head><id/></b:head>")).uiid()).isEmpty();
    }

    @Test
    void shouldSayWhatIsWrongWhenItIsNoSoap11Message() {
        assertThat(scan("").defect()).isEqualTo(Defect.MALFORMED);
        assertThat(scan("no").defect()).isEqualTo(Defect.MALFORMED);
        assertThat(scan("<a/>").defect()).isEqualTo(Defect.MALFORMED);
        assertThat(scan("<Envelope xmlns='urn:x'><Body/></Envelope>").defect()).isEqualTo(Defect.VERSION);
        assertThat(scan("<!DOCTYPE a><a/>").defect()).isEqualTo(Defect.MALFORMED);
        assertThat(scan(request("&undeclared;")).defect()).isEqualTo(Defect.MALFORMED);
        assertThat(scan(request("<open>")).defect()).isEqualTo(Defect.MALFORMED);
    }

    @Test
    void shouldReadOtherCharsetsWhenTransportOrDeclarationNamesThem() {
        String message = request("<b:head step='1'><id>grün</id></b:head>");
        Charset latin = StandardCharsets.ISO_8859_1;
        byte[] bytes =
                message.replace("encoding=\"UTF-8\"", "encoding=\"ISO-8859-1\"").getBytes(latin);

        assertThat(SCANNER.message(bytes, bytes.length, "").uiid()).isEqualTo("grün");
        byte[] utf16 = message.replace("UTF-8", "UTF-16").getBytes(StandardCharsets.UTF_16);
        assertThat(SCANNER.message(utf16, utf16.length, "").uiid()).isEqualTo("grün");
        assertThat(SCANNER.message(utf16, utf16.length, "no-such-charset").defect())
                .isEqualTo(Defect.MALFORMED);
    }
}
