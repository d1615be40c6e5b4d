package io.soabench.load.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SoapScanTest {

    private static final String SOAP11 = "http://schemas.xmlsoap.org/soap/envelope/";
    private static final String SOAP12 = "http://www.w3.org/2003/05/soap-envelope";

    private final SoapScan scan = new SoapScan();

    private SoapScan.Kind scan(String text) {
        return scan(text, StandardCharsets.UTF_8);
    }

    private SoapScan.Kind scan(String text, Charset charset) {
        byte[] bytes = text.getBytes(charset);
        return scan.scan(bytes, bytes.length);
    }

    private boolean is(String namespace, String local) {
        return scan.is(namespace.getBytes(StandardCharsets.UTF_8), local.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void shouldFindTheElementWhenItsNamespaceIsDeclaredAnywhere() {
        assertThat(scan("<s:Envelope xmlns:s='" + SOAP11
                        + "' xmlns:a='urn:q'><s:Body><a:answer/></s:Body></s:Envelope>"))
                .isEqualTo(SoapScan.Kind.ELEMENT);
        assertThat(is("urn:q", "answer")).isTrue();
        assertThat(is("urn:other", "answer")).isFalse();
        assertThat(is("urn:q", "answe")).isFalse();
        assertThat(is("", "answer")).isFalse();
        scan("<s:Envelope xmlns:s='" + SOAP11
                + "'><s:Body xmlns:a='urn:q'><a:answer xmlns:a='urn:inner'/></s:Body></s:Envelope>");
        assertThat(scan.element()).isEqualTo("{urn:inner}answer");
        scan("<Envelope xmlns='" + SOAP12 + "'><Body><answer xmlns=\"urn:q\">text</answer></Body></Envelope>");
        assertThat(is("urn:q", "answer")).isTrue();
        scan("<Envelope xmlns='" + SOAP12 + "'><Body><answer xmlns=\"\">text</answer></Body></Envelope>");
        assertThat(scan.element()).isEqualTo("answer");
        assertThat(is("", "answer")).isTrue();
    }

    @Test
    void shouldPassOverHeaderCommentsAndInstructionsWhenTheyAreThere() {
        String message = "\uFEFF<?xml version='1.0'?><!-- <s:Body> --><?pi <a> ?>\n<s:Envelope xmlns:s='" + SOAP11
                + "'><s:Header><h:a xmlns:h='urn:h' x='>' xmlns:a='urn:h'><s:Body><![CDATA[</s:Header>]]></s:Body></h:a><b/></s:Header>"
                + "<!-- x --><s:Body id='1'>\n <!-- <x/> --> <a:answer xmlns:a='urn:q' >1</a:answer></s:Body></s:Envelope>";
        assertThat(scan(message)).isEqualTo(SoapScan.Kind.ELEMENT);
        assertThat(scan.element()).isEqualTo("{urn:q}answer");
        assertThat(scan(message, StandardCharsets.UTF_16LE)).isEqualTo(SoapScan.Kind.ELEMENT);
        assertThat(is("urn:q", "answer")).isTrue();
    }

    @Test
    void shouldDecodeReferencesWhenTheNamespaceHasSome() {
        scan("<s:Envelope xmlns:s='" + SOAP11 + "'><s:Body><answer xmlns='urn:q?a=1&amp;b=2'/></s:Body></s:Envelope>");
        assertThat(is("urn:q?a=1&b=2", "answer")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {SOAP11, SOAP12})
    void shouldFindFaultsWhenTheyAreOfTheEnvelopesVersion(String namespace) {
        String detail = namespace.equals(SOAP11)
                ? "<faultcode>s:Server</faultcode><faultstring>too &lt;late</faultstring>"
                : "<s:Code><s:Value>s:Server</s:Value></s:Code><s:Reason><s:Text xml:lang='en'>too &lt;late</s:Text></s:Reason>";
        assertThat(scan("<s:Envelope xmlns:s='" + namespace + "'><s:Body><s:Fault>" + detail
                        + "</s:Fault></s:Body></s:Envelope>"))
                .isEqualTo(SoapScan.Kind.FAULT);
        assertThat(scan.fault()).isEqualTo("s:Server: too <late");
    }

    @Test
    void shouldNotTakeAnothersFaultForOneWhenTheNamespaceDiffers() {
        assertThat(scan("<s:Envelope xmlns:s='" + SOAP11 + "'><s:Body><Fault xmlns='urn:q'/></s:Body></s:Envelope>"))
                .isEqualTo(SoapScan.Kind.ELEMENT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<s:Body/>",
                "<s:Body></s:Body>",
                "<s:Body> <!-- nothing --> </s:Body>",
                "<s:Header/><s:Body a='1' />"
            })
    void shouldSayEmptyWhenTheBodyHasNoElement(String body) {
        assertThat(scan("<s:Envelope xmlns:s='" + SOAP11 + "'>" + body + "</s:Envelope>"))
                .isEqualTo(SoapScan.Kind.EMPTY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "<",
                "<html><body/></html>",
                "<Envelope/>",
                "<Envelope><Body",
                "<Envelope><Body><a b='",
                "<Envelope><Body><a =x>",
                "<!DOCTYPE a [<!ENTITY b 'c'>]><Envelope><Body><a/></Body></Envelope>",
                "<Envelope><Header><a></Header>",
                "<Envelope xmlns='urn:a'><Body xmlns='urn:b'><a/></Body></Envelope>"
            })
    void shouldSayNoSoapWhenThereIsNoBody(String message) {
        assertThat(scan(message)).isEqualTo(SoapScan.Kind.NO_SOAP);
    }

    @Test
    void shouldEndWhateverTheBytesAreWhenTheyAreDamaged() {
        long seed = 4711;
        Random random = new Random(seed);
        byte[] good = ("<s:Envelope xmlns:s='" + SOAP11
                        + "'><s:Header><a/></s:Header><s:Body><s:Fault><faultcode>a</faultcode></s:Fault></s:Body></s:Envelope>")
                .getBytes(StandardCharsets.UTF_8);
        String marks = "<>/'\"=!-[]?&: \0";
        int faults = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = good.clone();
            for (int k = random.nextInt(4); k >= 0; k--) {
                bytes[random.nextInt(bytes.length)] = (byte) marks.charAt(random.nextInt(marks.length()));
            }
            if (scan.scan(bytes, random.nextInt(bytes.length + 1)) == SoapScan.Kind.FAULT) {
                assertThat(scan.fault()).as("seed %d, message %d", seed, i).isNotNull();
                faults++;
            }
        }
        assertThat(faults).isPositive();
    }
}
