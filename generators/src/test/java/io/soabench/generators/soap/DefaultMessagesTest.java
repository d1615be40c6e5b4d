package io.soabench.generators.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.contracts.tree.XmlText;
import io.soabench.contracts.tree.XmlTree;
import io.soabench.contracts.wsdl.Message;
import io.soabench.contracts.wsdl.Part;
import io.soabench.contracts.wsdl.Port;
import io.soabench.contracts.wsdl.Service;
import io.soabench.contracts.wsdl.Style;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.xml.sax.SAXException;

/** Every default message of every operation of every test document is valid, says the platform's validator. */
class DefaultMessagesTest {

    private static final Path DOCUMENTS = Path.of("src/test/resources/wsdl");
    private static final QName BODY = new QName(XmlText.SOAP, "Body");

    static List<String> documents() throws IOException {
        try (Stream<Path> files = Files.list(DOCUMENTS)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".wsdl"))
                    .sorted()
                    .toList();
        }
    }

    private static List<SoapOperation> operations(WsdlDefinitions wsdl) {
        Service service = wsdl.services().stream()
                .filter(each -> each.name().getLocalPart().equals("Service"))
                .reduce((first, second) -> first)
                .orElseThrow();
        Port port = service.ports().get(0);
        return SoapOperation.of(service, port);
    }

    @Test
    void shouldCoverAtLeastTwentyDocuments() throws IOException {
        assertThat(documents()).hasSizeGreaterThanOrEqualTo(20);
    }

    @ParameterizedTest
    @MethodSource("documents")
    void shouldBeValidWhenWrittenForAnyOperation(String document) throws Exception {
        WsdlDefinitions wsdl = WsdlDefinitions.load(DOCUMENTS.resolve(document));
        assertThat(wsdl.problems()).isEmpty();
        SchemaProof proof = new SchemaProof(DOCUMENTS.resolve(document));
        DefaultMessages messages = new DefaultMessages(wsdl);

        List<SoapOperation> operations = operations(wsdl);
        assertThat(operations).isNotEmpty();
        for (SoapOperation operation : operations) {
            check(proof, operation, operation.operation().input(), messages.request(operation));
            if (!operation.oneWay()) {
                check(proof, operation, operation.operation().output(), messages.answer(operation));
            }
            Optional<XmlTree> fault = messages.fault(operation, "planned");
            assertThat(fault.isPresent())
                    .isEqualTo(!operation.operation().faults().isEmpty());
            if (fault.isPresent()) {
                XmlTree detail = fault.get()
                        .element(BODY)
                        .orElseThrow()
                        .elements()
                        .get(0)
                        .element(new QName("detail"))
                        .orElseThrow();
                proof.check(detail.elements().get(0), Optional.empty());
            }
        }
    }

    private static void check(SchemaProof proof, SoapOperation operation, Optional<Message> message, XmlTree envelope)
            throws Exception {
        List<Part> parts = message.map(Message::parts).orElse(List.of());
        List<XmlTree> content = envelope.element(BODY).orElseThrow().elements();
        if (operation.style() == Style.RPC) {
            assertThat(content).hasSize(1);
            assertThat(content.get(0).name().getLocalPart()).startsWith(operation.name());
            content = content.get(0).elements();
        }
        assertThat(content).hasSameSizeAs(parts);
        for (int i = 0; i < parts.size(); i++) {
            try {
                proof.check(content.get(i), parts.get(i).type());
            } catch (SAXException e) {
                throw new AssertionError(e.getMessage() + "\n" + XmlText.element(content.get(i)), e);
            }
        }
    }

    @Test
    void shouldBeRefusedByTheProofWhenSomethingIsWrong() throws Exception {
        SchemaProof proof = new SchemaProof(DOCUMENTS.resolve("facets.wsdl"));
        QName in = new QName("urn:t:facets", "in");

        assertThatThrownBy(() -> proof.check(XmlTree.of(in, List.of()), Optional.empty()))
                .isInstanceOf(SAXException.class);
    }
}
