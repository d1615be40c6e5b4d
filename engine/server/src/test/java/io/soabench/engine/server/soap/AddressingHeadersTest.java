package io.soabench.engine.server.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.engine.runtime.kernel.Addressing;
import io.soabench.engine.runtime.xml.XmlLimits;
import io.soabench.engine.runtime.xml.XmlOutput;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wrong headers of requests, and headers for other nodes. */
class AddressingHeadersTest {
    private static SoapReader.Envelope envelope(SoapVersion version, String headers) throws RefusedSoapException {
        byte[] bytes = ("<s:Envelope xmlns:s=\"" + version.namespace() + "\" xmlns:a=\"" + Addressing.V10
                        + "\" xmlns:o=\"" + Addressing.SUBMISSION + "\"><s:Header>" + headers
                        + "</s:Header><s:Body><x xmlns=\"urn:x\"/></s:Body></s:Envelope>")
                .getBytes(StandardCharsets.UTF_8);
        return new SoapReader(XmlLimits.DEFAULT).read(bytes, 0, bytes.length);
    }

    private static RefusedSoapException refused(SoapVersion version, String headers) throws RefusedSoapException {
        SoapReader.Envelope envelope = envelope(version, headers);
        try {
            AddressingHeaders.read(envelope);
        } catch (RefusedSoapException e) {
            return e;
        }
        throw new AssertionError("not refused: " + headers);
    }

    private static String written(SoapVersion version, RefusedSoapException refused) {
        XmlOutput output = new XmlOutput();
        SoapWriter.refusal(output, version, refused);
        return new String(Arrays.copyOf(output.array(), output.size()), StandardCharsets.UTF_8);
    }

    /** WS-Addressing 1.0 SOAP Binding, section 2.1. */
    @ParameterizedTest
    @ValueSource(strings = {"To", "Action", "MessageID", "ReplyTo", "FaultTo"})
    void shouldRefuseHeaderThatIsThereTwice(String name) throws RefusedSoapException {
        String header = "<a:" + name + ">urn:1</a:" + name + ">";

        RefusedSoapException refused = refused(SoapVersion.V12, header + header);

        assertThat(refused).hasMessageContaining(name + "' is there twice");
        assertThat(refused.isSendersMistake()).isTrue();
    }

    @Test
    void shouldNameTheFaultOfTheAddressingInTheSubcode() throws RefusedSoapException {
        RefusedSoapException refused = refused(SoapVersion.V12, "<a:To>1</a:To><a:To>2</a:To>");

        assertThat(written(SoapVersion.V12, refused))
                .contains("<soapenv:Value>soapenv:Sender</soapenv:Value><soapenv:Subcode>")
                .contains("xmlns:flt=\"" + Addressing.V10 + "\">flt:InvalidAddressingHeader<");
        assertThat(written(SoapVersion.V11, refused))
                .contains("<faultcode xmlns:flt=\"" + Addressing.V10 + "\">flt:InvalidAddressingHeader</faultcode>");
        assertThat(written(
                        SoapVersion.V11,
                        refused(SoapVersion.V11, "<o:Action>urn:1</o:Action><o:Action>urn:2</o:Action>")))
                .contains("xmlns:flt=\"" + Addressing.SUBMISSION + "\">flt:InvalidMessageInformationHeader<");
    }

    /** Headers for other nodes say nothing to this one. */
    @Test
    void shouldIgnoreHeadersForOtherNodes() throws RefusedSoapException {
        String elsewhere = "<a:ReplyTo s:role=\"urn:elsewhere\"><a:Address>http://127.0.0.1:1/</a:Address></a:ReplyTo>";

        assertThat(AddressingHeaders.read(envelope(SoapVersion.V12, elsewhere))).isNull();
        assertThat(AddressingHeaders.read(
                                envelope(SoapVersion.V12, elsewhere + elsewhere + "<a:MessageID>urn:1</a:MessageID>"))
                        .replyTo())
                .isNull();
        assertThat(AddressingHeaders.read(envelope(
                                SoapVersion.V11, elsewhere.replace("role", "actor") + "<a:MessageID>1</a:MessageID>"))
                        .replyTo())
                .isNull();
    }

    /** SOAP 1.2 part 1, section 5.2.3: the attribute is an {@code xs:boolean}. */
    @Test
    void shouldRefuseWhatIsNoTruthInMustUnderstand() throws RefusedSoapException {
        SoapReader.Envelope wrong = envelope(SoapVersion.V12, "<h xmlns=\"urn:h\" s:mustUnderstand=\"wrong\"/>");

        assertThatThrownBy(() -> SoapHeaders.check(wrong, null))
                .isInstanceOfSatisfying(
                        RefusedSoapException.class, e -> assertThat(e.code()).isEqualTo("Client"))
                .hasMessageContaining("'wrong' in 'mustUnderstand' of the header '{urn:h}h'");
    }

    @ParameterizedTest
    @EnumSource(SoapVersion.class)
    void shouldTakeHeaderThatNeedNotBeUnderstood(SoapVersion version) throws RefusedSoapException {
        SoapReader.Envelope envelope = envelope(version, "<h xmlns=\"urn:h\" s:mustUnderstand=\" 0 \"/>");

        SoapHeaders.check(envelope, null);

        assertThat(envelope.header().elements()).hasSize(1);
    }
}
