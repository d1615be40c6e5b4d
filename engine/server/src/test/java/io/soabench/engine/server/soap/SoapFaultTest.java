package io.soabench.engine.server.soap;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.kernel.FaultShape;
import io.soabench.engine.runtime.kernel.MessageShape;
import io.soabench.engine.runtime.schema.PartCheck;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.QualifiedName;
import io.soabench.engine.runtime.xml.XmlLimits;
import io.soabench.engine.runtime.xml.XmlOutput;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The faults of an operation, written and read. */
class SoapFaultTest {
    private static final QualifiedName NAME = new QualifiedName("urn:p", "broken");
    private static final QualifiedName MESSAGE = new QualifiedName("urn:p", "message");
    private static final MessageShape.Part WHY = part("why", new QualifiedName("urn:t", "why"));
    private static final MessageShape.Part CODE = part("code", null);

    private static MessageShape.Part part(String name, QualifiedName element) {
        return new MessageShape.Part(name, element, PartCheck.ANYTHING, MessageShape.Place.BODY);
    }

    private static FaultShape shape(String name, MessageShape.Part... parts) {
        return new FaultShape(new QualifiedName("urn:p", name), new MessageShape(MESSAGE, null, Arrays.asList(parts)));
    }

    private static byte[] bytes(SoapVersion version, Fault fault, List<FaultShape> declared) {
        XmlOutput output = new XmlOutput();
        SoapWriter.fault(output, version, fault, declared, List.of());
        return Arrays.copyOf(output.array(), output.size());
    }

    private static String written(Fault fault, FaultShape... declared) {
        return new String(bytes(SoapVersion.V11, fault, List.of(declared)), StandardCharsets.UTF_8);
    }

    private static Fault thrown(QualifiedName type, Element... data) {
        return new Fault(NAME, type, List.of(data), "thrown");
    }

    private static Element why() {
        return Element.text("t", "urn:t", "why", "because");
    }

    private static Element code() {
        return Element.text("", "", "code", "7");
    }

    /** Without a detail, a declared fault of that name is found if its message has no parts. */
    @ParameterizedTest
    @EnumSource(SoapVersion.class)
    void shouldReadFaultWithoutParts(SoapVersion version) throws RefusedSoapException {
        List<FaultShape> declared = List.of(shape("first", WHY), shape("broken"));
        byte[] bytes = bytes(version, thrown(MESSAGE), declared);
        Element payload =
                new SoapReader(XmlLimits.DEFAULT).read(bytes, 0, bytes.length).payload();

        Fault read = SoapParts.fault(version, payload, declared, "The partner");
        assertThat(read.name()).isEqualTo(NAME);
        assertThat(read.type()).isEqualTo(MESSAGE);
        assertThat(read.data()).isEmpty();
        assertThat(SoapParts.fault(version, payload, List.of(shape("first", WHY)), "The partner")
                        .type())
                .as("none that is declared")
                .isNull();
    }

    @ParameterizedTest
    @EnumSource(SoapVersion.class)
    void shouldCarryPartsSideBySide(SoapVersion version) throws RefusedSoapException {
        List<FaultShape> declared = List.of(shape("first", WHY), shape("broken", WHY, CODE));
        byte[] bytes = bytes(version, thrown(MESSAGE, why(), code()), declared);
        SoapReader.Envelope envelope = SoapScratch.ofThread()
                .reader()
                .read(bytes, 0, bytes.length, version == SoapVersion.V11 ? "text/xml" : "application/soap+xml");
        Fault read = SoapParts.fault(envelope.version(), envelope.payload(), declared, "Partner");

        assertThat(read.name()).isEqualTo(NAME);
        assertThat(read.type()).isEqualTo(MESSAGE);
        assertThat(read.data()).containsExactly(why(), code());
    }

    /** If the code names no fault, the one that leaves the fewest entries of the detail is found. */
    @Test
    void shouldKnowAFaultWithoutNameByMostParts() throws RefusedSoapException {
        byte[] bytes = ("<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><e:Fault>"
                        + "<faultcode>e:Server</faultcode><faultstring>no</faultstring><detail xmlns:t='urn:t'><other/>"
                        + "<t:why>because</t:why><code>7</code></detail></e:Fault></e:Body></e:Envelope>")
                .getBytes(StandardCharsets.UTF_8);
        SoapReader.Envelope envelope =
                SoapScratch.ofThread().reader().read(bytes, 0, bytes.length, "text/xml; charset=utf-8");

        assertThat(SoapParts.fault(
                                envelope.version(),
                                envelope.payload(),
                                List.of(shape("first", WHY), shape("broken", WHY, CODE)),
                                "Partner")
                        .name())
                .isEqualTo(NAME);
        assertThat(SoapParts.fault(envelope.version(), envelope.payload(), List.of(shape("both", CODE, WHY)), "Partner")
                        .name()
                        .name())
                .isEqualTo("other");
    }

    @Test
    void shouldLeaveDataOfAnotherKindAsItIsWhenOnlyTheNameIsDeclared() {
        assertThat(written(thrown(null, code()), shape("broken", WHY))).contains("<detail><code>7</code></detail>");
        assertThat(written(thrown(new QualifiedName("urn:p", "other"), code()), shape("broken", WHY)))
                .contains("<detail><code>7</code></detail>");
        assertThat(written(thrown(null, why()), shape("broken", CODE))).contains(">because</t:why></detail>");
        assertThat(written(thrown(null, why()), shape("broken"))).contains(">because</t:why></detail>");
        assertThat(written(thrown(null), shape("broken", WHY))).doesNotContain("detail");
    }

    @Test
    void shouldGiveDataTheNameOfItsPartWhenItIsOfTheDeclaredMessage() {
        Element copied = Element.text("", "", "copied", "because");
        assertThat(written(thrown(MESSAGE, copied), shape("broken", WHY)))
                .contains("<detail><ns:why xmlns:ns=\"urn:t\">because</ns:why></detail>");
        assertThat(written(thrown(MESSAGE, copied), shape("broken", CODE)))
                .contains("<detail><code>because</code></detail>");
    }

    @Test
    void shouldWriteAllPartsOfAFaultThatIsNotDeclared() {
        assertThat(written(thrown(MESSAGE, why(), code())))
                .contains("<detail><t:why xmlns:t=\"urn:t\">because</t:why><code>7</code></detail>");
    }
}
