package io.soabench.languages.camel;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.contracts.source.Problem;
import io.soabench.languages.MessageContract;
import io.soabench.languages.PartnerCall;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CamelDocumentTest {

    private static final String ROUTES =
            """
            - route:
                id: Order
                from:
                  uri: client:order
                  steps:
                    - to:
                        uri: partner:quote/price
                        parameters:
                          id: "${variable.id}"
                          step: 1
                        variableReceive: price
                    - choice:
                        when:
                          - simple: "${variable.price} > 5"
                            steps:
                              - to: "partner:quote/price?id=${variable.id}&step=2"
                        otherwise:
                          steps:
                            - to: direct:other
                    - to:
                        uri: client:answer
                        parameters:
                          sum: "${variable.price}"
            - from:
                uri: direct:other
                steps:
                  - log: other
            """;

    private static final MessageContract CONTRACT = new MessageContract(
            "order",
            List.of("id"),
            Optional.of(List.of("sum")),
            Map.of("quote", Map.of("price", List.of("id", "step")), "stock", Map.of()));

    private static CamelDocument document(String text) {
        return CamelDocument.of("order.yaml", text.getBytes(StandardCharsets.UTF_8));
    }

    private static String changed(String text, String other) {
        assertThat(ROUTES).contains(text);
        return ROUTES.replace(text, other);
    }

    private static String problems(String text) {
        return lines(document(text).problems());
    }

    private static String broken(String text, String other) {
        CamelDocument document = document(changed(text, other));
        assertThat(document.problems()).isEmpty();
        return lines(document.problems(CONTRACT));
    }

    private static String lines(List<Problem> problems) {
        return problems.stream().map(Problem::toString).collect(Collectors.joining("\n"));
    }

    @Test
    void shouldReadRoutesAndTheirCalls() {
        CamelDocument document = document(ROUTES);

        assertThat(document.problems()).isEmpty();
        assertThat(document.routes()).extracting(CamelRoute::id).containsExactly("Order", "");
        assertThat(document.partnerCalls())
                .extracting(PartnerCall::partner, PartnerCall::operation, call -> call.location()
                        .toString())
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("quote", "price", "order.yaml:7:18"),
                        org.assertj.core.groups.Tuple.tuple("quote", "price", "order.yaml:16:25"));
        assertThat(document.problems(CONTRACT)).isEmpty();
    }

    @Test
    void shouldRefuseATextThatIsNoYaml() {
        assertThat(problems("- route: {"))
                .startsWith("order.yaml:1:11: [CAMEL-YAML] this is no YAML: ")
                .endsWith("; correct the text");
        assertThat(problems("- a\n\u0001")).contains("order.yaml: [CAMEL-YAML] this is no YAML: ");
        assertThat(problems(""))
                .isEqualTo(
                        "order.yaml: [CAMEL-ROUTE] this is no list of routes in Camel's YAML DSL; begin with: - route:");
        assertThat(problems("kind: Integration"))
                .isEqualTo(
                        "order.yaml:1:1: [CAMEL-ROUTE] this is no list of routes in Camel's YAML DSL; begin with: - route:");
    }

    /** Camel has other forms of routes, which the engines of a testbed do not read. */
    @Test
    void shouldSayInWhichOtherFormARouteIsWritten() {
        for (String begin : List.of("", "\uFEFF", "\n  ")) {
            assertThat(problems(begin + "<?xml version=\"1.0\"?>\n<routes><route id='a: b'/></routes>"))
                    .isEqualTo(
                            "order.yaml:1:1: [CAMEL-YAML] this is XML, and engines of a testbed run routes in Camel's"
                                    + " YAML DSL; write them in YAML, beginning with: - route:");
        }
        assertThat(problems("# of Camel K\napiVersion: camel.apache.org/v1\nkind: Integration\nspec:\n  flows: []\n"))
                .isEqualTo(
                        "order.yaml:2:1: [CAMEL-ROUTE] this is a resource of Kubernetes, \"Integration\", and no list of"
                                + " routes in Camel's YAML DSL; write its routes alone, beginning with: - route:");
    }

    @Test
    void shouldRefuseASecondDocument() {
        assertThat(problems(ROUTES + "---\n- route:\n"))
                .isEqualTo(
                        "order.yaml:28:1: [CAMEL-YAML] a second document of YAML begins here; a file of routes has one, so remove \"---\"");
    }

    @Test
    void shouldRefuseAKeyThatIsWrittenTwice() {
        assertThat(problems(changed(
                        "        variableReceive: price\n",
                        "        variableReceive: price\n            variableReceive: two\n")))
                .isEqualTo("order.yaml:12:13: [CAMEL-YAML] \"variableReceive\" is written twice here; remove one");
        assertThat(problems(changed("step: 1\n", "step: 1\n              step: 1\n")))
                .isEqualTo("order.yaml:11:15: [CAMEL-YAML] \"step\" is written twice here; remove one");
    }

    @Test
    void shouldRefuseAStepWithoutAPlaceToSendTo() {
        assertThat(problems(changed("        - to: direct:other", "        - to:")))
                .isEqualTo("order.yaml:19:19: [CAMEL-STEP] step \"to\" has no uri; write where it sends to");
    }

    @Test
    void shouldRefuseAStepThatContainsItself() {
        assertThat(problems("- from:\n    uri: client:order\n    steps:\n      - choice: &a\n          when: *a\n"))
                .endsWith("[CAMEL-STEP] this contains itself by an alias; write it out");
    }

    @Test
    void shouldNotReadAliasesOfAliasesForEver() {
        StringBuilder text = new StringBuilder("- from:\n    uri: client:order\n    steps:\n      - log: &a0 {x: y}\n");
        for (int i = 1; i < 25; i++) {
            text.append("      - log: &a%d {x: *a%d, y: *a%d}\n".formatted(i, i - 1, i - 1));
        }

        assertThat(problems(text.toString())).contains("because aliases repeat them; write fewer");
    }

    @Test
    void shouldRefuseWordsThatCamelDoesNotKnow() {
        assertThat(problems(changed("- choice:", "- choise:")))
                .isEqualTo("order.yaml:12:11: [CAMEL-STEP] Camel's YAML DSL has no step \"choise\"; correct its name");
        assertThat(problems(changed("- route:", "- rout:")))
                .isEqualTo(
                        "order.yaml:1:3: [CAMEL-ROUTE] Camel's YAML DSL has no \"rout\" at its top; correct the word");
        assertThat(problems("- route:\n    id: a\n"))
                .isEqualTo(
                        "order.yaml:1:3: [CAMEL-ROUTE] a route has no \"from\"; add one with uri: client:<operation>");
        assertThat(problems("- from:\n    uri: client:order\n    steps:\n      to: a\n"))
                .isEqualTo("order.yaml:4:7: [CAMEL-STEP] \"steps\" is no list; begin each step with: -");
        assertThat(problems("- from:\n    uri: client:order\n    steps:\n      - 5\n"))
                .isEqualTo(
                        "order.yaml:4:9: [CAMEL-STEP] this is no step or route of Camel's YAML DSL; write its name and a colon");
    }

    @Test
    void shouldRefusePlacesThatATestbedDoesNotHave() {
        assertThat(problems(changed("client:order", "timer:tick")))
                .isEqualTo(
                        """
                        order.yaml: [CAMEL-ROUTE] no route takes requests of clients; begin one with uri: client:<operation>
                        order.yaml:4:12: [CAMEL-ROUTE] a route begins at "timer:tick", where no message of a testbed arrives; begin it at client:<operation>, direct:<name> or seda:<name>""");
        assertThat(problems(changed("to: direct:other", "to: direct:another")))
                .isEqualTo(
                        "order.yaml:19:23: [CAMEL-STEP] no route begins at \"direct:another\"; add one, or correct the name");
        assertThat(problems(changed("uri: partner:quote/price", "uri: http://quotes/price")))
                .isEqualTo(
                        "order.yaml:7:18: [CAMEL-STEP] component \"http\" is not in an engine of a testbed; call a partner by uri: partner:<name>/<operation>");
        assertThat(problems(changed("client:answer", "client:reply")))
                .isEqualTo(
                        "order.yaml:21:18: [CAMEL-STEP] \"client:reply\" is no place to send to; answer the client by uri: client:answer");
        assertThat(problems(changed("- to: \"partner", "- toD: \"partner")))
                .isEqualTo(
                        "order.yaml:16:26: [CAMEL-STEP] step \"toD\" calls a partner; use step \"to\", in a route of its own if need be");
        assertThat(problems(changed("uri: direct:other", "uri: client:order"))).contains("two routes begin at");
    }

    /** A file whose steps are these lines, which begin with six blanks. */
    private static String steps(String lines) {
        return problems("- from:\n    uri: client:order\n    steps:\n" + lines);
    }

    @Test
    void shouldRefuseOptionsThatAStepDoesNotHave() {
        assertThat(problems(changed("variableReceive: price", "variableRecieve: price")))
                .isEqualTo(
                        "order.yaml:11:13: [CAMEL-STEP] step \"to\" has no option \"variableRecieve\"; did you mean \"variableReceive\"?");
        assertThat(problems(changed("- simple: \"${variable.price} > 5\"", "- simpel: \"${variable.price} > 5\"")))
                .isEqualTo(
                        "order.yaml:14:17: [CAMEL-STEP] \"when\" of step \"choice\" has no option \"simpel\"; did you mean \"simple\"?");
        assertThat(steps("      - stop: {after: 5}\n"))
                .isEqualTo(
                        "order.yaml:4:16: [CAMEL-STEP] step \"stop\" has no option \"after\"; its options are description, disabled, id, note");
        assertThat(steps("      - setBody: {expression: {simple: {expression: x, trimm: false}}}\n"))
                .isEqualTo(
                        "order.yaml:4:56: [CAMEL-STEP] \"simple\" of step \"setBody\" has no option \"trimm\"; did you mean \"trim\"?");
        assertThat(steps(
                        "      - doTry:\n          steps: [stop]\n          doCatch:\n            - exeption: [a.B]\n"))
                .isEqualTo(
                        "order.yaml:7:15: [CAMEL-STEP] \"doCatch\" of step \"doTry\" has no option \"exeption\"; did you mean \"exception\"?");
        assertThat(problems(changed("    id: Order\n", "    id: Order\n    autoStart: true\n")))
                .isEqualTo(
                        "order.yaml:3:5: [CAMEL-STEP] \"route\" has no option \"autoStart\"; did you mean \"autoStartup\"?");
        assertThat(problems(changed("      uri: client:order\n", "      uri: client:order\n      parameter: {}\n")))
                .isEqualTo(
                        "order.yaml:5:7: [CAMEL-STEP] \"from\" has no option \"parameter\"; did you mean \"parameters\"?");
    }

    @Test
    void shouldCheckEntriesThatAreNoRoutes() {
        assertThat(problems(ROUTES
                        + "- onException:\n    exception: [a.B]\n    steps:\n      - logg: x\n    handeled: {}\n"))
                .isEqualTo(
                        """
                        order.yaml:31:9: [CAMEL-STEP] Camel's YAML DSL has no step "logg"; correct its name
                        order.yaml:32:5: [CAMEL-STEP] "onException" has no option "handeled"; did you mean "handled"?""");
        assertThat(
                        problems(
                                ROUTES
                                        + "- beans:\n    - name: a\n      type: b.C\n      properties: {any: thing}\n      initMetod: d\n"))
                .isEqualTo(
                        "order.yaml:32:7: [CAMEL-STEP] \"beans\" has no option \"initMetod\"; did you mean \"initMethod\"?");
    }

    @Test
    void shouldRefuseAStepThatLacksWhatItNeeds() {
        assertThat(steps("      - setHeader: {constant: 1}\n"))
                .isEqualTo("order.yaml:4:9: [CAMEL-STEP] step \"setHeader\" has no \"name\"; add it");
        assertThat(steps("      - log:\n"))
                .isEqualTo("order.yaml:4:9: [CAMEL-STEP] step \"log\" has no \"message\"; add it");
        assertThat(steps("      - to: {parameters: {a: 1}}\n"))
                .isEqualTo("order.yaml:4:9: [CAMEL-STEP] step \"to\" has no uri; write where it sends to");
    }

    @Test
    void shouldRefuseWhatIsNeitherTrueNorFalse() {
        assertThat(steps("      - multicast: {parallelProcessing: yes, steps: [stop]}\n"))
                .isEqualTo(
                        "order.yaml:4:41: [CAMEL-STEP] option \"parallelProcessing\" of step \"multicast\" is \"yes\"; write true or false");
        assertThat(steps(
                        "      - multicast: {parallel-processing: \"{{parallel}}\", streaming: TRUE, steps: [stop]}\n"))
                .isEmpty();
    }

    @Test
    void shouldRefuseOptionsThatAComponentDoesNotHave() {
        assertThat(steps("      - to: log:done?levl=INFO\n"))
                .isEqualTo(
                        "order.yaml:4:13: [CAMEL-STEP] component \"log\" has no option \"levl\"; did you mean \"level\"?");
        assertThat(steps("      - to: {uri: \"bean:a\", parameters: {method: b, bean.any: 1, sort: 2}}\n"))
                .isEqualTo(
                        "order.yaml:4:19: [CAMEL-STEP] component \"bean\" has no option \"sort\"; its options are beanName, lazyStartProducer, method, parameters, scope");
        assertThat(problems(changed("uri: direct:other", "uri: direct:other?block=true&timeout=5")))
                .isEmpty();
        assertThat(problems(changed("uri: direct:other", "uri: direct:other?blocking=true")))
                .isEqualTo(
                        "order.yaml:25:10: [CAMEL-STEP] component \"direct\" has no option \"blocking\"; its options are block, bridgeErrorHandler, exceptionHandler, exchangePattern, failIfNoConsumers, lazyStartProducer, name, synchronous, timeout");
    }

    static List<Path> files() throws IOException {
        List<Path> found = new ArrayList<>();
        for (String folder : List.of("../../examples", "../../plugins/servers/camel/src/test/resources")) {
            try (Stream<Path> all = Files.walk(Path.of(folder))) {
                all.filter(file -> file.toString().matches(".*/camel/.*\\.yaml"))
                        .forEach(found::add);
            }
        }
        return found;
    }

    /** The files that Camel runs in tests and examples. */
    @ParameterizedTest
    @MethodSource("files")
    void shouldTakeTheFilesThatCamelTakes(Path file) throws IOException {
        assertThat(CamelDocument.load(file).problems()).isEmpty();
    }

    /** As graphical editors write it. */
    @Test
    void shouldTakeTheNameOfAQueueFromTheParameters() {
        CamelDocument document =
                document(changed("- to: direct:other", "- to: {uri: direct, parameters: {name: other}}"));

        assertThat(document.problems()).isEmpty();
        assertThat(problems(changed("- to: direct:other", "- to: {uri: direct, parameters: {name: another}}")))
                .contains("no route begins at \"direct:another\"");
        assertThat(problems(changed("- to: direct:other", "- to: kafka")))
                .contains("component \"kafka\" is not in an engine of a testbed");
    }

    @Test
    void shouldNotFollowAnAliasThatContainsItself() {
        assertThat(problems("- from:\n    uri: client:order\n    steps: &a\n      - pipeline:\n          steps: *a\n"))
                .contains("these steps occur twice by an alias");
    }

    @Test
    void shouldFindWhereRoutesBreakTheContract() {
        assertThat(broken("client:order", "client:orders"))
                .isEqualTo(
                        "order.yaml:4:12: [CAMEL-CONTRACT] a route takes operation \"orders\"; clients call \"order\"");
        assertThat(broken("uri: partner:quote/price", "uri: partner:quotes/price"))
                .isEqualTo(
                        "order.yaml:7:18: [CAMEL-CONTRACT] \"quotes\" is no partner of the process; its partners are quote, stock");
        assertThat(broken("uri: partner:quote/price", "uri: partner:quote/cost"))
                .isEqualTo(
                        "order.yaml:7:18: [CAMEL-CONTRACT] partner \"quote\" has no operation \"cost\"; it has price");
        assertThat(broken("uri: partner:quote/price", "uri: partner:quote"))
                .isEqualTo(
                        "order.yaml:7:18: [CAMEL-CONTRACT] partner \"quote\" is called without the name of an operation; write uri: partner:quote/price");
        assertThat(broken("              step: 1\n", ""))
                .isEqualTo(
                        "order.yaml:7:18: [CAMEL-CONTRACT] the request of operation \"price\" has a value \"step\"; add a parameter for it");
        assertThat(broken("&step=2", "&step=2&turn=2"))
                .isEqualTo(
                        "order.yaml:16:25: [CAMEL-CONTRACT] the request of operation \"price\" has no value \"turn\"; its values are id, step");
        assertThat(broken("sum: ", "total: "))
                .isEqualTo(
                        """
                        order.yaml:21:18: [CAMEL-CONTRACT] the answer has a value "sum"; add a parameter for it
                        order.yaml:21:18: [CAMEL-CONTRACT] the answer has no value "total"; its values are sum""");
        assertThat(broken(
                        "client:answer\n            parameters:\n              sum: \"${variable.price}\"",
                        "log:answer"))
                .isEqualTo(
                        "order.yaml: [CAMEL-CONTRACT] no step answers the client; add a step \"to\" with uri: client:answer and parameters for sum");
        assertThat(lines(document(ROUTES)
                        .problems(new MessageContract("order", List.of("id"), Optional.empty(), CONTRACT.partners()))))
                .isEqualTo(
                        "order.yaml:21:18: [CAMEL-CONTRACT] a step answers the client, whose operation \"order\" is one-way; remove the answer");
    }
}
