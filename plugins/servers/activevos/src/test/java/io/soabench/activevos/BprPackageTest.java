package io.soabench.activevos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.plugin.ProcessSource;
import io.soabench.plugin.ProcessSource.Invoked;
import io.soabench.plugin.ProcessSource.Provided;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class BprPackageTest {

    private static final String ADDRESS = "http://${server.mocks.address}:${server.mocks.port.http}/q?a=1&b=2";

    private static final String WSDL =
            """
            <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
                targetNamespace="urn:%1$s" xmlns:t="urn:%1$s">
              <binding name="B"><s:binding style="%2$s" transport="http://schemas.xmlsoap.org/soap/http"/></binding>
              <service name="%3$s"><port name="P" binding="t:B"><s:address location="http://localhost/x"/></port></service>
            </definitions>
            """;

    @TempDir
    Path folder;

    private Map<String, Path> documents;

    @BeforeEach
    void writeDocuments() throws IOException {
        documents = new TreeMap<>(Map.of(
                "bpel/order.bpel",
                        file("<process xmlns=\"http://docs.oasis-open.org/wsbpel/2.0/process/executable\"/>"),
                "wsdl/order.wsdl", file(WSDL.formatted("order", "document", "OrderService")),
                "wsdl/quote.wsdl", file(WSDL.formatted("quote", "rpc", "QuoteService")),
                "wsdl/types/order.xsd",
                        file("<schema xmlns=\"http://www.w3.org/2001/XMLSchema\" targetNamespace=\"urn:types\"/>"),
                "readme.txt.xml", file("<note/>")));
    }

    private Path file(String text) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "document", ""), text);
    }

    private static Provided order(String link) {
        return new Provided(link, "urn:order", "OrderService", "P");
    }

    private static Provided quote(String link) {
        return new Provided(link, "urn:quote", "QuoteService", "P");
    }

    private static Invoked partner(String link) {
        return new Invoked(link, "urn:quote", "QuoteService", "P", ADDRESS);
    }

    private Path packed(List<Provided> provided, List<Invoked> invoked) throws IOException {
        Path target = Files.createTempDirectory(folder, "package");
        new ActiveVosServerType()
                .packageProcess(
                        new ProcessSource("Order-1", "bpel/order.bpel", documents, "urn:p", "Order", provided, invoked),
                        target);
        return target;
    }

    private static Element root(Path file) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
        factory.setNamespaceAware(true);
        return factory.newDocumentBuilder().parse(file.toFile()).getDocumentElement();
    }

    private static List<Element> all(Element root, String namespace, String name) {
        List<Element> elements = new ArrayList<>();
        NodeList found = root.getElementsByTagNameNS(namespace, name);
        for (int i = 0; i < found.getLength(); i++) {
            elements.add((Element) found.item(i));
        }
        return elements;
    }

    private static Map<String, byte[]> bytes(Path folder) throws IOException {
        Map<String, byte[]> bytes = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(folder)) {
            for (Path file : walk.filter(Files::isRegularFile).toList()) {
                bytes.put(folder.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        return bytes;
    }

    private Element descriptor(List<Provided> provided, List<Invoked> invoked) throws Exception {
        return root(packed(provided, invoked).resolve("META-INF/pdd/Order-1.pdd"));
    }

    /** The children of a partner link, in order. */
    private static List<String> rolesOf(Element descriptor, String link) {
        Element found = all(descriptor, BprPackage.PDD, "partnerLink").stream()
                .filter(e -> e.getAttribute("name").equals(link))
                .findFirst()
                .orElseThrow();
        List<String> roles = new ArrayList<>();
        for (Element role : all(found, BprPackage.PDD, "*")) {
            roles.add(role.getLocalName());
        }
        return roles;
    }

    @Test
    void shouldHaveEveryEntryOfAnArchiveTheSameEachTime() throws Exception {
        Path once = packed(List.of(order("client")), List.of(partner("quote")));
        Path again = packed(List.of(order("client")), List.of(partner("quote")));

        assertThat(bytes(once).keySet())
                .containsExactly(
                        "META-INF/MANIFEST.MF",
                        "META-INF/catalog.xml",
                        "META-INF/pdd/Order-1.pdd",
                        "bpel/order.bpel",
                        "readme.txt.xml",
                        "wsdl/order.wsdl",
                        "wsdl/quote.wsdl",
                        "wsdl/types/order.xsd");
        bytes(again).forEach((path, content) -> assertThat(content).isEqualTo(safely(once, path)));
        assertThat(once.resolve("bpel/order.bpel")).hasSameBinaryContentAs(documents.get("bpel/order.bpel"));
    }

    private static byte[] safely(Path folder, String path) {
        try {
            return Files.readAllBytes(folder.resolve(path));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Each entry leads to a file of the archive, each WSDL document and schema has an entry and is referred to. */
    @Test
    void shouldHaveACatalogueOfAllDocuments() throws Exception {
        Path archive = packed(List.of(order("client")), List.of());

        Element catalog = root(archive.resolve("META-INF/catalog.xml"));
        assertThat(catalog.getNamespaceURI()).isEqualTo(BprPackage.CATALOG);
        Map<String, String> kinds = new HashMap<>();
        for (Element entry : all(catalog, BprPackage.CATALOG, "*")) {
            String path = entry.getAttribute("classpath");
            assertThat(archive.resolve(path)).isRegularFile();
            assertThat(entry.getAttribute("location")).isEqualTo("project:/" + path);
            kinds.put(path, entry.getLocalName());
        }
        assertThat(kinds)
                .isEqualTo(Map.of(
                        "wsdl/order.wsdl", "wsdlEntry",
                        "wsdl/quote.wsdl", "wsdlEntry",
                        "wsdl/types/order.xsd", "schemaEntry"));

        Element descriptor = root(archive.resolve("META-INF/pdd/Order-1.pdd"));
        assertThat(descriptor.getNamespaceURI()).isEqualTo(BprPackage.PDD);
        assertThat(descriptor.getAttribute("location")).isEqualTo("bpel/order.bpel");
        String[] name = descriptor.getAttribute("name").split(":", -1);
        assertThat(descriptor.lookupNamespaceURI(name[0])).isEqualTo("urn:p");
        assertThat(name[1]).isEqualTo("Order");
        assertThat(all(all(descriptor, BprPackage.PDD, "references").get(0), BprPackage.PDD, "*"))
                .extracting(
                        e -> e.getLocalName() + " " + e.getAttribute("location") + " " + e.getAttribute("namespace"))
                .containsExactly(
                        "wsdl project:/wsdl/order.wsdl urn:order",
                        "wsdl project:/wsdl/quote.wsdl urn:quote",
                        "schema project:/wsdl/types/order.xsd urn:types");
    }

    @Test
    void shouldOfferALinkThatIsOnlyProvidedAsAService() throws Exception {
        Element descriptor = descriptor(List.of(order("client")), List.of());

        assertThat(rolesOf(descriptor, "client")).containsExactly("myRole");
        Element role = all(descriptor, BprPackage.PDD, "myRole").get(0);
        assertThat(role.getAttribute("service")).isEqualTo("Order-1");
        assertThat(role.getAttribute("binding")).isEqualTo("MSG");
        assertThat(role.hasAttribute("allowedRoles")).isTrue();
    }

    @Test
    void shouldCallALinkThatIsOnlyInvokedAtItsAddress() throws Exception {
        Element descriptor = descriptor(List.of(order("client")), List.of(partner("quote")));

        assertThat(rolesOf(descriptor, "quote")).containsExactly("partnerRole");
        Element role = all(descriptor, BprPackage.PDD, "partnerRole").get(0);
        assertThat(role.getAttribute("endpointReference")).isEqualTo("static");
        assertThat(role.getAttribute("invokeHandler")).isEqualTo("default:Address");
        assertThat(all(role, BprPackage.ADDRESSING, "Address"))
                .singleElement()
                .satisfies(address -> assertThat(address.getTextContent()).isEqualTo(ADDRESS));
        Element service = all(role, BprPackage.ADDRESSING, "ServiceName").get(0);
        assertThat(service.getAttribute("PortName")).isEqualTo("P");
        String[] name = service.getTextContent().split(":", -1);
        assertThat(service.lookupNamespaceURI(name[0])).isEqualTo("urn:quote");
        assertThat(name[1]).isEqualTo("QuoteService");
    }

    @Test
    void shouldDoBothForALinkWithBothRoles() throws Exception {
        Element descriptor = descriptor(List.of(order("client"), quote("talk")), List.of(partner("talk")));

        assertThat(rolesOf(descriptor, "talk")).containsExactly("partnerRole", "myRole");
        assertThat(all(descriptor, BprPackage.PDD, "partnerLink")).hasSize(2);
    }

    @Test
    void shouldGiveEachOfSeveralProvidedLinksAServiceOfItsOwn() throws Exception {
        Element descriptor =
                descriptor(List.of(order("client"), order("second"), quote("callback")), List.of(partner("quote")));

        assertThat(all(descriptor, BprPackage.PDD, "myRole"))
                .extracting(role -> role.getAttribute("service") + " " + role.getAttribute("binding"))
                .containsExactly("Order-1 MSG", "Order-1.second MSG", "Order-1.callback RPC-LIT");
    }

    @Test
    void shouldRefuseWhatTheEngineCouldNotRun() throws Exception {
        assertThatThrownBy(() -> packed(List.of(new Provided("client", "urn:order", "No", "P")), List.of()))
                .isInstanceOf(IOException.class)
                .hasMessage("process Order-1 uses port P of service No in namespace urn:order, which none of its WSDL"
                        + " documents defines");

        documents.put("META-INF/catalog.xml", file("<catalog/>"));
        assertThatThrownBy(() -> packed(List.of(order("client")), List.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the document \"META-INF/catalog.xml\" of process Order-1 cannot be packaged");

        documents.remove("META-INF/catalog.xml");
        documents.put("wsdl/torn.wsdl", file("<definitions>"));
        assertThatThrownBy(() -> packed(List.of(order("client")), List.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("wsdl/torn.wsdl cannot be read");
    }
}
