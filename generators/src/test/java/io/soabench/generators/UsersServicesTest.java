package io.soabench.generators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.soabench.model.testbed.AnswerFile;
import io.soabench.model.testbed.BlackBoxProcess;
import io.soabench.model.testbed.RequestHeader;
import io.soabench.plan.HeaderPlan;
import io.soabench.plan.Json;
import io.soabench.plan.MockPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.SoapVersion;
import io.soabench.plugin.Engine;
import io.soabench.plugin.MockHost;
import io.soabench.plugin.ServerType;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users' own services need: headers, SOAP 1.2, and answers from files. */
class UsersServicesTest {

    private static final String CERTIFICATE =
            """
            -----BEGIN CERTIFICATE-----
            MIIBfDCCASGgAwIBAgIUW4mmkmxneg0qcP1A105/MYPHV/wwCgYIKoZIzj0EAwIw
            EjEQMA4GA1UEAwwHVGVzdCBDQTAgFw0yNjExMjgxMDU1NDhaGA8yMTI2MTEwNDEw
            NTU0OFowEjEQMA4GA1UEAwwHVGVzdCBDQTBZMBMGByqGSM49AgEGCCqGSM49AwEH
            A0IABHxoN2H/kUJ8h5+rtPmr8M5FsrwfIuXe8T3QSFQ99CgYbtxTwsj3/5EW/pqe
            +oFZ26cDWNES9UmqPyxB+dwGYuajUzBRMB0GA1UdDgQWBBTs1TwVeomjx9fNmD5p
            jTmtaRJ6djAfBgNVHSMEGDAWgBTs1TwVeomjx9fNmD5pjTmtaRJ6djAPBgNVHRMB
            Af8EBTADAQH/MAoGCCqGSM49BAMCA0kAMEYCIQDqeRJzllitzH14A3AuO0GMxoJV
            TvYT2OMUN3ayCVjrzQIhAMjB+nUcH0hvoOj9WzA1/4G1v8nYo9N67MDVVC/ezq4Z
            -----END CERTIFICATE-----
            """;

    private static final String SOAP_12 = "http://schemas.xmlsoap.org/wsdl/soap12/";

    @TempDir
    private Path temp;

    private ModelFixture model;
    private Path compiled;

    @BeforeEach
    void makeModel() {
        model = new ModelFixture(temp.resolve("model"));
        compiled = temp.resolve("out/compiled");
    }

    private Plan compile(Map<String, ServerType> types) {
        return new TestbedCompiler().compile(model.testbed, Set.of(), types, compiled, OptionalLong.empty());
    }

    private List<String> problems(Map<String, ServerType> types) {
        CompilationRefused refused = catchThrowableOfType(CompilationRefused.class, () -> compile(types));
        assertThat(refused).isNotNull();
        return refused.issues().stream().map(issue -> issue.text(model.folder)).toList();
    }

    /** The types of the fixture, of which some have SOAP 1.2. */
    private static Map<String, ServerType> types(boolean engine, boolean mocks) {
        Map<String, ServerType> types = new TreeMap<>(ModelFixture.types());
        types.computeIfPresent("reference", (name, type) -> speaking(type, Engine.class, "callsBySoap12", engine));
        types.computeIfPresent("axis2", (name, type) -> speaking(type, MockHost.class, "speaksSoap12", mocks));
        return types;
    }

