package io.soabench.ode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.plugin.ProcessSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OdePackageTest {

    private static final String FIRST =
            "http://${server.mocks.address}:${server.mocks.port.http}/axis2/services/rates-1?a=1&b=2";

    @TempDir
    Path folder;

    private Path target;
    private ProcessSource process;

    @BeforeEach
    void prepare() throws IOException {
        target = Files.createDirectory(folder.resolve("target"));
        process = ProcessFixture.in(folder.resolve("source"), FIRST, "http://127.0.0.1:9/rates");
    }

    private static List<String> files(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(Files::isRegularFile)
                    .map(f -> folder.relativize(f).toString())
                    .sorted()
                    .toList();
        }
    }

    private ProcessSource with(Map<String, Path> documents) {
        return new ProcessSource(
                process.name(),
                process.bpel(),
                documents,
                process.targetNamespace(),
                process.processName(),
                process.provided(),
                process.invoked());
    }

    @Test
    void shouldBeWhatTheGoldenFilesSayWhenWritten() throws IOException {
        OdePackage.write(process, target);

        assertThat(files(target))
                .containsExactly(
                        "bpel/exchange.bpel",
                        "deploy.xml",
                        "soabench-endpoints-1.wsdl",
                        "soabench-endpoints.wsdl",
                        "wsdl/exchange.wsdl",
                        "wsdl/rates.wsdl");
        for (String ours : List.of("deploy.xml", "soabench-endpoints.wsdl", "soabench-endpoints-1.wsdl")) {
            assertThat(Files.readString(target.resolve(ours))).isEqualTo(ProcessFixture.text("golden/" + ours));
        }
        for (String document : ProcessFixture.DOCUMENTS) {
            assertThat(target.resolve(document)).hasSameBinaryContentAs(folder.resolve("source/" + document));
        }
    }

    /** A catch names a fault by the namespace of the port type, wherever the binding and the service are. */
    @Test
    void shouldPutServicesOfPartnersIntoTheNamespaceOfThePortType() throws IOException {
        Path rates = process.documents().get("wsdl/rates.wsdl");
        String text = Files.readString(rates);
        int binding = text.indexOf("<binding ");
        Path soap = Files.writeString(
                rates.resolveSibling("rates-soap.wsdl"),
                """
                <definitions name="soap" targetNamespace="urn:test:rates/soap"
                    xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:b="urn:test:rates/soap" xmlns:r="urn:test:rates"
                    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/">
                  <import namespace="urn:test:rates" location="rates.wsdl"/>
                """
                        + text.substring(binding).replace("binding=\"r:", "binding=\"b:"));
        Files.writeString(rates, text.substring(0, binding) + "</definitions>\n");
        Map<String, Path> documents = new TreeMap<>(process.documents());
        documents.put("wsdl/rates-soap.wsdl", soap);

        OdePackage.write(
                new ProcessSource(
                        process.name(),
                        process.bpel(),
                        documents,
                        process.targetNamespace(),
                        process.processName(),
                        process.provided(),
                        List.of(new ProcessSource.Invoked(
                                "first", "urn:test:rates/soap", "RatesService", "RatesPort", FIRST))),
                target);

        assertThat(Files.readString(target.resolve("deploy.xml")))
                .contains("<dd:service name=\"e:first-invoked\" xmlns:e=\"urn:test:rates\" port=\"port\"/>");
        assertThat(Files.readString(target.resolve("soabench-endpoints-1.wsdl")))
                .contains(
                        " targetNamespace=\"urn:test:rates\"",
                        "<wsdl:import namespace=\"urn:test:rates/soap\" location=\"wsdl/rates-soap.wsdl\"/>",
                        "xmlns:b=\"urn:test:rates/soap\"");
    }

    @Test
    void shouldBeTheSameBytesWhenWrittenAgain() throws IOException {
        Path again = Files.createDirectory(folder.resolve("again"));

        OdePackage.write(process, target);
        OdePackage.write(process, again);

        assertThat(files(again)).isEqualTo(files(target)).allSatisfy(file -> assertThat(again.resolve(file))
                .hasSameBinaryContentAs(target.resolve(file)));
    }

    @Test
    void shouldRefuseDocumentsOutsideTheirFolderOrInPlaceOfOurs() {
        Path file = process.documents().get("bpel/exchange.bpel");
        for (String path : List.of("../x.bpel", "deploy.xml", "soabench-endpoints.wsdl", "/tmp/x.bpel")) {
            Map<String, Path> documents = new TreeMap<>(process.documents());
            documents.put(
                    path, path.endsWith("bpel") ? file : process.documents().get("wsdl/rates.wsdl"));

            assertThatThrownBy(() -> OdePackage.write(with(documents), target))
                    .isInstanceOf(IOException.class)
                    .hasMessage(
                            "the document \"" + path + "\" of process Exchange-1 cannot be packaged under that path;"
                                    + " keep documents below the folder of the process, and none named deploy.xml or"
                                    + " soabench-endpoints.wsdl or soabench-endpoints-1.wsdl");
        }
    }

    @Test
    void shouldNameThePortWhenNoDocumentDefinesIt() {
        Map<String, Path> documents = new TreeMap<>(process.documents());
        documents.remove("wsdl/rates.wsdl");

        assertThatThrownBy(() -> OdePackage.write(with(documents), target))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "process Exchange-1 uses port RatesPort of service RatesService in namespace urn:test:rates,"
                                + " which none of its WSDL documents defines");
    }

    @Test
    void shouldRefuseABindingThatOdeDoesNotSpeak() throws IOException {
        Path rates = process.documents().get("wsdl/rates.wsdl");
        Files.writeString(
                rates,
                Files.readString(rates)
                        .replace("http://schemas.xmlsoap.org/wsdl/soap/", "http://schemas.xmlsoap.org/wsdl/soap12/"));

        assertThatThrownBy(() -> OdePackage.write(process, target))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "process Exchange-1 uses the binding RatesSoap of wsdl/rates.wsdl, which is not one for SOAP"
                                + " 1.1; ODE needs such a binding");
    }

    @Test
    void shouldRefuseADocumentWithADocumentType() throws IOException {
        Path rates = process.documents().get("wsdl/rates.wsdl");
        Files.writeString(rates, "<!DOCTYPE x SYSTEM \"file:///etc/passwd\"><x/>");

        assertThatThrownBy(() -> OdePackage.write(process, target))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(rates + " cannot be read: DOCTYPE is disallowed");
    }
}
