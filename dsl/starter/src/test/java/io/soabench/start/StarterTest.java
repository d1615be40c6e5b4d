package io.soabench.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.soabench.contracts.tree.XmlText;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.generators.soap.DefaultMessages;
import io.soabench.generators.soap.SoapOperation;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class StarterTest {

    private static final Path EXAMPLES = Path.of("../../examples");

    @TempDir
    Path folder;

    /** Partners in a row and at once, with links, in loops, that call back; clients that are called back; choices. */
    static Stream<Path> processes() throws IOException {
        Set<String> seen = new HashSet<>();
        try (Stream<Path> all = Files.walk(EXAMPLES)) {
            return all
                    .sorted()
                    .filter(file -> file.toString().endsWith(".bpel")
                            && seen.add(file.getFileName().toString()))
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("processes")
    void shouldWriteATestbedThatIsValidForEachProcessOfTheExamples(Path bpel) throws Exception {
        StartedTestbed started = new Starter().fromBpel(bpel, folder.resolve("made"));

        assertThat(started.left()).isEmpty();
        assertThat(started.runs()).isTrue();
        assertThat(started.waitsFor()).isEmpty();
        assertThat(started.next()).isEqualTo("it runs as it is");
        assertThat(files(folder)).containsExactlyElementsOf(started.files());
        assertThat(started.files()).contains(started.testbed());
        assertThat(started.testbed())
                .content()
                .contains("mvn soabench:run ", "write " + MavenGoal.PLUGIN + " for soabench.");
    }

    @Test
    void shouldOverwriteNothing() throws Exception {
        Path bpel = EXAMPLES.resolve("quickstart/bpel/sequential.bpel");
        Path data = Files.createDirectories(folder.resolve("made/data"));
        Files.writeString(data.resolve("request.xml"), "mine");

        assertThatThrownBy(() -> new Starter().fromBpel(bpel, folder.resolve("made")))
                .isInstanceOf(StartRefusedException.class)
                .hasMessage(data.resolve("request.xml")
                        + " is already there, and nothing is overwritten; choose another folder");
        assertThat(files(folder)).containsExactly(data.resolve("request.xml"));
        assertThat(data.resolve("request.xml")).hasContent("mine");
    }

    @Test
    void shouldRefuseAFolderThatHasATestbed() throws Exception {
        Path bpel = EXAMPLES.resolve("quickstart/bpel/sequential.bpel");
        StartedTestbed first = new Starter().fromBpel(bpel, folder);
        List<Path> before = files(folder);

        assertThatThrownBy(() -> new Starter().fromBpel(bpel, folder))
                .isInstanceOf(StartRefusedException.class)
                .hasMessage(folder + " already has a testbed, "
                        + first.testbed().getFileName() + ", and nothing is overwritten; choose another folder");
        assertThat(files(folder)).isEqualTo(before);
    }

    /** Which element carries the identifier: one whose type takes it, and no other. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "xs:string | name",
                "xs:token | name",
                "xs:anyType | name",
                "t:Short | later",
                "t:Digits | later",
                "t:Coded | later",
                "t:Empty | later",
                "xs:base64Binary | later",
                "xs:hexBinary | later",
                "t:Numbers | later",
                "xs:int | later",
                "t:Long | name",
                "t:Noted | name"
            })
    void shouldPutTheIdentifierWhereItsFormIsAllowed(String type, String identified) throws Exception {
        Path wsdl = folder.resolve("given.wsdl");
        Files.writeString(
                wsdl,
                """
                <definitions targetNamespace="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t"
                    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
                  <types><xs:schema targetNamespace="urn:t" elementFormDefault="unqualified">
                    <xs:simpleType name="Short"><xs:restriction base="xs:string"><xs:maxLength value="5"/></xs:restriction></xs:simpleType>
                    <xs:simpleType name="Digits"><xs:restriction base="xs:string"><xs:pattern value="[0-9]*"/></xs:restriction></xs:simpleType>
                    <xs:simpleType name="Coded"><xs:restriction base="xs:string"><xs:enumeration value=""/></xs:restriction></xs:simpleType>
                    <xs:simpleType name="Long"><xs:restriction base="xs:string"><xs:minLength value="3"/></xs:restriction></xs:simpleType>
                    <xs:simpleType name="Numbers"><xs:list itemType="xs:int"/></xs:simpleType>
                    <xs:complexType name="Empty"/>
                    <xs:complexType name="Noted"><xs:simpleContent><xs:extension base="xs:string">
                      <xs:attribute name="a" type="xs:int" use="required"/></xs:extension></xs:simpleContent></xs:complexType>
                    <xs:element name="ask"><xs:complexType><xs:sequence>
                      <xs:element name="name" type="TYPE"/><xs:element name="fixed" type="xs:string" fixed="f"/>
                      <xs:element name="later" type="LATER"/>
                    </xs:sequence></xs:complexType></xs:element>
                  </xs:schema></types>
                  <message name="ask"><part name="body" element="t:ask"/></message>
                  <portType name="T"><operation name="ask"><input message="t:ask"/><output message="t:ask"/></operation></portType>
                  <binding name="B" type="t:T"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="ask">
                    <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
                  <service name="S"><port name="P" binding="t:B"><soap:address location="http://127.0.0.1/t"/></port></service>
                </definitions>
                """
                        .replace("TYPE", type)
                        .replace("LATER", type.equals("xs:anyType") ? "xs:int" : "xs:string"));

        StartedTestbed started = new Starter().fromWsdl(wsdl, folder.resolve("made"));

        assertThat(started.left()).isEmpty();
        assertThat(folder.resolve("made/data/request.xml"))
                .content()
                .containsPattern("<" + identified + "( [^>]*)?>\\$\\{uiid\\}</" + identified + ">")
                .containsOnlyOnce("${uiid}");
    }

    @Test
    void shouldNameTheVersionOfAContractThatIsNotRead() throws Exception {
        Path wsdl = Files.writeString(folder.resolve("hotel.wsdl"), "<description xmlns='http://www.w3.org/ns/wsdl'/>");

        assertThatThrownBy(() -> new Starter().fromWsdl(wsdl, folder.resolve("made")))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("hotel.wsdl:1: ")
                .hasMessageContaining(", which is WSDL 2.0; write the contract in WSDL 1.1");
    }

    /** The copies are gone when a contract is refused. */
    @ParameterizedTest
    @ValueSource(strings = {"parts/types.wsdl", "../types.wsdl"})
    void shouldNamePlaceBesideTheContractWhenItsImportIsMissing(String location) throws Exception {
        Path own = Files.createDirectories(folder.resolve("own"));
        Path wsdl = Files.writeString(
                own.resolve("order.wsdl"),
                "<definitions xmlns='http://schemas.xmlsoap.org/wsdl/' targetNamespace='urn:o'><import namespace='urn:p' location='"
                        + location + "'/></definitions>");

        assertThatThrownBy(() -> new Starter().fromWsdl(wsdl, folder.resolve("made")))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("'" + location + "' is not found; looked for '"
                        + own.resolve(location).normalize() + "'");
    }

    /** A binding that says nothing of SOAP stands before the one that is added; the process finds its instances by a part of a type. */
    @Test
    void shouldWriteRequestsInTheFormOfTheBindingOfSoap() throws Exception {
        Files.writeString(
                folder.resolve("timer.wsdl"),
                """
                <definitions targetNamespace="urn:o" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:o="urn:o"
                    xmlns:xs="http://www.w3.org/2001/XMLSchema"
                    xmlns:plnk="http://docs.oasis-open.org/wsbpel/2.0/plnktype" xmlns:vprop="http://docs.oasis-open.org/wsbpel/2.0/varprop">
                  <message name="order"><part name="count" type="xs:int"/><part name="name" type="xs:string"/></message>
                  <portType name="T">
                    <operation name="order"><input message="o:order"/><output message="o:order"/></operation>
                    <operation name="again"><input message="o:order"/></operation>
                  </portType>
                  <binding name="B" type="o:T"><operation name="order"/></binding>
                  <service name="S"><port name="P" binding="o:B"/></service>
                  <plnk:partnerLinkType name="L"><plnk:role name="r" portType="o:T"/></plnk:partnerLinkType>
                  <vprop:property name="id" type="xs:string"/>
                  <vprop:propertyAlias propertyName="o:id" messageType="o:order" part="name"/>
                </definitions>
                """);
        Path bpel = Files.writeString(
                folder.resolve("given.bpel"),
                """
                <process name="Timer" targetNamespace="urn:p" xmlns="http://docs.oasis-open.org/wsbpel/2.0/process/executable" xmlns:o="urn:o">
                  <import importType="http://schemas.xmlsoap.org/wsdl/" namespace="urn:o" location="timer.wsdl"/>
                  <partnerLinks><partnerLink name="client" partnerLinkType="o:L" myRole="r"/></partnerLinks>
                  <variables><variable name="in" messageType="o:order"/><variable name="more" messageType="o:order"/></variables>
                  <correlationSets><correlationSet name="c" properties="o:id"/></correlationSets>
                  <sequence>
                    <receive partnerLink="client" operation="order" variable="in" createInstance="yes">
                      <correlations><correlation set="c" initiate="yes"/></correlations></receive>
                    <reply partnerLink="client" operation="order" variable="in"/>
                    <pick><onMessage partnerLink="client" operation="again" variable="more">
                      <correlations><correlation set="c"/></correlations><empty/></onMessage>
                      <onAlarm><for>'PT1S'</for><empty/></onAlarm></pick>
                  </sequence>
                </process>
                """);

        StartedTestbed started = new Starter().fromBpel(bpel, folder.resolve("made"));

        assertThat(started.left()).isEmpty();
        assertThat(folder.resolve("made/data/request.xml")).content().contains(":order ", "<name>${uiid}</name>");
    }

    @Test
    void shouldIdentifyByTheElementThatAProcessCorrelatesByThoughItsTypeHasALeastLength() throws Exception {
        Path bpel = correlated("<xs:minLength value=\"3\"/><xs:maxLength value=\"60\"/>");

        StartedTestbed started = new Starter().fromBpel(bpel, folder.resolve("made"));

        assertThat(started.left()).isEmpty();
        assertThat(started.testbed()).content().contains("uiid to \"o:order/o:id\"");
        assertThat(folder.resolve("made/data/request.xml")).content().contains(":id>${uiid}</");
    }

    @Test
    void shouldTellWhereAProcessCorrelatesByAnElementThatCannotHoldAnIdentifier() throws Exception {
        Path bpel = correlated("<xs:pattern value=\"[0-9]{4}\"/>");

        StartedTestbed started = new Starter().fromBpel(bpel, folder.resolve("made"));

        assertThat(started.notes())
                .anyMatch(note -> note.contains(
                        "the process finds its instances by \"o:order/o:id\", which cannot hold an identifier"));
    }

    private Path correlated(String facets) throws IOException {
        Files.writeString(
                folder.resolve("order.wsdl"),
                """
                <definitions targetNamespace="urn:o" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:o="urn:o"
                    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema"
                    xmlns:plnk="http://docs.oasis-open.org/wsbpel/2.0/plnktype" xmlns:vprop="http://docs.oasis-open.org/wsbpel/2.0/varprop">
                  <types><xs:schema targetNamespace="urn:o" elementFormDefault="qualified">
                    <xs:element name="order"><xs:complexType><xs:sequence>
                      <xs:element name="name" type="xs:string"/>
                      <xs:element name="id"><xs:simpleType><xs:restriction base="xs:string">FACETS</xs:restriction></xs:simpleType></xs:element>
                    </xs:sequence></xs:complexType></xs:element>
                  </xs:schema></types>
                  <message name="order"><part name="body" element="o:order"/></message>
                  <portType name="T"><operation name="order"><input message="o:order"/><output message="o:order"/></operation></portType>
                  <binding name="B" type="o:T"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="order">
                    <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
                  <service name="S"><port name="P" binding="o:B"><soap:address location="http://127.0.0.1/t"/></port></service>
                  <plnk:partnerLinkType name="L"><plnk:role name="r" portType="o:T"/></plnk:partnerLinkType>
                  <vprop:property name="id" type="xs:string"/>
                  <vprop:propertyAlias propertyName="o:id" messageType="o:order" part="body"><vprop:query>o:id</vprop:query></vprop:propertyAlias>
                </definitions>
                """
                        .replace("FACETS", facets));
        return Files.writeString(
                folder.resolve("given.bpel"),
                """
                <process name="Given" targetNamespace="urn:p" xmlns:o="urn:o"
                    xmlns="http://docs.oasis-open.org/wsbpel/2.0/process/executable">
                  <import namespace="urn:o" location="order.wsdl" importType="http://schemas.xmlsoap.org/wsdl/"/>
                  <partnerLinks><partnerLink name="c" partnerLinkType="o:L" myRole="r"/></partnerLinks>
                  <variables><variable name="v" messageType="o:order"/></variables>
                  <correlationSets><correlationSet name="s" properties="o:id"/></correlationSets>
                  <sequence>
                    <receive partnerLink="c" operation="order" variable="v" createInstance="yes">
                      <correlations><correlation set="s" initiate="yes"/></correlations>
                    </receive>
                    <reply partnerLink="c" operation="order" variable="v"/>
                  </sequence>
                </process>
                """);
    }

    @Test
    void shouldMakeAMockOfAContract() throws Exception {
        StartedTestbed started = new Starter().fromWsdl(EXAMPLES.resolve("quickstart/wsdl/quote.wsdl"), folder);

        assertThat(started.left()).isEmpty();
        assertThat(Files.readString(started.testbed()))
                .contains("server mocks : lean on here { serves service }", "case for process in (service)")
                .contains("// process real { black box wsdl");
        assertThat(folder.resolve("data/request.xml")).content().contains("${uiid}");
    }

    /** Returns a document with a service for each name, at the path of that name. Names that end in Get are not of SOAP. */
    private static String services(String... names) {
        String head =
                """
                <definitions targetNamespace="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t"
                    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/"
                    xmlns:xs="http://www.w3.org/2001/XMLSchema">
                  <types><xs:schema targetNamespace="urn:t"><xs:element name="ask" type="xs:string"/></xs:schema></types>
                  <message name="ask"><part name="body" element="t:ask"/></message>
                """;
        String service =
                """
                <portType name="@"><operation name="ask"><input message="t:ask"/><output message="t:ask"/></operation></portType>
                <binding name="@B" type="t:@">BINDING<operation name="ask">
                  <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
                <service name="@S"><port name="@P" binding="t:@B"><soap:address location="http://127.0.0.1/@"/></port></service>
                """;
        return Stream.of(names)
                .map(name -> service.replace("@", name)
                        .replace(
                                "BINDING",
                                name.endsWith("Get")
                                        ? "<http:binding verb='GET'/>"
                                        : "<soap:binding transport='http://schemas.xmlsoap.org/soap/http'/>"))
                .collect(Collectors.joining("", head, "</definitions>"));
    }

    /** Ports of HTTP without SOAP, which documents of .NET have, are no other services. */
    @Test
    void shouldNameThePortTypesThatTheTestbedLeavesOut() throws Exception {
        Path wsdl = Files.writeString(folder.resolve("shop.wsdl"), services("Shop", "ShopHttpGet", "Stock", "Bank"));

        StartedTestbed started = new Starter().fromWsdl(wsdl, folder.resolve("made"));

        assertThat(started.left()).isEmpty();
        assertThat(started.testbed()).content().contains("from \"wsdl/shop.wsdl\" port \"ShopP\"");
        assertThat(started.notes())
                .contains(
                        "the testbed is about port type \"Shop\"; it leaves out \"Stock\", \"Bank\" of the same contract");
    }

    /** A description may have other services than the one at its address. */
    @Test
    void shouldCallThePortThatIsAtTheAddress() throws Exception {
        byte[] wsdl = services("Shop", "Stock", "Bank").getBytes(StandardCharsets.UTF_8);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/Stock", exchange -> {
            exchange.sendResponseHeaders(200, wsdl.length);
            exchange.getResponseBody().write(wsdl);
            exchange.close();
        });
        server.start();
        URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/Stock");
        StartedTestbed started;
        try {
            started = new Starter().fromBlackBox(address, folder.resolve("made"));
        } finally {
            server.stop(0);
        }

        assertThat(started.left()).isEmpty();
        assertThat(started.testbed()).content().contains("port \"StockP\" at \"" + address + "\"");
        assertThat(started.notes())
                .contains(
                        "the testbed is about port type \"Stock\"; it leaves out \"Shop\", \"Bank\" of the same contract");
    }

    @Test
    void shouldMakeABlackBoxOfARunningServiceAndRefuseOneThatDoesNotAnswer() throws Exception {
        byte[] wsdl = Files.readAllBytes(EXAMPLES.resolve("quickstart/wsdl/quote.wsdl"));
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/services/quote", exchange -> {
            exchange.sendResponseHeaders("wsdl".equals(exchange.getRequestURI().getQuery()) ? 200 : 500, wsdl.length);
            exchange.getResponseBody().write(wsdl);
            exchange.close();
        });
        server.start();
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/services/quote");
        StartedTestbed started;
        try {
            started = new Starter().fromBlackBox(url, folder.resolve("made"));
        } finally {
            server.stop(0);
        }

        assertThat(started.left()).isEmpty();
        assertThat(Files.readString(started.testbed()))
                .contains("black box wsdl \"wsdl/quote.wsdl\" at \"" + url + "\"");
        assertThatThrownBy(() -> new Starter().fromBlackBox(url, folder.resolve("other")))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageStartingWith(url + "?wsdl does not answer (")
                .hasMessageEndingWith("); start the service, or correct the address");
        assertThat(folder.resolve("other")).doesNotExist();
    }

    @Test
    void shouldRefuseADescriptionThatImportsWhatIsNoAddress() throws Exception {
        byte[] wsdl = ("<definitions xmlns=\"http://schemas.xmlsoap.org/wsdl/\" targetNamespace=\"urn:t\">"
                        + "<import namespace=\"urn:other\" location=\"other?{a}\"/></definitions>")
                .getBytes(StandardCharsets.UTF_8);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/services/quote", exchange -> {
            exchange.sendResponseHeaders(200, wsdl.length);
            exchange.getResponseBody().write(wsdl);
            exchange.close();
        });
        server.start();
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/services/quote");
        try {
            assertThatThrownBy(() -> new Starter().fromBlackBox(url, folder.resolve("made")))
                    .isInstanceOf(StartRefusedException.class)
                    .hasMessageContaining("imports \"other?{a}\", which is no address");
        } finally {
            server.stop(0);
        }
        assertThat(folder.resolve("made")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1, true", "localhost, false"})
    void shouldFollowRedirectsWithinTheHostOnly(String host, boolean follows) throws Exception {
        byte[] wsdl = Files.readAllBytes(EXAMPLES.resolve("quickstart/wsdl/quote.wsdl"));
        List<String> asked = new CopyOnWriteArrayList<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        int port = server.getAddress().getPort();
        server.createContext("/services/quote", exchange -> {
            exchange.getResponseHeaders().add("Location", "http://" + host + ":" + port + "/moved/quote?key=secret");
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        });
        server.createContext("/moved/quote", exchange -> {
            asked.add(exchange.getRequestURI().toString());
            exchange.sendResponseHeaders(200, wsdl.length);
            exchange.getResponseBody().write(wsdl);
            exchange.close();
        });
        server.start();
        URI url = URI.create("http://127.0.0.1:" + port + "/services/quote");
        try {
            if (follows) {
                assertThat(new Starter()
                                .fromBlackBox(url, folder.resolve("made"))
                                .left())
                        .isEmpty();
            } else {
                assertThatThrownBy(() -> new Starter().fromBlackBox(url, folder.resolve("made")))
                        .isInstanceOf(StartRefusedException.class)
                        .hasMessage(url + "?wsdl redirects to the host localhost, which is not asked; give its address,"
                                + " or save the description and use -Dwsdl=FILE");
            }
        } finally {
            server.stop(0);
        }
        assertThat(asked).hasSize(follows ? 1 : 0);
    }

    @Test
    void shouldMakeABlackBoxOfAServiceThatSpeaksSoap12() throws Exception {
        byte[] wsdl = Files.readString(EXAMPLES.resolve("quickstart/wsdl/quote.wsdl"))
                .replace("http://schemas.xmlsoap.org/wsdl/soap/", "http://schemas.xmlsoap.org/wsdl/soap12/")
                .getBytes(StandardCharsets.UTF_8);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/services/quote", exchange -> {
            exchange.sendResponseHeaders(200, wsdl.length);
            exchange.getResponseBody().write(wsdl);
            exchange.close();
        });
        server.start();
        StartedTestbed started;
        try {
            started = new Starter()
                    .fromBlackBox(
                            URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/services/quote"),
                            folder.resolve("made"));
        } finally {
            server.stop(0);
        }

        assertThat(started.left()).isEmpty();
        assertThat(folder.resolve("made/data/request.xml")).content().contains("${uiid}");
    }

    @Test
    void shouldRefuseAnAddressWithAPasswordAndNotRepeatIt() {
        assertThatThrownBy(() -> new Starter()
                        .fromBlackBox(URI.create("http://anna:secret@127.0.0.1:1/a"), folder.resolve("made")))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageStartingWith("the address of the service at 127.0.0.1 contains a user; leave out")
                .hasMessageNotContaining("secret");
    }

    private static final String SEVERAL =
            """
            <w:definitions TARGET xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/VERSION/"
                xmlns:n="urn:t" xmlns:xs="http://www.w3.org/2001/XMLSchema" MESSAGES>
              <w:types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">
                <xs:element name="ask"><xs:complexType><xs:sequence><xs:element name="id" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
                <xs:element name="user" type="xs:string"/>
              </xs:schema></w:types>
              <w:message name="ask"><w:part name="body" PART/></w:message>
              <w:message name="user"><w:part name="head" element="n:user"/></w:message>
              <w:portType name="T">
                <w:operation name="one"><w:input message="Mask"/><w:output message="Mask"/></w:operation>
                <w:operation name="two"><w:input message="Mask"/><w:output message="Mask"/></w:operation>
              </w:portType>
              <w:binding name="B" type="MT"><soap:binding style="STYLE" transport="http://schemas.xmlsoap.org/soap/http"/>
                <w:operation name="one"><soap:operation soapAction="urn:t/one"/>
                  <w:input><soap:header message="Muser" part="head" use="literal"/><soap:body use="USE" BODY/></w:input>
                  <w:output><soap:body use="USE" BODY/></w:output></w:operation>
                <w:operation name="two"><soap:operation soapAction="urn:t/two"/>
                  <w:input><soap:body use="USE" BODY/></w:input><w:output><soap:body use="USE" BODY/></w:output></w:operation>
              </w:binding>
              <w:service name="S"><w:port name="P" binding="MB"><soap:address location="http://127.0.0.1:22001/t"/></w:port></w:service>
            </w:definitions>
            """;

    /** What a contract says of its messages holds for mocks and clients; what they cannot do is said. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            value = {
                "named | soap | document | literal | none",
                "named | soap | rpc | literal | none",
                "unnamed | soap | document | literal | none",
                "named | soap12 | document | literal | none",
                "named | soap12 | rpc | literal | none",
                "unnamed | soap12 | document | literal | none",
                "named | soap | rpc | encoded | uses SOAP encoding"
            })
    void shouldKeepTheBindingOfAContract(String namespace, String version, String style, String use, String note)
            throws Exception {
        Path wsdl = folder.resolve("several.wsdl");
        boolean rpc = style.equals("rpc");
        boolean named = namespace.equals("named");
        Files.writeString(
                wsdl,
                SEVERAL.replace("TARGET", named ? "targetNamespace=\"urn:m\"" : "")
                        .replace("MESSAGES", named ? "xmlns:m=\"urn:m\"" : "")
                        .replaceAll("\"M(ask|user|T|B)", named ? "\"m:$1" : "\"$1")
                        .replace("VERSION", version)
                        .replace("STYLE", style)
                        .replace("USE", use)
                        .replace("PART", rpc ? "type=\"xs:string\"" : "element=\"n:ask\"")
                        .replace("BODY", rpc ? "namespace=\"urn:body\"" : ""));

        StartedTestbed started = new Starter().fromWsdl(wsdl, folder.resolve("made"));

        assertThat(started.left()).isEmpty();
        String model = Files.readString(started.testbed());
        assertThat(model).contains("operation \"one\"   // what clients call here");
        assertThat(started.notes().stream().anyMatch(each -> note != null && each.contains("the binding of T " + note)))
                .isEqualTo(note != null);
        boolean kept = note == null;
        assertThat(model).contains("from \"wsdl/" + (kept ? "several" : "T-soap") + ".wsdl\"");
        assertThat(folder.resolve("made/wsdl/T-soap.wsdl").toFile().exists()).isEqualTo(!kept);
        SoapOperation called =
                WsdlDefinitions.load(folder.resolve("made/wsdl/" + (kept ? "several" : "T-soap") + ".wsdl"))
                        .services()
                        .stream()
                        .filter(each -> each.name().getLocalPart().equals(kept ? "S" : "TService"))
                        .flatMap(each -> SoapOperation.of(each, each.ports().get(0)).stream())
                        .findFirst()
                        .orElseThrow();
        assertThat(called.soapAction()).isEqualTo("urn:t/one");
        String request = XmlText.document(new DefaultMessages(
                        WsdlDefinitions.load(folder.resolve("made/wsdl/" + (kept ? "several" : "T-soap") + ".wsdl")))
                .request(called));
        assertThat(request).containsPattern("Header>\\s*<\\w+:user");
        assertThat(request.contains("xmlns:ns2=\"urn:body\"")).isEqualTo(rpc);
        assertThat(request).containsPattern(rpc ? "<ns2:one>" : "<\\w+:ask>");
    }

    /** The address of the description is not that of the service. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            value = {
                "none | wsdl | none",
                "wsdl | wsdl | none",
                "WSDL | WSDL | none",
                "singleWsdl | singleWsdl | none",
                "wsdl=quote.wsdl | wsdl=quote.wsdl | none",
                "tenant=a | tenant=a&wsdl | tenant=a",
                "wsdl&tenant=a | wsdl&tenant=a | tenant=a",
                "tenant=wsdl | tenant=wsdl&wsdl | tenant=wsdl"
            })
    void shouldCallTheServiceAndNotItsDescription(String given, String asked, String called) throws Exception {
        byte[] wsdl = Files.readAllBytes(EXAMPLES.resolve("quickstart/wsdl/quote.wsdl"));
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/services/quote", exchange -> {
            exchange.sendResponseHeaders(asked.equals(exchange.getRequestURI().getQuery()) ? 200 : 404, wsdl.length);
            exchange.getResponseBody().write(wsdl);
            exchange.close();
        });
        server.start();
        String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/services/quote";
        StartedTestbed started;
        try {
            started = new Starter()
                    .fromBlackBox(URI.create(url + (given == null ? "" : "?" + given)), folder.resolve("made"));
        } finally {
            server.stop(0);
        }

        assertThat(started.left()).isEmpty();
        assertThat(Files.readString(started.testbed()))
                .contains("at \"" + url + (called == null ? "" : "?" + called) + "\"");
    }

    @Test
    void shouldFindWhatImportsMiss() throws Exception {
        Path from = Files.createDirectories(folder.resolve("from/elsewhere"));
        Path wsdl = EXAMPLES.resolve("quickstart/wsdl");
        Files.copy(wsdl.resolve("quote.wsdl"), from.resolve("quote.wsdl"));
        // Nobody says how the partner is reached.
        String quote = Files.readString(from.resolve("quote.wsdl"));
        Files.writeString(from.resolve("quote.wsdl"), quote.replaceFirst("(?s)<binding .*</service>", ""));
        Files.copy(wsdl.resolve("sequential.wsdl"), from.resolve("sequential.wsdl"));
        Path bpel = folder.resolve("from/sequential.bpel");
        Files.writeString(
                bpel,
                Files.readString(EXAMPLES.resolve("quickstart/bpel/sequential.bpel"))
                        .replace("../wsdl/quote.wsdl", "http://nowhere.example/quote.wsdl"));

        StartedTestbed started = new Starter().fromBpel(bpel, folder.resolve("made"));

        assertThat(started.left()).isEmpty();
        assertThat(started.notes())
                .contains(
                        "sequential.bpel imports \"http://nowhere.example/quote.wsdl\"; elsewhere/quote.wsdl was taken",
                        "sequential.bpel imports \"../wsdl/sequential.wsdl\", which is not there; elsewhere/sequential.wsdl was taken")
                .anyMatch(note -> note.endsWith(
                        "-soap.wsdl was added, because no WSDL document says how that port type is reached by SOAP"));
        assertThat(bpel).content().contains("http://nowhere.example/quote.wsdl");
    }

    @Test
    void shouldRefuseInASentenceAndLeaveNothing() throws Exception {
        Path old = folder.resolve("old.bpel");
        Files.writeString(old, "<process xmlns='http://schemas.xmlsoap.org/ws/2003/03/business-process/'/>");

        assertThatThrownBy(() -> new Starter().fromBpel(old, folder.resolve("a/b")))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("is no WS-BPEL 2.0 but a process of namespace");
        assertThatThrownBy(() -> new Starter().fromBpel(folder.resolve("no.bpel"), folder.resolve("a/b")))
                .isInstanceOf(StartRefusedException.class)
                .hasMessage("there is no file " + folder.resolve("no.bpel")
                        + " that can be read; name a BPEL process that is there");
        assertThat(files(folder)).containsExactly(old);
        assertThat(folder.resolve("a")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<definitions xmlns='http://schemas.xmlsoap.org/wsdl/'/> | <definitions>; a WSDL document is given with -Dwsdl=FILE",
                "<definitions xmlns='http://www.omg.org/spec/BPMN/20100524/MODEL'/> | <definitions>, so it is BPMN; give it with -Dbpmn=FILE",
                "<routes/> | <routes>; name the file that begins with <process>"
            })
    void shouldSayWhatAFileIsThatIsNoBpelProcess(String content, String expected) throws Exception {
        Path file = Files.writeString(folder.resolve("own.bpel"), content);

        assertThatThrownBy(() -> new Starter().fromBpel(file, folder.resolve("made")))
                .isInstanceOf(StartRefusedException.class)
                .hasMessage(file + " is no BPEL process but begins with " + expected);
    }

    /** Other engines let a process import classes, which are no documents near it. */
    @Test
    void shouldMissNoDocumentWhereAClassIsImported() throws Exception {
        Path bpel = Files.writeString(
                folder.resolve("own.bpel"),
                """
                <process name="own" targetNamespace="urn:o" xmlns="http://docs.oasis-open.org/wsbpel/2.0/process/executable">
                  <import location="java.util.Date" importType="urn:java"/>
                  <import location="gone.wsdl" namespace="urn:g" importType="http://schemas.xmlsoap.org/wsdl/"/>
                  <empty/>
                </process>
                """);

        StartedTestbed started = new Starter().fromBpel(bpel, folder.resolve("made"));

        assertThat(started.notes())
                .contains(
                        "own.bpel imports \"gone.wsdl\", which is not there, and no such document is near; put it there")
                .noneMatch(note -> note.contains("java.util.Date"));
        assertThat(started.left()).singleElement().satisfies(issue -> assertThat(issue.message())
                .contains("'gone.wsdl' is not found"));
    }

    /** Engines deploy such a process, but clients and services that check schemas refuse its contract. */
    @Test
    void shouldNoteThatASchemaOfAProcessIsNotValid() throws Exception {
        Path own = Files.createDirectories(folder.resolve("own"));
        Path examples = Path.of("../../examples/quickstart");
        Files.createDirectories(own.resolve("bpel"));
        Files.createDirectories(own.resolve("wsdl"));
        Files.copy(examples.resolve("bpel/sequential.bpel"), own.resolve("bpel/sequential.bpel"));
        try (Stream<Path> all = Files.list(examples.resolve("wsdl"))) {
            for (Path wsdl : all.toList()) {
                String text = Files.readString(wsdl);
                Files.writeString(
                        own.resolve("wsdl").resolve(wsdl.getFileName()),
                        text.replaceFirst(
                                "<(\\w+:)element ",
                                "<$1element name=\"odd\" type=\"$1int\" default=\"one\"/><$1element "));
            }
        }

        StartedTestbed started = new Starter().fromBpel(own.resolve("bpel/sequential.bpel"), folder.resolve("made"));

        assertThat(started.notes())
                .anyMatch(note -> note.contains("(rule e-props-correct.2)")
                        && note.endsWith("; clients and services that check schemas may refuse it"));
    }

    @Test
    void shouldNotPromiseThatAProcessEndsWhichWaitsForItsClients() throws Exception {
        Path from = folder.resolve("from");
        for (String name : List.of("bpel/purchase.bpel", "wsdl/purchase.wsdl", "wsdl/quote.wsdl")) {
            Files.createDirectories(from.resolve(name).getParent());
            Files.copy(EXAMPLES.resolve("async").resolve(name), from.resolve(name));
        }
        Path bpel = from.resolve("bpel/purchase.bpel");
        Files.writeString(
                bpel,
                Files.readString(bpel)
                        .replace(
                                "<invoke name=\"answer-customer\"",
                                "<receive partnerLink='client' operation='order' variable='order'><correlations>"
                                        + "<correlation set='purchase'/></correlations></receive>"
                                        + "<invoke name='answer-customer'"));

        Path wsdl = from.resolve("wsdl/purchase.wsdl");
        Files.writeString(
                wsdl,
                Files.readString(wsdl)
                        .replace(
                                "</definitions>",
                                "<vprop:propertyAlias propertyName='p:id' messageType='p:order' part='body'>"
                                        + "<vprop:query>p:id</vprop:query></vprop:propertyAlias></definitions>"));

        StartedTestbed started = new Starter().fromBpel(bpel, folder.resolve("made"));

        assertThat(started.waitsFor()).containsExactly("order");
        assertThat(started.next())
                .isEqualTo("it can be run, but instances wait for \""
                        + started.waitsFor().get(0)
                        + "\", which the load does not send; end that wait by an alarm, or leave it out");
    }

    @Test
    void shouldSayWhatIsLeftWhenItCannotBeMended() throws Exception {
        Path bpel = folder.resolve("sequential.bpel");
        Files.copy(EXAMPLES.resolve("quickstart/bpel/sequential.bpel"), bpel);

        StartedTestbed started = new Starter().fromBpel(bpel, folder.resolve("made"));

        assertThat(started.runs()).isFalse();
        assertThat(started.left().stream().map(issue -> issue.text(folder)).toList())
                .anyMatch(line -> line.startsWith("made/process/sequential.bpel:")
                        && line.contains("'../wsdl/quote.wsdl' is not found"))
                .noneMatch(line -> line.contains(".soabench-init-"));
        assertThat(started.notes())
                .contains(
                        "sequential.bpel imports \"../wsdl/quote.wsdl\", which is not there, and no such document is near; put it there");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void shouldTakeNothingOfOthersWhereEverybodyMayWrite() throws Exception {
        Path place = Files.createDirectory(folder.resolve("place"));
        Path bpel = Files.createDirectory(place.resolve("mine")).resolve("sequential.bpel");
        Files.copy(EXAMPLES.resolve("quickstart/bpel/sequential.bpel"), bpel);
        Path theirs = Files.createDirectory(place.resolve("theirs")).resolve("quote.wsdl");
        Files.copy(EXAMPLES.resolve("quickstart/wsdl/quote.wsdl"), theirs);

        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(new Starter().fromBpel(bpel, folder.resolve("near")).files())
                .anyMatch(file -> file.endsWith("theirs/quote.wsdl"));
        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(new Starter().fromBpel(bpel, folder.resolve("made")).files())
                .noneMatch(file -> file.endsWith("quote.wsdl"));
    }

    private static List<Path> files(Path below) throws IOException {
        try (Stream<Path> all = Files.walk(below)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
