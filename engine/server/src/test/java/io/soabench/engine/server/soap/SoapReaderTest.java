package io.soabench.engine.server.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.Namespace;
import io.soabench.engine.runtime.xml.XmlLimits;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The allowed content of an envelope; E, H and B stand for Envelope, Header and Body in the namespace of SOAP. */
class SoapReaderTest {
    private final SoapReader reader = new SoapReader(XmlLimits.DEFAULT);

    private SoapReader.Envelope read(SoapVersion version, String shorthand) throws RefusedSoapException {
        String xml = shorthand
                .replaceAll("<(/?)H>", "<$1s:Header>")
                .replaceAll("<(/?)B(/?)>", "<$1s:Body$2>")
                .replace("<E>", "<s:Envelope xmlns:s='" + version.namespace() + "'>")
                .replace("</E>", "</s:Envelope>");
        byte[] bytes = xml.getBytes(StandardCharsets.UTF_8);
        return reader.read(bytes, 0, bytes.length);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<E><B><a xmlns='urn:a'/></B></E>",
                "<?xml version='1.0'?>\n<!-- c --><E>\n <H> <h xmlns='urn:h'/> </H><B>\n<a xmlns='urn:a'/>\t</B> </E><!-- c --><?p i?>\n",
                "<E><!-- c --><?p i?><B><!-- c --><a xmlns='urn:a'/><?p i?></B><!-- c --></E>",
                "<E><H></H><B><a/></B></E>",
                "<E><B><a xmlns='urn:a'><![CDATA[5]]></a></B></E>",
            })
    void shouldTakeLegalEnvelope(String envelope) throws RefusedSoapException {
        for (SoapVersion version : SoapVersion.values()) {
            assertThat(read(version, envelope).version()).isEqualTo(version);
            assertThat(read(version, envelope).payload().name()).isEqualTo("a");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<E>text<B><a/></B></E>",
                "<E>&gt;<B><a/></B></E>",
                "<E><![CDATA[x]]><B><a/></B></E>",
                "<E>\u00a0<B><a/></B></E>",
                "<E><B>text<a/></B></E>",
                "<E><B><a/>text</B></E>",
                "<E><B><a/></B><B><a/></B></E>",
                "<E><B><a/></B><x xmlns='urn:x'/></E>",
                "<E><x xmlns='urn:x'/><B><a/></B></E>",
                "<E><xmltest/><B><a/></B></E>",
                "<E><B><a/></B><H/></E>",
                "<E><H><h xmlns='urn:h'/></H><H><h xmlns='urn:h'/></H><B><a/></B></E>",
                "<E><H>text</H><B><a/></B></E>",
                "<E><H><unqualified/></H><B><a/></B></E>",
                "<E><H></H></E>",
                "<E></E>",
                "<E><Body><a/></Body></E>",
                "<Envelope><Body><a/></Body></Envelope>",
                "<x/>",
                "text",
                "",
                "<E><B><a/></B></E><E><B><a/></B></E>",
            })
    void shouldRefuseOtherEnvelope(String envelope) {
        for (SoapVersion version : SoapVersion.values()) {
            assertThatThrownBy(() -> read(version, envelope))
                    .isInstanceOf(RefusedSoapException.class)
                    .message()
                    .endsWith(".");
        }
    }

    @ParameterizedTest
    @EnumSource(SoapVersion.class)
    void shouldKeepTheElementsOfTheBodyApart(SoapVersion version) throws RefusedSoapException {
        byte[] bytes = ("<s:Envelope xmlns:s='" + version.namespace()
                        + "' xmlns:p='urn:p'><s:Body><a/> <b>p:x</b><c/></s:Body>" + "</s:Envelope>")
                .getBytes(StandardCharsets.UTF_8);
        SoapReader.Envelope two = reader.read(bytes, 0, bytes.length);

        assertThat(two.payload().name()).isEqualTo("a");
        assertThat(two.others()).extracting(Element::name).containsExactly("b", "c");
        assertThat(two.others().get(0).declaration(0).uri()).isEqualTo("urn:p");
        assertThatThrownBy(two::requireOneElement)
                .isInstanceOf(RefusedSoapException.class)
                .hasMessage("The SOAP body holds 'b' after 'a'; it takes one element.");
        read(version, "<E><B><a/></B></E>").requireOneElement();
        read(version, "<E><B/></E>").requireOneElement();
        assertThatThrownBy(() -> read(version, "<E><B>" + "<a/>".repeat(1_001) + "</B></E>"))
                .isInstanceOf(RefusedSoapException.class)
                .hasMessage("The SOAP body holds more than 1000 elements.");
    }

    @ParameterizedTest
    @EnumSource(SoapVersion.class)
    void shouldFindNoPayloadWhenBodyIsEmpty(SoapVersion version) throws RefusedSoapException {
        assertThat(read(version, "<E><B/></E>").payload()).isNull();
        assertThat(read(version, "<E><B> <!-- c --> </B></E>").payload()).isNull();
    }

    @Test
    void shouldSayWhichVersionsAreSpokenWhenItIsAnotherOne() {
        byte[] bytes = "<e:Envelope xmlns:e='urn:soap'><e:Body/></e:Envelope>".getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> reader.read(bytes, 0, bytes.length))
                .isInstanceOfSatisfying(RefusedSoapException.class, refused -> assertThat(refused.code())
                        .isEqualTo("VersionMismatch"));
    }

    /** The declaration that is nearest to a name counts (Namespaces in XML 1.0, section 6.1), also in values that leave the envelope. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "<s:Envelope xmlns:s='S' xmlns:q='urn:far'><s:Body xmlns:q='urn:near'><a>q:x</a></s:Body></s:Envelope>",
                "<s:Envelope xmlns:s='S' xmlns:q='urn:far'><s:Body xmlns:q='urn:far'><a xmlns:q='urn:near'>q:x</a></s:Body></s:Envelope>",
                "<s:Envelope xmlns:s='S' xmlns:q='urn:near'><s:Body><a>q:x</a></s:Body></s:Envelope>",
                "<s:Envelope xmlns:s='S' xmlns:q='urn:far' xmlns:w='W' xmlns:x='X' xmlns:y='Y'>"
                        + "<s:Body xmlns:w='w' xmlns:x='x' xmlns:y='y' xmlns:q='urn:near'><a b='q:x'/></s:Body></s:Envelope>"
            })
    void shouldKnowNamesByTheNearestDeclarationWhenPrefixIsDeclaredTwice(String envelope) throws RefusedSoapException {
        for (SoapVersion version : SoapVersion.values()) {
            Element payload = read(version, envelope.replace("'S'", "'" + version.namespace() + "'"))
                    .payload();

            assertThat(payload.declarations()).contains(new Namespace("q", "urn:near"));
        }
    }

    /** A value without prefix is a name of the default namespace (XML Schema Part 2, section 3.2.18), wherever that is declared. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "<s:Envelope xmlns:s='S' xmlns='urn:x'><s:Body><p:a xmlns:p='urn:p'>order</p:a></s:Body></s:Envelope>",
                "<s:Envelope xmlns:s='S' xmlns='urn:far'><s:Body xmlns='urn:x'><p:a xmlns:p='urn:p'>order</p:a></s:Body></s:Envelope>",
                "<Envelope xmlns='S'><s:Body xmlns:s='S' xmlns='urn:x'><p:a xmlns:p='urn:p'>order</p:a></s:Body></Envelope>",
            })
    void shouldKeepTheDefaultNamespaceOfNames(String envelope) throws RefusedSoapException {
        for (SoapVersion version : SoapVersion.values()) {
            Element payload = read(version, envelope.replace("'S'", "'" + version.namespace() + "'"))
                    .payload();

            assertThat(payload.declarations()).contains(new Namespace("", "urn:x"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<Envelope xmlns='S'><Body><p:a xmlns:p='urn:p'>order</p:a></Body></Envelope>",
                "<s:Envelope xmlns:s='S' xmlns='urn:x'><s:Body><p:a xmlns:p='urn:p'>17</p:a></s:Body></s:Envelope>",
                "<s:Envelope xmlns:s='S' xmlns='urn:x'><s:Body><a>order</a></s:Body></s:Envelope>",
            })
    void shouldKeepNoDefaultNamespaceThatNoValueNeeds(String envelope) throws RefusedSoapException {
        for (SoapVersion version : SoapVersion.values()) {
            Element payload = read(version, envelope.replace("'S'", "'" + version.namespace() + "'"))
                    .payload();

            assertThat(payload.declarations()).extracting(Namespace::prefix).doesNotContain("");
        }
    }

    @Test
    void shouldPutNoElementIntoTheDefaultNamespace() throws RefusedSoapException {
        Element payload = read(
                        SoapVersion.V11,
                        "<s:Envelope xmlns:s='" + SoapVersion.V11.namespace() + "' xmlns='urn:x'><s:Body>"
                                + "<p:a xmlns:p='urn:p'><p:kind>order</p:kind><b xmlns=''>text</b></p:a></s:Body></s:Envelope>")
                .payload();

        assertThat(payload.toString())
                .isEqualTo("<p:a xmlns=\"urn:x\" xmlns:p=\"urn:p\"><p:kind>order</p:kind><b xmlns=\"\">text</b></p:a>");
    }
}