    /** Returns a type that answers a question about what it speaks. */
    static ServerType speaking(ServerType type, Class<? extends ServerType> role, String question, boolean yes) {
        return (ServerType)
                Proxy.newProxyInstance(role.getClassLoader(), new Class<?>[] {role}, (proxy, method, arguments) -> {
                    try {
                        return method.getName().equals(question) ? yes : method.invoke(type, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private void edit(String file, String from, String to) throws IOException {
        Path path = model.folder.resolve(file);
        String text = Files.readString(path);
        assertThat(text).contains(from);
        Files.writeString(path, text.replace(from, to));
    }

    private void speakSoap12(String wsdl) throws IOException {
        edit(wsdl, "http://schemas.xmlsoap.org/wsdl/soap/", SOAP_12);
    }

    private BlackBoxProcess legacy() {
        BlackBoxProcess legacy = ModelFixture.MAKE.createBlackBoxProcess();
        legacy.setName("Legacy");
        legacy.setWsdl("wsdl/copy.wsdl");
        legacy.setEndpoint("http://127.0.0.1:9080/legacy");
        model.testbed.getElements().add(legacy);
        model.matrix.getEngines().clear();
        return legacy;
    }

    private AnswerFile answer(String operation, String text) throws IOException {
        AnswerFile answer = ModelFixture.MAKE.createAnswerFile();
        answer.setOperation(operation);
        answer.setFile("answer.xml");
        Files.writeString(model.folder.resolve("answer.xml"), text);
        model.quotes.getAnswerFiles().add(answer);
        return answer;
    }

    @Test
    void shouldPlanTheVersionAndTheHeadersOfABlackBox() throws IOException {
        Files.copy(model.folder.resolve("wsdl/sequential.wsdl"), model.folder.resolve("wsdl/copy.wsdl"));
        speakSoap12("wsdl/copy.wsdl");
        RequestHeader header = ModelFixture.MAKE.createRequestHeader();
        header.setHeader("Authorization");
        header.setFile("token");
        header.setScheme("Bearer");
        legacy().getHeaders().add(header);

        Plan plan = compile(ModelFixture.types());

        assertThat(plan.processOf("Legacy").soapVersion()).isEqualTo(SoapVersion.SOAP_12);
        assertThat(plan.processOf("Legacy").headers())
                .containsExactly(new HeaderPlan("Authorization", "", "", "token", "Bearer", ""));
        assertThat(compiled.resolve("requests/Legacy/default.xml"))
                .content()
                .contains("<soapenv:Envelope xmlns:soapenv=\"" + SoapVersion.SOAP_12.namespace() + "\"");
        assertThat(compiled.resolve("jmeter/Legacy-office.jmx"))
                .content()
                .contains("application/soap+xml; charset=UTF-8; action=", "soabench.header.Authorization");
        assertThat(compiled.resolve("plan.json"))
                .content()
                .contains("\"soap\" : \"SOAP_12\"")
                .doesNotContain("\"scheme\" : \"\"");
    }

    @Test
    void shouldPlanTheCertificatesOfABlackBox() throws IOException {
        Files.copy(model.folder.resolve("wsdl/sequential.wsdl"), model.folder.resolve("wsdl/copy.wsdl"));
        Files.writeString(model.folder.resolve("ca.pem"), CERTIFICATE);
        BlackBoxProcess legacy = legacy();
        legacy.setEndpoint("https://legacy.example:8443/orders");
        legacy.setTrust("ca.pem");

        assertThat(compile(ModelFixture.types()).processOf("Legacy").trust()).isEqualTo(CERTIFICATE);

        Files.writeString(model.folder.resolve("ca.pem"), "");
        assertThat(problems(ModelFixture.types()))
                .singleElement()
                .asString()
                .contains("[endpoint-invalid] trust \"ca.pem\" of process \"Legacy\" has no certificate; name a file");
    }

    @Test
    void shouldTakeSoap11WhereAContractHasBothUnlessAPortIsNamed() throws IOException {
        Path copy = model.folder.resolve("wsdl/copy.wsdl");
        Files.copy(model.folder.resolve("wsdl/sequential.wsdl"), copy);
        String text = Files.readString(copy);
        String binding = text.substring(text.indexOf("<binding "), text.indexOf("</binding>") + 10);
        String port = text.substring(text.indexOf("<port "), text.indexOf("</port>") + 7);
        String name = binding.replaceAll("(?s)<binding name=\"([^\"]+)\".*", "$1");
        Files.writeString(
                copy,
                text.replace(
                                binding,
                                binding
                                        + binding.replace("\"" + name + "\"", "\"Newer\"")
                                                .replace("<soap:", "<newer:")
                                                .replace("<binding ", "<binding xmlns:newer=\"" + SOAP_12 + "\" "))
                        .replace(
                                port,
                                port
                                        + port.replaceAll("name=\"[^\"]+\"", "name=\"NewerPort\"")
                                                .replace(":" + name + "\"", ":Newer\"")));
        BlackBoxProcess legacy = legacy();

        assertThat(compile(ModelFixture.types()).processOf("Legacy").soapVersion())
                .isEqualTo(SoapVersion.SOAP_11);

        legacy.setPort("NewerPort");
        assertThat(compile(ModelFixture.types()).processOf("Legacy").soapVersion())
                .isEqualTo(SoapVersion.SOAP_12);
    }

    @Test
    void shouldWriteNoSecretOfAnAddress() throws IOException {
        Files.copy(model.folder.resolve("wsdl/sequential.wsdl"), model.folder.resolve("wsdl/copy.wsdl"));
        legacy().setEndpoint("http://anna:secret@127.0.0.1:9080/legacy");

        assertThat(problems(ModelFixture.types()))
                .containsExactly(
                        "quickstart.testbed:1:1: [endpoint-invalid] the address \"http://127.0.0.1:9080/legacy\" of process"
                                + " \"Legacy\" is not one like http://host:port/path; correct it");
    }

    @Test
    void shouldWriteMocksThatSpeakSoap12() throws IOException {
        speakSoap12("wsdl/quote.wsdl");

        compile(types(true, true));

        Path mock = compiled.resolve("mocks/quotes-1");
        assertThat(Json.read(mock.resolve("mock.json"), MockPlan.class).soapVersion())
                .isEqualTo(SoapVersion.SOAP_12);
        String begin = "<soapenv:Envelope xmlns:soapenv=\"" + SoapVersion.SOAP_12.namespace() + "\"";
        assertThat(mock.resolve("answers/quote.xml")).content().contains(begin);
        assertThat(mock.resolve("answers/quote.fault.xml"))
                .content()
                .contains(
                        begin,
                        "<soapenv:Fault><soapenv:Code><soapenv:Value>soapenv:Receiver</soapenv:Value></soapenv:Code>"
                                + "<soapenv:Reason><soapenv:Text xml:lang=\"en\">planned failure of service quotes"
                                + "</soapenv:Text></soapenv:Reason><soapenv:Detail><ns1:failure>");
    }

    @Test
    void shouldNameHostsAndEnginesWithoutSoap12() throws IOException {
        speakSoap12("wsdl/quote.wsdl");

        assertThat(problems(types(false, true)))
                .anyMatch(
                        each -> each.endsWith(
                                "[soap-version] service \"quotes\" speaks SOAP 1.2 at the port \"QuotePort\", but engines of type"
                                        + " \"reference\" call partners by SOAP 1.1; name a port of SOAP 1.1, or take another engine"));
        assertThat(problems(types(true, false)))
                .anyMatch(each -> each.endsWith(
                        "[soap-version] service \"quotes\" speaks SOAP 1.2 at the port \"QuotePort\", but servers of type"
                                + " \"axis2\" serve by SOAP 1.1; name a port of SOAP 1.1, or let a server of type \"lean\""
                                + " serve it"));
    }

    /** Overloads the operation of the partner: style rpc, so that only the action tells both apart. */
    private void overload(String otherAction) throws IOException {
        edit(
                "wsdl/quote.wsdl",
                "<input message=\"q:request\"/>\n      <output message=\"q:quote\"/>",
                "<input name=\"bySymbol\" message=\"q:request\"/>\n      <output message=\"q:quote\"/>");
        edit(
                "wsdl/quote.wsdl",
                "</portType>",
                "<operation name=\"quote\"><input name=\"byReason\" message=\"q:failure\"/><output"
                        + " message=\"q:quote\"/></operation></portType>");
        edit(
                "wsdl/quote.wsdl",
                "<input><soap:body use=\"literal\"/></input>",
                "<input name=\"bySymbol\"><soap:body use=\"literal\"/></input>");
        edit(
                "wsdl/quote.wsdl",
                "</binding>",
                "<operation name=\"quote\"><soap:operation soapAction=\"" + otherAction
                        + "\"/><input name=\"byReason\"><soap:body use=\"literal\"/></input><output><soap:body"
                        + " use=\"literal\"/></output></operation></binding>");
    }

    private static Map<String, ServerType> servingOverloads() {
        Map<String, ServerType> types = new TreeMap<>(ModelFixture.types());
        types.computeIfPresent("axis2", (name, type) -> speaking(type, MockHost.class, "servesOverloads", true));
        return types;
    }

    /** Lets a black box have that contract, and nothing else be tested. */
    private BlackBoxProcess overloadedBox(String action) throws IOException {
        overload(action);
        BlackBoxProcess box = legacy();
        box.setWsdl("wsdl/quote.wsdl");
        model.testbed.getElements().removeAll(List.of(model.sequential, model.flow));
        return box;
    }

    @Test
    void shouldCallOneOfTwoOperationsOfOneName() throws IOException {
        BlackBoxProcess box = overloadedBox("urn:other");
        box.setOperation("quote:byReason");

        Plan plan = compile(servingOverloads());

        assertThat(plan.processOf("Legacy").soapAction()).isEqualTo("urn:other");
        assertThat(compiled.resolve("requests/Legacy/default.xml")).content().contains(":failure>");
        MockPlan mock = Json.read(compiled.resolve("mocks/quotes-1/mock.json"), MockPlan.class);
        assertThat(mock.operations())
                .extracting(MockPlan.MockOperation::name, MockPlan.MockOperation::soapAction)
                .containsExactly(
                        Tuple.tuple("quote:bySymbol", "urn:soabench:quote/quote"),
                        Tuple.tuple("quote:byReason", "urn:other"));
    }

    @Test
    void shouldNameTheOperationsOfOneName() throws IOException {
        overloadedBox("urn:other");

        assertThat(problems(ModelFixture.types()))
                .anyMatch(each ->
                        each.contains("[operation-ambiguous]") && each.contains("quote:bySymbol, quote:byReason"))
                .anyMatch(each -> each.endsWith(
                        "[operation-ambiguous] service \"quotes\": the operation \"quote:bySymbol\" is overloaded, which"
                                + " servers of type \"axis2\" do not serve; let a server of type \"lean\" serve it"));
    }

    @Test
    void shouldRefuseOperationsOfOneNameThatNobodyCanTellApart() throws IOException {
        overloadedBox("urn:soabench:quote/quote").setOperation("quote:bySymbol");
        edit("wsdl/quote.wsdl", "message=\"q:failure\"/><output", "message=\"q:request\"/><output");

        assertThat(problems(servingOverloads()))
                .containsExactly("quickstart.testbed:1:1: [operation-ambiguous] service \"quotes\": the operations"
                        + " \"quote:bySymbol\" and \"quote:byReason\" have one element in the body and one SOAPAction, so"
                        + " that requests cannot be assigned to one of them; give each its own SOAPAction");
    }

    @Test
    void shouldAnswerFromAFile() throws IOException {
        answer(
                null,
                "<q:quote xmlns:q=\"urn:soabench:quote\"><q:price>7.5</q:price><q:currency>EUR</q:currency>"
                        + "<q:firm>true</q:firm><!-- for ${uiid} --></q:quote>");

        compile(ModelFixture.types());

        assertThat(compiled.resolve("mocks/quotes-1/answers/quote.xml"))
                .content()
                .contains("<soapenv:Body><q:quote", "<q:price>7.5</q:price>", "${uiid}");
    }

    @Test
    void shouldAnswerFromAFileWhereNoDefaultMessageCanBeMade() throws IOException {
        String from = "<xsd:element name=\"firm\" type=\"xsd:boolean\"/>";
        edit("wsdl/quote.wsdl", from, "<xsd:any namespace=\"##other\" processContents=\"strict\"/>");
        assertThat(problems(ModelFixture.types()))
                .anyMatch(each -> each.contains("[message-without-default]")
                        && each.endsWith("; or give an answer: answers operation \"quote\" from \"<file>.xml\""));

        answer(
                "quote",
                "<q:quote xmlns:q=\"urn:soabench:quote\"><q:price>7.5</q:price><q:currency>EUR</q:currency>"
                        + "<p:order xmlns:p=\"urn:soabench:sequential\"/></q:quote>");
        compile(ModelFixture.types());

        assertThat(compiled.resolve("mocks/quotes-1/answers/quote.xml"))
                .content()
                .contains("<p:order");
    }

    @Test
    void shouldCompareAnAnswerFileWithTheContract() throws IOException {
        answer(
                null,
                "<q:quote xmlns:q=\"urn:soabench:quote\"><q:price>dear</q:price><q:currency>EUR</q:currency>"
                        + "</q:quote>");

        assertThat(problems(ModelFixture.types()))
                .anyMatch(each -> each.contains("[data-invalid] the answer of service \"quotes\", \"answer.xml\", ")
                        && each.contains("dear"))
                .anyMatch(each -> each.contains("firm"));
    }

    @Test
    void shouldNameAnOperationThatAnswers() throws IOException {
        answer("buy", "<a/>");

        assertThat(problems(ModelFixture.types()))
                .containsExactly(
                        "quickstart.testbed:1:1: [answers-file] the answer of service \"quotes\", \"answer.xml\", is of no"
                                + " operation that answers; name one: answers operation \"…\" from \"answer.xml\"");
    }
}
