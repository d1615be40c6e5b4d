package io.soabench.analyzer.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.soabench.analyzer.RunFixture;
import io.soabench.analyzer.RunFixture.Repetition;
import io.soabench.plan.Comparison;
import io.soabench.plan.MetricUnit;
import io.soabench.plan.ObjectivePlan;
import io.soabench.plan.Plan;
import io.soabench.plan.ReportFormat;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** What a run leaves for other programs. */
final class OutcomeTest {

    @TempDir
    private Path run;

    private static ObjectivePlan below(String metric, StatisticFunction function, double limit, String text) {
        MetricUnit unit = metric.equals("response-time") ? MetricUnit.SECOND : MetricUnit.RATIO;
        return new ObjectivePlan(metric, function, Target.CASE, Comparison.LESS, limit, unit, text);
    }

    /** Two engines, of which the second takes twice as long; a repetition of it is not there. */
    private void analyzed(ReportFormat... formats) throws IOException {
        Plan plan = RunFixture.plan(
                2,
                0,
                4,
                below("response-time", StatisticFunction.MEDIAN, 0.015, "median response-time < 15 ms"),
                below("failures", StatisticFunction.AVERAGE, 0.001, "failures < 0.1 %"),
                below("joy", StatisticFunction.AVERAGE, 1, "joy < \"1\" & more"));
        RunFixture fixture = new RunFixture(run, plan.withReports(List.of(formats)));
        for (int i = 1; i <= 4; i++) {
            write(fixture.repetition("case1", i), 10 + 0.1 * i);
            if (i < 4) {
                write(fixture.repetition("case2", i), 20 + 0.3 * i);
            }
        }
        fixture.analyze();
    }

    private static void write(Repetition repetition, double latencyMs) throws IOException {
        for (int i = 1; i <= 100; i++) {
            repetition.request("office.1." + i, i * 95, latencyMs, "OK");
        }
        repetition.write();
    }

    private static List<String> names(JsonNode node) {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    @Test
    void shouldWriteVerdictsWhateverFormatsAreAskedFor() throws IOException {
        analyzed(ReportFormat.HTML);

        JsonNode file =
                new ObjectMapper().readTree(run.resolve("report/verdicts.json").toFile());
        assertThat(names(file)).containsExactly("verdicts", "objectives");
        assertThat(file.path("verdicts")).hasSize(1);
        JsonNode pair = file.path("verdicts").get(0);
        assertThat(names(pair))
                .containsExactly(
                        "suite",
                        "process",
                        "workload",
                        "metric",
                        "a",
                        "b",
                        "verdict",
                        "ratio",
                        "low",
                        "high",
                        "noiseFloor",
                        "repetitions");
        assertThat(pair.path("a").asText()).isEqualTo("engine1");
        assertThat(pair.path("b").asText()).isEqualTo("engine2");
        assertThat(pair.path("suite").asText()).isEqualTo("Quick");
        assertThat(pair.path("process").asText()).isEqualTo("Process");
        assertThat(pair.path("workload").asText()).isEqualTo("office");
        assertThat(pair.path("metric").asText()).isEqualTo("response-time");
        assertThat(pair.path("verdict").asText())
                .as("engine2 takes twice as long")
                .isEqualTo("worse");
        assertThat(pair.path("ratio").asDouble()).isBetween(2.0, 2.02);
        assertThat(pair.path("low").asDouble()).isBetween(1.9, 2.0);
        assertThat(pair.path("high").asDouble()).isBetween(2.01, 2.1);
        assertThat(pair.path("noiseFloor").asDouble()).isZero();
        assertThat(pair.path("repetitions").asInt()).isEqualTo(3);

        assertThat(file.path("objectives")).hasSize(6);
        JsonNode met = file.path("objectives").get(0);
        assertThat(names(met)).containsExactly("case", "text", "verdict", "value", "low", "high");
        assertThat(met.path("case").asText()).isEqualTo("case1");
        assertThat(met.path("text").asText()).isEqualTo("median response-time < 15 ms");
        assertThat(met.path("verdict").asText()).isEqualTo("met");
        assertThat(met.path("value").asDouble()).isBetween(10.2, 10.3);
        assertThat(met.path("low").asDouble()).isBetween(9.0, 10.2);
        assertThat(file.path("objectives").findValuesAsText("verdict"))
                .containsExactly("met", "undecided", "undecided", "missed", "undecided", "undecided");
        JsonNode unmeasured = file.path("objectives").get(2);
        assertThat(unmeasured.path("value").isNull()).isTrue();
        assertThat(unmeasured.path("low").isNull()).isTrue();
        assertThat(run.resolve("report/junit.xml")).doesNotExist();
    }

    @Test
    void shouldWriteTestCasesThatReadersOfSurefireUnderstand() throws Exception {
        analyzed(ReportFormat.HTML, ReportFormat.JUNIT);

        Path file = run.resolve("report/junit.xml");
        SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(getClass().getResource("surefire.xsd"))
                .newValidator()
                .validate(new StreamSource(file.toFile()));
        Element suite = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(file.toFile())
                .getDocumentElement();
        NodeList tests = suite.getElementsByTagName("testcase");
        List<String> endings = new ArrayList<>();
        for (int i = 0; i < tests.getLength(); i++) {
            Element test = (Element) tests.item(i);
            NodeList inner = test.getElementsByTagName("*");
            endings.add(test.getAttribute("classname") + " " + test.getAttribute("name") + ": "
                    + (inner.getLength() == 0 ? "passed" : inner.item(0).getNodeName()));
        }
        assertThat(endings)
                .containsExactly(
                        "case1 median response-time < 15 ms: passed",
                        "case1 failures < 0.1 %: skipped",
                        "case1 joy < \"1\" & more: error",
                        "case2 median response-time < 15 ms: failure",
                        "case2 failures < 0.1 %: skipped",
                        "case2 joy < \"1\" & more: error",
                        "case2 repetition 4: error");
        assertThat(suite.getAttribute("tests")).isEqualTo("7");
        assertThat(suite.getAttribute("failures")).isEqualTo("1");
        assertThat(suite.getAttribute("errors")).isEqualTo("3");
        assertThat(suite.getAttribute("skipped")).isEqualTo("2");
        Element failure = (Element) suite.getElementsByTagName("failure").item(0);
        assertThat(failure.getAttribute("message")).startsWith("\"median response-time < 15 ms\" is missed: 20.6 ms");
    }

    @Test
    void shouldRemoveTestCasesThatAreNoLongerAskedFor() throws IOException {
        analyzed(ReportFormat.JUNIT);
        assertThat(run.resolve("report/junit.xml")).exists();

        analyzed(ReportFormat.HTML);
        assertThat(run.resolve("report/junit.xml")).doesNotExist();
        assertThat(Files.readString(run.resolve("report/verdicts.json"))).endsWith("}\n");
    }
}
