package io.soabench.mock;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.Json;
import io.soabench.plan.MockPlan;
import io.soabench.plan.MockPlan.MockOperation;
import io.soabench.plan.MockPlan.UiidSource;
import io.soabench.plan.MockPlan.UiidSource.Kind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadedMockTest {

    @TempDir
    Path folder;

    private final List<String> problems = new ArrayList<>();

    @Test
    void shouldNameAllProblemsWhenFilesAreMissingOrWrong() throws Exception {
        Path stock = LoadedMockFixture.stock(folder, 1, List.of("a\tx"));
        Files.writeString(stock.resolve("answers/quote.xml"), "<a/>");
        Files.delete(stock.resolve("answers/order.xml"));
        Files.writeString(stock.resolve("wsdl/types/stock.xsd"), "<open>");

        assertThat(LoadedMock.read(stock, problems)).isEmpty();

        assertThat(problems).hasSize(4);
        assertThat(problems.get(0)).contains("behaviour.trace:3: \"x\" is not a behaviour");
        assertThat(problems.get(1)).contains("quote.xml is not a SOAP 1.1 envelope");
        assertThat(problems.get(2)).contains("order.xml is missing");
        assertThat(problems.get(3)).contains("types/stock.xsd is not well-formed XML");
    }

    @Test
    void shouldAnswerTheDeclaredFaultWhenTheOperationHasOne() throws Exception {
        Path stock = LoadedMockFixture.stock(folder, 1, List.of("a\t1!"));
        String fault =
                LoadedMockFixture.envelope("<soapenv:Fault><faultcode>soapenv:Server</faultcode></soapenv:Fault>");
        Files.writeString(stock.resolve("answers/quote.fault.xml"), fault);
        MockService service = MockServices.load(List.of(stock)).at("stock-1").orElseThrow();

        PlannedReply quote = service.reply(
                0, "", null, new RequestScan(RequestScan.Defect.NONE, "{urn:example:stock}request", "a", ""));
        PlannedReply order = service.reply(
                0, "", null, new RequestScan(RequestScan.Defect.NONE, "{urn:example:stock}order", "a", ""));

        assertThat(quote.status()).isEqualTo(500);
        assertThat(new String(quote.body().bytes(), StandardCharsets.UTF_8)).isEqualTo(fault);
        assertThat(new String(order.body().bytes(), StandardCharsets.UTF_8))
                .contains("planned failure of service stock");
    }

    @Test
    void shouldServeImportsWhenTheyLieAboveTheMainDocument() throws Exception {
        Path stock = LoadedMockFixture.stock(folder, 1, List.of("a\t1"));
        Path main = stock.resolve("wsdl/deep/stock.wsdl");
        Files.createDirectories(main.getParent());
        String text = Files.readString(stock.resolve("wsdl/stock.wsdl"));
        Files.writeString(main, text.replace("\"types/stock.xsd\"", "\"../types/stock.xsd\""));
        Path description = stock.resolve("mock.json");
        Files.writeString(
                description, Files.readString(description).replace("wsdl/stock.wsdl", "wsdl/deep/stock.wsdl"));
        MockServices services = MockServices.load(List.of(stock));

        MockServices.Page wsdl = services.page("/stock-1", "wsdl", "http://h/services");
        MockServices.Page schema = services.page("/stock-1", "xsd=../types/stock.xsd", "http://h/services");

        assertThat(new String(wsdl.body().bytes(), StandardCharsets.UTF_8))
                .contains("schemaLocation=\"http://h/services/stock-1?xsd=../types/stock.xsd\"");
        assertThat(schema.status()).isEqualTo(200);
    }

    @Test
    void shouldRefusePathsWhenTheyLeadOutOfTheFolder() throws Exception {
        Path stock = LoadedMockFixture.stock(folder, 1, List.of("a\t1"));
        MockPlan plan = Json.read(stock.resolve("mock.json"), MockPlan.class);
        Json.write(
                stock.resolve("mock.json"),
                new MockPlan(
                        plan.service(),
                        1,
                        "stock-1",
                        "/etc/hostname",
                        plan.targetNamespace(),
                        plan.wsdlService(),
                        plan.wsdlPort(),
                        new UiidSource(Kind.MESSAGE, List.of("@id"), List.of(), ""),
                        List.of(new MockOperation("o", "", "{n}e", false, "../secret.xml"))));

        assertThat(LoadedMock.read(stock, problems)).isEmpty();

        assertThat(problems)
                .anyMatch(problem -> problem.endsWith("\"../secret.xml\" leads out of the folder"))
                .anyMatch(problem -> problem.endsWith("\"/etc/hostname\" leads out of the folder"))
                .anyMatch(problem -> problem.endsWith("uiid.id: attribute @id is not the last of several steps"))
                .hasSize(3);
    }

    @Test
    void shouldRefuseAPortThatIsNotFilledIn() throws Exception {
        Path stock = LoadedMockFixture.stock(folder, 1, List.of("a\t1"));
        MockPlan plan = Json.read(stock.resolve("mock.json"), MockPlan.class);
        Json.write(stock.resolve("mock.json"), plan.listening("${server.mocks.port.own-1}", false));

        assertThat(LoadedMock.read(stock, problems)).isEmpty();

        assertThat(problems).hasSize(1);
        assertThat(problems.get(0))
                .endsWith("port \"${server.mocks.port.own-1}\" is no number of a TCP port; compile the testbed again");
    }

    @Test
    void shouldSaySoWhenTheDescriptionIsNoMock() throws Exception {
        Path other = Files.createDirectories(folder.resolve("other"));
        Files.writeString(other.resolve("mock.json"), "{\"unknown\": 1}");

        assertThat(LoadedMock.read(other, problems)).isEmpty();
        assertThat(LoadedMock.read(folder.resolve("none"), problems)).isEmpty();

        assertThat(problems).hasSize(2);
        assertThat(problems.get(0)).contains("mock.json").endsWith("; compile the testbed again");
        assertThat(problems.get(1)).contains("none is not a folder");
    }

    /** A rehearsal is before the engine is there, and would reach it when it is. */
    @Test
    void shouldCallSomebodyElseBackWhenItRehearses() throws Exception {
        Path stock = LoadedMockFixture.stockCallingBack(folder, 1, "http://127.0.0.1:1/", List.of("a\t0"));

        LoadedMock read = LoadedMock.read(stock, new ArrayList<>()).orElseThrow();

        CallbackMessage message =
                read.warmUpCopy("http://127.0.0.1:2/").callback().orElseThrow();
        CallbackScanner.Found found = message.read(new byte[0], 0, "");
        assertThat(message.address(found)).isEqualTo("http://127.0.0.1:2/");
        assertThat(read.callback().orElseThrow().address(found)).isEqualTo("http://127.0.0.1:1/");
    }

    @Test
    void shouldNameWhatIsWrongWithACallback() throws Exception {
        Path stock = LoadedMockFixture.stockCallingBack(folder, 1, "http://127.0.0.1:1/", List.of("a\t0"));
        Files.writeString(stock.resolve("callbacks/noted.xml"), "<torn>");
        List<String> found = new ArrayList<>();

        assertThat(LoadedMock.read(stock, found)).isEmpty();
        assertThat(found).singleElement().asString().contains("callbacks/noted.xml is not a SOAP 1.1 envelope");
    }
}
