package io.soabench.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Explorations that search for a configuration: what is wrong with them is told where it stands. */
final class ConfigurationRulesTest {

    private static final String WHOLE =
            """
            // Its best configuration is searched for.
            explore Tuning {
                warm up 1 s measure 5 s
                case on engine for process in (Sequential), workload in (office)
                vary engine for lowest average response-time {
                    workers in (1, 2)
                    policy in (affine, pipeline)
                }
                expect failures < 5 %
                confirm 6 times
                within 20 min
            }
            """;

    private static final String WEB = "workload web open { rate 50 /s }\n";

    @TempDir
    private Path folder;

    private ModelFixture model;

    @BeforeEach
    void begin() {
        model = new ModelFixture(folder);
    }

    /** The issues of the model with one text in the place of another. */
    private String issues(String before, String after) {
        assertThat(WHOLE).contains(before);
        return model.issues(ModelFixture.OFFICE + WHOLE.replace(before, after));
    }

    @Test
    void shouldFindNothingWhereNothingIsWrong() {
        assertThat(issues("", "")).isEmpty();
        assertThat(issues("lowest average response-time", "highest throughput")).isEmpty();
        assertThat(issues("    expect failures < 5 %\n", "")).isEmpty();
        assertThat(issues("    confirm 6 times\n    within 20 min\n", "")).isEmpty();
    }

    @Test
    void shouldRefuseAParameterThatTheTypeDoesNotHave() {
        assertThat(issues("workers in", "wokers in"))
                .contains(
                        "a.testbed:16:9: [parameter-unknown] server type \"reference\" has no parameter \"wokers\"; did you mean \"workers\"?");
    }

    @Test
    void shouldRefuseAValueThatTheTypeRefuses() {
        assertThat(issues("(1, 2)", "(1, 5000)"))
                .isEqualTo(
                        "a.testbed:16:24: [parameter-range] parameter \"workers\" is 5000, but must be at most 1024\n");
        assertThat(issues("(affine, pipeline)", "(affine, fast)"))
                .contains(
                        "a.testbed:17:28: [parameter-type] parameter \"policy\" is \"fast\", but must be one of: affine, ");
    }

    @Test
    void shouldRefuseWhatStandsTwice() {
        assertThat(issues("(affine, pipeline)", "(affine, pipeline) workers in (3, 4)"))
                .isEqualTo(
                        "a.testbed:17:38: [parameter-twice] parameter \"workers\" is varied more than once; write all of its"
                                + " values into one list\n");
        assertThat(issues("workers in (1, 2)", "heap in (1 GiB, 512 MiB, 1024 MiB)"))
                .isEqualTo(
                        "a.testbed:16:34: [explore-value-twice] parameter \"heap\" has that value in the list already; remove"
                                + " one\n");
    }

    @Test
    void shouldRefuseFewerThanTwoConfigurations() {
        String one =
                "there is only one configuration, so there is nothing to search for; write a parameter with several values,"
                        + " such as: workers in (1, 2, 4)\n";
        assertThat(issues("workers in (1, 2)\n        policy in (affine, pipeline)", "workers in (2)"))
                .isEqualTo("a.testbed:15:10: [explore-configurations] " + one);
        assertThat(issues("workers in (1, 2)\n        policy in (affine, pipeline)", ""))
                .contains("[explore-configurations] no parameter is varied, so there is nothing to search for; ");
    }

    @Test
    void shouldRefuseMoreConfigurationsThanAnybodyMeans() {
        StringBuilder values = new StringBuilder("1");
        for (int i = 2; i <= 1000; i++) {
            values.append(", ").append(i);
        }
        String many = "workers in (" + values + ") http-threads in (" + values + ")";
        assertThat(issues("workers in (1, 2)", many))
                .isEqualTo(
                        "a.testbed:15:10: [explore-configurations] there are 2000000 configurations, of which trials would see next"
                                + " to none; vary less, so that there are at most 10000\n");
        // A product beyond what can be counted is no number.
        assertThat(issues(
                        "workers in (1, 2)",
                        many + " invoker-threads in (" + values + ") max-instances in (" + values
                                + ") queue-capacity in (" + values + ") max-connections in (" + values
                                + ") partner-timeout in (" + values.toString().replace(",", " s,") + " s)"))
                .contains("there are more configurations than can be counted");
    }

    @Test
    void shouldRefuseTooFewTrials() {
        assertThat(issues("within 20 min", "within 20 min trials at most 19"))
                .isEqualTo(
                        "a.testbed:21:34: [explore-configurations] to select one of two configurations and to confirm it takes 20"
                                + " trials, of which 18 confirm; write trials at most 22 for all configurations, or confirm fewer"
                                + " times\n");
        assertThat(issues("within 20 min", "within 20 min trials at most 20")).isEmpty();
        assertThat(issues("confirm 6 times", "confirm 1 times"))
                .contains(
                        "[explore-configurations] one block gives no comparison with the next one; write confirm 6 times");
    }

