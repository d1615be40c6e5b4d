package io.soabench.generators.jmeter;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.ConnectionPlan;
import io.soabench.plan.HeaderPlan;
import io.soabench.plan.RequestForm;
import io.soabench.plan.SoapVersion;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class JmxTextTest {

    private static LoadTest test(boolean open, boolean oneWay, String... bodies) {
        return test(ConnectionPlan.KEPT, open, oneWay, bodies);
    }

    private static LoadTest test(ConnectionPlan connections, boolean open, boolean oneWay, String... bodies) {
        LoadTest.Target target = new LoadTest.Target(
                "P", "http://127.0.0.1:8080/a,b", "urn:order", oneWay, "{urn:q}answer", RequestForm.USUAL);
        List<LoadTest.Request> requests = new ArrayList<>();
        for (int i = 0; i < bodies.length; i++) {
            requests.add(new LoadTest.Request("../requests/P/chunk" + i + ".xml", bodies[i], target));
        }
        return new LoadTest(
                "quickstart",
                "P-office-engine",
                "here",
                open,
                open ? 16 : 10,
                open ? 50 : 0,
                Optional.empty(),
                Optional.empty(),
                "office-here.csv",
                List.of(),
                List.of(target),
                requests,
                connections,
                25_001,
                30_000);
    }

    /** A test that calls targets of the same case, one request each. */
    private static LoadTest calling(LoadTest.Target... targets) {
        LoadTest one = test(false, false, "<a/>");
        return new LoadTest(
                one.testbed(),
                one.caseId(),
                one.host(),
                one.open(),
                one.threads(),
                one.ratePerSecond(),
                one.schedule(),
                one.presence(),
                one.table(),
                one.columns(),
                List.of(targets),
                Arrays.stream(targets)
                        .map(target ->
                                new LoadTest.Request("../requests/" + target.process() + "/a.xml", "<a/>", target))
                        .toList(),
                one.connections(),
                one.durationMs(),
                one.timeOutMs());
    }

    private static LoadTest.Target guarded(String process, HeaderPlan... headers) {
        return new LoadTest.Target(
                process,
                "http://127.0.0.1:8080/a",
                "urn:order",
                false,
                "{urn:q}answer",
                new RequestForm(SoapVersion.SOAP_12, List.of(headers)));
    }

    @Test
    void shouldNameThePlacesOfSecretsAndSendSoap12() throws Exception {
        Document document = document(calling(guarded(
                "P",
                new HeaderPlan("X-Tenant", "a${b}", "", "", "", ""),
                new HeaderPlan("X-Key", "", "SOABENCH_SECRET_KEY", "", "Bearer", ""),
                new HeaderPlan("Authorization", "", "", "password", "", "anna"))));

        assertThat(values(document, "Header.name"))
                .containsExactly("Content-Type", "X-Tenant", "X-Key", "Authorization", "X-SOABench-UIID");
        assertThat(values(document, "Header.value"))
                .containsExactly(
                        "application/soap+xml; charset=UTF-8; action=\"${soabench.soapAction}\"",
                        "${soabench.header.X-Tenant}",
                        "${soabench.header.X-Key}",
                        "${soabench.header.Authorization}",
                        "${uiid}");
        assertThat(values(document, "Argument.value"))
                .contains(
                        "a\\${b}",
                        "Bearer ${__groovy(System.getenv('SOABENCH_SECRET_KEY'))}",
                        "Basic ${__groovy((new String('YW5uYTo='.decodeBase64()\\, 'UTF-8') + new"
                                + " File(System.getenv('SOABENCH_SECRETS') ?: System.getProperty('user.home') +"
                                + " '/.soabench/secrets'\\, 'password').getText('UTF-8').trim())"
                                + ".getBytes('UTF-8').encodeBase64().toString())}");
    }

    @Test
    void shouldEscapeTheNameOfAHeader() throws Exception {
        Document document = document(calling(guarded("P", new HeaderPlan("X-R&D", "1", "", "", "", ""))));

        assertThat(values(document, "Header.name")).contains("X-R&D");
        assertThat(values(document, "Header.value")).contains("${soabench.header.X-R&D}");
    }

    @Test
    void shouldGiveEachProcessOfAMixItsOwnHeaders() throws Exception {
        LoadTest.Target plain = test(false, false, "<a/>").targets().get(0);

        Document document = document(calling(plain, guarded("G", new HeaderPlan("X-Tenant", "acme", "", "", "", ""))));

        assertThat(values(document, "Header.value"))
                .containsExactly(
                        "${uiid}",
                        "text/xml; charset=UTF-8",
                        "\"${soabench.soapAction.P}\"",
                        "application/soap+xml; charset=UTF-8; action=\"${soabench.soapAction.G}\"",
                        "${soabench.header.X-Tenant.G}");
    }

    @Test
    void shouldKeepConnectionsUnlessTheModelWantsOneForEachRequest() throws Exception {
        Document kept = document(test(false, false, "<a/>"));
        Document fresh = document(test(new ConnectionPlan(ConnectionPlan.Use.NEW, 0), false, false, "<a/>"));

        assertThat(values(kept, "HTTPSampler.use_keepalive")).containsExactly("true");
        assertThat(values(fresh, "HTTPSampler.use_keepalive")).containsExactly("false");
        assertThat(values(fresh, "TestPlan.comments")).isEqualTo(values(kept, "TestPlan.comments"));
    }

    @Test
    void shouldScheduleALoadThatChanges() throws Exception {
        LoadTest constant = test(true, false, "<a/>");
        OpenSchedule schedule = new OpenSchedule(
                List.of(
                        new OpenSchedule.Slice(1.5, 10, 10),
                        new OpenSchedule.Slice(2, 0, 200.0 / 3),
                        OpenSchedule.Slice.of(0.25, 0),
                        OpenSchedule.Slice.of(2, 7)),
                false,
                true);
        Document document = document(changing(constant, Optional.of(schedule), Optional.empty()));

        // JMeter cuts off fractions of a request: 3.75 a second for 2 s are 7.
        assertThat(values(document, "OpenModelThreadGroup.schedule"))
                .containsExactly(
                        """
                        rate(10/s) random_arrivals(1.5 s) rate(10/s)
                        rate(0/s) random_arrivals(2 s) rate(66.666667/s)
                        rate(0/s) random_arrivals(0.25 s) rate(0/s)
                        rate(3.75/s) random_arrivals(2 s) rate(3.75/s)
                        pause(30 s)""");
        assertThat(values(document, "TestPlan.comments").get(0)).contains("as many requests as the trace in that time");
        assertThat(document.getElementsByTagName("PreciseThroughputTimer").getLength())
                .isZero();
        assertThat(document.getElementsByTagName("ThreadGroup").getLength()).isZero();
        assertThat(values(document, "Argument.name")).doesNotContain("soabench.threads", "soabench.durationS");
    }

    /** Requests, table and headers stand in the plan once, whatever the number of groups. */
    @Test
    void shouldHaveAThreadGroupForEachLevelOfClients() throws Exception {
        ClientSchedule presence = new ClientSchedule(
                List.of(new ClientSchedule.Group(5, 0, 0, 23), new ClientSchedule.Group(35, 7, 6, 10)), 1, 2);

        Document document =
                document(changing(test(false, false, "<a/>", "<b/>"), Optional.empty(), Optional.of(presence)));

        assertThat(values(document, "ThreadGroup.num_threads")).containsExactly("5", "35");
        assertThat(values(document, "ThreadGroup.delay")).containsExactly("0", "7");
        assertThat(values(document, "ThreadGroup.ramp_time")).containsExactly("0", "6");
        assertThat(values(document, "ThreadGroup.duration")).containsExactly("23", "10");
        assertThat(names(document, "ThreadGroup"))
                .containsExactly("5 clients from 0 s to 23 s", "35 clients from 7 s to 17 s ramped up in 6 s");
        assertThat(names(document, "ConstantTimer")).hasSize(2);
        assertThat(names(document, "CSVDataSet")).hasSize(1);
        assertThat(names(document, "HTTPSamplerProxy")).containsExactly("chunk0", "chunk1");
        List<String> path = List.of("Test Plan", "P-office-engine", "Requests", "Chunk");
        assertThat(texts(document, "ModuleController")).hasSize(2).allSatisfy(each -> assertThat(each)
                .isEqualTo(path));
        assertThat(names(document, "TestPlan")).containsExactly(path.get(1));
        assertThat(names(document, "TestFragmentController")).containsExactly(path.get(2));
        assertThat(names(document, "SwitchController")).containsExactly(path.get(3));
        assertThat(values(document, "TestPlan.comments").get(0))
                .endsWith(
                        "Clients come and go in 2 thread groups, at times that are rounded to seconds. 2 times a client is"
                                + " there for less than that, which is left out.");
        assertThat(values(document, "Argument.name")).doesNotContain("soabench.threads", "soabench.durationS");
    }

    private static LoadTest changing(
            LoadTest constant, Optional<OpenSchedule> schedule, Optional<ClientSchedule> presence) {
        return new LoadTest(
                constant.testbed(),
                constant.caseId(),
                constant.host(),
                constant.open(),
                constant.threads(),
                constant.ratePerSecond(),
                schedule,
                presence,
                constant.table(),
                constant.columns(),
                constant.targets(),
                constant.requests(),
                constant.connections(),
                constant.durationMs(),
                constant.timeOutMs());
    }

    private static List<String> names(Document document, String element) {
        List<String> names = new ArrayList<>();
        NodeList all = document.getElementsByTagName(element);
        for (int i = 0; i < all.getLength(); i++) {
            names.add(((Element) all.item(i)).getAttribute("testname"));
        }
        return names;
    }

    /** Of each element of that name the texts of its properties. */
    private static List<List<String>> texts(Document document, String element) {
        List<List<String>> texts = new ArrayList<>();
        NodeList all = document.getElementsByTagName(element);
        for (int i = 0; i < all.getLength(); i++) {
            NodeList properties = ((Element) all.item(i)).getElementsByTagName("stringProp");
            List<String> own = new ArrayList<>();
            for (int j = 0; j < properties.getLength(); j++) {
                own.add(properties.item(j).getTextContent());
            }
            texts.add(own);
        }
        return texts;
    }

    @Test
    void shouldSayThatItCannotLimitConnections() throws Exception {
        Document limited = document(test(new ConnectionPlan(ConnectionPlan.Use.LIMITED, 3), false, false, "<a/>"));

        assertThat(values(limited, "HTTPSampler.use_keepalive")).containsExactly("true");
        assertThat(values(limited, "TestPlan.comments").get(0))
                .endsWith("The model lets this host have at most 3 connections; JMeter cannot limit them: each of its"
                        + " threads has its own.");
    }

    private static Document document(LoadTest test) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        return factory.newDocumentBuilder()
                .parse(new ByteArrayInputStream(JmxText.of(test).getBytes(StandardCharsets.UTF_8)));
    }

    private static List<String> values(Document document, String property) {
        List<String> values = new ArrayList<>();
        NodeList all = document.getElementsByTagName("*");
        for (int i = 0; i < all.getLength(); i++) {
            Element element = (Element) all.item(i);
            if (element.getAttribute("name").equals(property)) {
                values.add(element.getTextContent());
            }
        }
        return values;
    }

    @Test
    void shouldDefineTheDocumentedVariables() {
        Map<String, String> closed = Map.of(
                "soabench.endpoint", "${__P(soabench.endpoint,http://127.0.0.1:8080/a\\,b)}",
                "soabench.soapAction", "urn:order",
                "soabench.threads", "10",
                "soabench.durationS", "26",
                "soabench.timeOutMs", "30000");
        Map<String, String> open = new HashMap<>(closed);
        open.putAll(Map.of("soabench.threads", "16", "soabench.ratePerSecond", "50"));

        assertThat(JmxText.variables(test(false, false, "<a/>", "<b/>"))).isEqualTo(closed);
        assertThat(JmxText.variables(test(true, false, "<a/>", "<b/>"))).isEqualTo(open);
    }

    @Test
    void shouldUseEveryVariableThatItDefines() {
        for (boolean open : new boolean[] {false, true}) {
            LoadTest test = test(open, false, "<a/>");
            Set<String> used = Pattern.compile("\\$\\{(soabench\\.\\w+)}")
                    .matcher(JmxText.of(test))
                    .results()
                    .map(use -> use.group(1))
                    .collect(Collectors.toSet());

            assertThat(used).isEqualTo(JmxText.variables(test).keySet());
        }
    }

    @Test
    void shouldWriteEveryVariableIntoThePlan() throws Exception {
        LoadTest test = test(true, false, "<a/>");

        Document document = document(test);

        Map<String, String> variables = JmxText.variables(test);
        assertThat(values(document, "Argument.name")).containsAll(variables.keySet());
        assertThat(values(document, "Argument.value")).containsAll(variables.values());
        assertThat(document.getElementsByTagName("PreciseThroughputTimer").getLength())
                .isEqualTo(1);
        assertThat(document.getElementsByTagName("ConstantTimer").getLength()).isZero();
    }

    @Test
    void shouldReplaceNothingButTheUiidInBodies() throws Exception {
        String body = "<a x=\"1\">\n\t${uiid} \\ ${other} &lt;</a>";

        Document document = document(test(false, false, body));

        assertThat(values(document, "Argument.value")).contains("<a x=\"1\">\n\t${uiid} \\\\ \\${other} &lt;</a>");
    }

    @Test
    void shouldSendAFileWhenABodyIsLong() throws Exception {
        Document document = document(test(false, false, "<a>" + "x".repeat(JmxText.LONGEST_BODY) + "</a>"));

        assertThat(values(document, "File.path")).containsExactly("../requests/P/chunk0.xml");
        assertThat(values(document, "HTTPSampler.postBodyRaw")).isEmpty();
    }

    @Test
    void shouldExpectAStatusOnlyWhenTheOperationIsOneWay() throws Exception {
        assertThat(values(document(test(false, true, "<a/>")), "Assertion.test_field"))
                .containsExactly("Assertion.response_code");
        assertThat(values(document(test(false, false, "<a/>")), "0")).containsExactly("answer");
    }
}
