package io.soabench.load.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.soabench.plan.Plan;
import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadPlanTest {

    @TempDir
    Path compiled;

    private final Map<String, String> variables = new LinkedHashMap<>();

    @BeforeEach
    void writeFiles() throws IOException {
        Files.createDirectory(compiled.resolve("jmeter"));
        Files.writeString(compiled.resolve("office.trace"), "");
        Files.writeString(compiled.resolve("small.xml"), "");
        Files.writeString(compiled.resolve("large.xml"), "");
        variables.putAll(Map.of(
                "soabench.format", "1",
                "soabench.case", "c1",
                "soabench.workload", "office",
                "soabench.kind", "open",
                "soabench.threads", "20",
                "soabench.trace", "../office.trace",
                "soabench.requests", "../small.xml,../large.xml"));
        variables.putAll(Map.of(
                "soabench.warmUpMs", "1000",
                "soabench.measureMs", "2000",
                "soabench.drainMs", "4000",
                "soabench.timeOutMs", "3000",
                "soabench.endpoint", "http://127.0.0.1:8080/Sequential",
                "soabench.soapAction", "",
                "soabench.oneWay", "true",
                "soabench.answerElement", "{urn:q}answer"));
    }

    private LoadPlan read(String caseId, String client, String endpoint) {
        Plan plan = SamplePlan.plan()
                .withCases(List.of(SamplePlan.testCase("c1")
                        .withSchedule(SamplePlan.SCHEDULE.withWarmUp(Plan.Schedule.WarmUp.UNTIL_STEADY, 1000))));
        return LoadPlan.of(
                variables,
                compiled.resolve("jmeter/c1.jmx"),
                compiled,
                plan,
                caseId,
                client,
                Optional.ofNullable(endpoint));
    }

    private List<String> problems(String caseId, String client, String endpoint) {
        BadInput bad = catchThrowableOfType(BadInput.class, () -> read(caseId, client, endpoint));
        assertThat(bad).isNotNull();
        return bad.problems();
    }

    @Test
    void shouldHoldEveryVariableWhenAllAreRight() {
        assertThat(read("c1", "here", null))
                .isEqualTo(new LoadPlan(
                        "c1",
                        "here",
                        "office",
                        Plan.WorkloadPlan.Load.OPEN,
                        20,
                        URI.create("http://127.0.0.1:8080/Sequential"),
                        "",
                        true,
                        "{urn:q}answer",
                        1000,
                        true,
                        2000,
                        4000,
                        3000,
                        compiled.resolve("office.trace"),
                        List.of(compiled.resolve("small.xml"), compiled.resolve("large.xml"))));
    }

    @Test
    void shouldCallTheOtherAddressWhenOneIsGiven() {
        assertThat(read("c1", "here", "http://h:1/x").endpoint()).isEqualTo(URI.create("http://h:1/x"));
        assertThat(problems("c1", "here", "https://h/"))
                .singleElement()
                .asString()
                .contains("https://h/");
    }

    @Test
    void shouldNameEveryMissingVariableWhenThereIsNone() {
        int count = variables.size();
        variables.clear();
        assertThat(problems("c1", "here", null)).hasSize(count).allMatch(p -> p.contains("does not define soabench."));
    }

    @Test
    void shouldRefuseWhenThePlanSaysOtherwise() {
        variables.put("soabench.case", "c2");
        variables.put("soabench.measureMs", "7");
        variables.put("soabench.format", "9");
        assertThat(problems("c1", "here", null))
                .containsExactly(
                        "c1.jmx says soabench.format=9, but it is 1 which is what this load client understands; compile the testbed again",
                        "c1.jmx says soabench.case=c2, but it is c1 in plan.json; compile the testbed again",
                        "c1.jmx says soabench.measureMs=7, but it is 2000 in plan.json; compile the testbed again");
    }

    @Test
    void shouldRefuseWhenThePlanHasNoSuchCaseOrHost() {
        assertThat(problems("c9", "here", null)).containsExactly("the plan has no case \"c9\"; it has [c1]");
        assertThat(problems("c1", "there", null))
                .containsExactly("case c1 has no client host \"there\"; it has [here]");
    }

    @Test
    void shouldRefuseWhenValuesAreOutOfRange() {
        variables.put("soabench.threads", "0");
        variables.put("soabench.oneWay", "yes");
        variables.put("soabench.kind", "both");
        variables.put("soabench.trace", "../../elsewhere");
        variables.put("soabench.requests", "../small.xml,../missing.xml");
        assertThat(problems("c1", "here", null))
                .hasSize(5)
                .anyMatch(p -> p.equals("c1.jmx says soabench.threads=0; a number from 1 to 20000 is needed"))
                .anyMatch(p -> p.equals("c1.jmx says soabench.oneWay=yes; true or false is needed"))
                .anyMatch(p -> p.equals("c1.jmx says soabench.kind=both; closed or open is needed"))
                .anyMatch(p -> p.contains("is outside " + compiled))
                .anyMatch(p -> p.contains("missing.xml") && p.contains("cannot be read"));
    }
}
