package io.soabench.generators;

import static io.soabench.generators.ModelFixture.MAKE;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.model.testbed.ClientCallback;
import io.soabench.model.testbed.PartnerBinding;
import io.soabench.model.testbed.WhiteBoxProcess;
import io.soabench.plan.CallTree;
import io.soabench.plan.CallbackPlan;
import io.soabench.plan.CheckPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.ProcessPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is made of processes that answer their clients by a callback. */
class ClientAnswerTest {

    private static final Path EXAMPLE = Path.of("../examples/async");

    @TempDir
    Path temp;

    private ModelFixture model;
    private WhiteBoxProcess purchase;

    @BeforeEach
    void makeModel() throws IOException {
        model = new ModelFixture(temp.resolve("model"));
        try (Stream<Path> files = Files.walk(EXAMPLE)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = model.folder.resolve("async").resolve(EXAMPLE.relativize(file));
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
        model.quote.setWsdl("async/wsdl/quote.wsdl");
        model.quote.setPort("QuotePort");
        var later = MAKE.createCallback();
        later.setOperation("quoted");
        model.quotes.setCallback(later);
        purchase = MAKE.createWhiteBoxProcess();
        purchase.setName("Purchase");
        purchase.setBpel("async/bpel/purchase.bpel");
        purchase.setUiidPath("p:order/p:id");
        PartnerBinding partner = MAKE.createPartnerBinding();
        partner.setPartnerLink("quote");
        partner.setService(model.quotes);
        purchase.getPartners().add(partner);
        model.testbed.getElements().removeAll(List.of(model.sequential, model.flow));
        model.testbed.getElements().add(purchase);
    }

    private ProcessPlan compile(String uiidPath) {
        ClientCallback callback = MAKE.createClientCallback();
        callback.setOperation("offered");
        callback.setUiidPath(uiidPath);
        purchase.setCallback(callback);
        return new TestbedCompiler()
                .compile(model.testbed, Set.of(), ModelFixture.types(), temp.resolve("compiled"), OptionalLong.empty())
                .processOf("Purchase");
    }

    private String compiled(String file) throws IOException {
        return Files.readString(temp.resolve("compiled").resolve(file));
    }

    @Test
    void shouldPutTheAddressOfTheClientsIntoThePackageWhenTheMessageSaysTheIdentifier() throws IOException {
        ProcessPlan plan = compile("p:offered/p:id");

        assertThat(plan.callback())
                .isEqualTo(new CallbackPlan(
                        "offered", List.of("{urn:soabench:purchase}offered", "{urn:soabench:purchase}id")));
        assertThat(plan.oneWay()).isTrue();
        assertThat(plan.answerElement()).isEqualTo("{urn:soabench:purchase}offered");
        assertThat(compiled("processes/engine/Purchase/addresses.txt"))
                .contains("Invoked[link=client, serviceNamespace=urn:soabench:purchase, service=CustomerService,"
                        + " port=CustomerPort, address=${callback.client.Purchase}, operations=[]]");
        assertThat(compiled("requests/Purchase/default.xml"))
                .contains("<p:id>${uiid}</p:id>".replace("p:id", idOf(compiled("requests/Purchase/default.xml"))))
                .doesNotContain("Header");
    }

    /** The prefix that the generator chose. */
    private static String idOf(String request) {
        int end = request.indexOf(">${uiid}");
        return request.substring(request.lastIndexOf('<', end) + 1, end);
    }

    @Test
    void shouldLetRequestsSayWhereTheyAreAnswered() throws IOException {
        ProcessPlan plan = compile(null);

        assertThat(plan.callback()).isEqualTo(new CallbackPlan("offered", List.of()));
        assertThat(compiled("requests/Purchase/default.xml"))
                .contains(
                        "<soapenv:Header><wsa:Action xmlns:wsa=\"http://www.w3.org/2005/08/addressing\">urn:soabench:purchase/order"
                                + "</wsa:Action>")
                .contains(">urn:soabench:${uiid}</wsa:MessageID>")
                .contains("<wsa:Address>${callback}</wsa:Address></wsa:ReplyTo></soapenv:Header><soapenv:Body>");
        assertThat(compiled("processes/engine/Purchase/addresses.txt")).doesNotContain("callback.client");
    }

    @Test
    void shouldSendTheExportedRequestsToBeAnsweredNowhere() throws IOException {
        compile(null);

        try (Stream<Path> plans = Files.list(temp.resolve("compiled/jmeter"))) {
            List<Path> exported =
                    plans.filter(file -> file.toString().endsWith(".jmx")).toList();
            assertThat(exported).isNotEmpty().allSatisfy(file -> assertThat(file)
                    .content()
                    .contains("http://www.w3.org/2005/08/addressing/none")
                    .doesNotContain("${callback}"));
        }
    }

    @Test
    void shouldNotTakeTheAnswerForACallOfAPartner() {
        ProcessPlan plan = compile("p:offered/p:id");

        assertThat(calls(plan.calls())).containsExactly("quote");
    }

    private static List<String> calls(CallTree tree) {
        Stream<String> own = tree.kind() == CallTree.Kind.CALL ? Stream.of(tree.link()) : Stream.empty();
        return Stream.concat(own, tree.children().stream().flatMap(child -> calls(child).stream()))
                .toList();
    }

    @Test
    void shouldCheckWhatIsCalledBack() {
        ClientCallback callback = MAKE.createClientCallback();
        callback.setOperation("offered");
        purchase.setCallback(callback);

        Plan plan = new TestbedCompiler()
                .compile(model.testbed, Set.of(), ModelFixture.types(), temp.resolve("compiled"), OptionalLong.empty());

        assertThat(plan.cases()).isNotEmpty().allSatisfy(each -> assertThat(each.checks())
                .extracting(check -> check.named(""))
                .containsExactly(CheckPlan.before("Purchase", "requests/Purchase/default.xml", "", "")));
    }
}
