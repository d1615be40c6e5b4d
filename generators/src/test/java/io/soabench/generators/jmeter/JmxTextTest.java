package io.soabench.generators.jmeter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class JmxTextTest {

    private static LoadTest test(boolean open, boolean oneWay, String... bodies) {
        List<LoadTest.Request> requests = new ArrayList<>();
        for (int i = 0; i < bodies.length; i++) {
            requests.add(new LoadTest.Request("../requests/P/chunk" + i + ".xml", bodies[i]));
        }
        return new LoadTest(
                "quickstart",
                "P-office-engine",
                "P",
                "office",
                "here",
                open,
                open ? 0 : 10,
                open ? 16 : 10,
                open ? 50 : 0,
                "../workloads/office/here.trace",
                "office-here.csv",
                requests,
                5_000,
                20_001,
                35_000,
                30_000,
                "http://127.0.0.1:8080/a,b",
                "urn:order",
                oneWay,
                "{urn:q}answer");
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
        Map<String, String> variables = JmxText.variables(test(false, false, "<a/>", "<b/>"));

        assertThat(variables)
                .containsEntry("soabench.format", "1")
                .containsEntry("soabench.kind", "closed")
                .containsEntry("soabench.clients", "10")
                .containsEntry("soabench.requests", "../requests/P/chunk0.xml,../requests/P/chunk1.xml")
                .containsEntry("soabench.durationS", "26")
                .containsEntry("soabench.endpoint", "${__P(soabench.endpoint,http://127.0.0.1:8080/a\\,b)}")
                .containsEntry("soabench.answerElement", "{urn:q}answer")
                .hasSize(21);
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