    @Test
    void shouldRefuseACriterionThatCannotBeMeasured() {
        assertThat(issues(" for lowest average response-time", ""))
                .isEqualTo(
                        "a.testbed:15:10: [explore-criterion] \"Tuning\" has no criterion for the best configuration; add: for"
                                + " lowest p95 response-time, or for highest throughput\n");
        assertThat(issues("lowest average response-time", "highest response-time"))
                .isEqualTo(
                        "a.testbed:15:21: [explore-criterion] the highest response-time is the worst; write for lowest\n");
        assertThat(issues("lowest average response-time", "lowest throughput"))
                .contains("[explore-criterion] the lowest throughput is the worst; write for highest");
        assertThat(issues("lowest average response-time", "lowest max response-time"))
                .contains(
                        "[explore-criterion] \"max\" of response-time does not rank configurations; write average, median or a"
                                + " percentile");
        assertThat(issues("lowest average response-time", "lowest failures"))
                .contains(
                        "[explore-criterion] configurations are ranked by response-time or throughput, not by failures; write for"
                                + " lowest p95 response-time, and expect failures < 1 %");
        assertThat(model.issues(ModelFixture.OFFICE
                        + WEB
                        + WHOLE.replace("(office)", "(web)")
                                .replace("lowest average response-time", "highest throughput")))
                .contains(
                        "[explore-criterion] workload \"web\" is open, so the throughput of every engine that keeps up is its rate");
    }

    @Test
    void shouldRefuseConstraintsThatNoTrialCanDecide() {
        assertThat(issues("expect failures < 5 %", "expect average memory < 1 GiB"))
                .contains("a.testbed:19:12: [explore-objective] an exploration decides by response times or failures");
    }

    @Test
    void shouldRefuseToVaryWhatIsNotUnderTest() {
        assertThat(issues(
                        "vary engine for lowest average response-time {\n        workers in (1, 2)\n        policy in (affine, pipeline)",
                        "vary mocks for lowest average response-time {\n threads in (2, 4)"))
                .contains(
                        "a.testbed:15:10: [explore-vary] \"mocks\" is not under test here, so that its configuration would not be"
                                + " seen; vary \"engine\"");
        assertThat(model.issues(ModelFixture.OFFICE + "server other : reference on here\n"
                        + WHOLE.replace("case on engine", "case on engine, other")))
                .contains("[explore-vary] the best configuration of \"engine\" is searched for, but the case is also on"
                        + " \"other\"; write an exploration for each engine");
    }

    @Test
    void shouldKeepLoadsAndConfigurationsApart() {
        assertThat(issues("confirm 6 times", "confirm 6 times load clients from 1 to 9"))
                .contains(
                        "[explore-vary] a load and a configuration are not searched for at once; write two explorations");
        assertThat(issues("expect failures", "until failures"))
                .isEqualTo(
                        "a.testbed:19:11: [explore-vary] conditions for configurations are written with expect; write expect in place"
                                + " of until\n");
        assertThat(issues("within 20 min", "within 20 min precision 5 %"))
                .contains(
                        "[explore-vary] how exactly configurations are known is a matter of trials and time; remove precision");
        String load =
                "vary engine for lowest average response-time {\n        workers in (1, 2)\n        policy in (affine, pipeline)\n"
                        + "    }";
        assertThat(issues(load, "load clients from 1 to 9 until failures < 5 %"))
                .contains(
                        "[explore-vary] only configurations are expected to keep something, and none is varied; write until in"
                                + " place of expect")
                .contains("[explore-vary] only configurations are confirmed, and none is varied; remove it");
    }

    @Test
    void shouldCountTheRequestsOfTheFirstRung() {
        String web = WEB + WHOLE.replace("(office)", "(web)").replace("lowest average", "lowest p95");
        assertThat(model.issues(ModelFixture.OFFICE + web.replace("measure 5 s", "measure 3 s")))
                .contains(
                        "[explore-requests] a trial of the first rung has about 150 requests in 3 s, and 200 are needed to decide"
                                + " this; measure at least 4 s");
        assertThat(model.issues(ModelFixture.OFFICE + web)).isEmpty();
        assertThat(model.issues(ModelFixture.OFFICE + web.replace("failures < 5 %", "failures < 1 %")))
                .contains(
                        "[explore-requests] a trial of the first rung has about 250 requests in 5 s, and 370 are needed");
    }

    /** 4 configurations: 4 trials of 1 + 5 s, 18 of 1 + 5 s: 132 s. */
    @Test
    void shouldRefuseWhatCannotEndInTime() {
        assertThat(issues("within 20 min", "within 2 min"))
                .isEqualTo(
                        "a.testbed:21:12: [explore-time] to select one of 4 configurations and to confirm it takes 3 min of warm-up"
                                + " and measurement alone, and the exploration ends after 2 min; write within 4 min, measure for"
                                + " less time, or vary less\n");
        assertThat(issues("within 20 min", "within 133 s")).isEmpty();
    }

    @Test
    void shouldStillSayWhatIsWrongElsewhereInTheExploration() {
        assertThat(issues("within 20 min", "within 20 MiB"))
                .contains("unit-mismatch")
                .doesNotContain("Exception");
        assertThat(issues("measure 5 s", "measure 5 %"))
                .contains("unit-mismatch")
                .doesNotContain("Exception");
        assertThat(issues("vary engine", "vary nobody"))
                .contains("server-unknown")
                .doesNotContain("Exception");
        assertThat(issues("(office)", "(nothing)")).contains("workload-unknown").doesNotContain("Exception");
    }
}
