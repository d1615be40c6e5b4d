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
