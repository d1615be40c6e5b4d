package io.soabench.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.model.CaseExpansion;
import io.soabench.model.ConfigurationSpace;
import io.soabench.model.ConfigurationSpace.Configuration;
import io.soabench.model.ExpandedCase;
import io.soabench.model.ServerSettings;
import io.soabench.model.SuiteSettings;
import io.soabench.model.TrialModel;
import io.soabench.model.WholeTestbed;
import io.soabench.model.testbed.Exploration;
import io.soabench.model.testbed.Server;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which configurations an exploration has, and what a trial of one is. */
final class ConfigurationTrialTest {

    private static final String TUNING =
            """
            explore Tuning {
                warm up 1 s measure 5 s until 300 answers at most 8 s
                case on engine for process in (Sequential), workload in (office)
                vary engine for lowest p90 response-time { heap in (256 MiB, 1 GiB) binding in (default, per-cpu, per-core) }
                expect failures < 5 %
                within 30 min
            }
            """;

    @TempDir
    private Path folder;

    private ModelFixture model;

    @BeforeEach
    void begin() {
        model = new ModelFixture(folder);
    }

    private WholeTestbed read(String text) throws IOException {
        TestbedReader.Result result = new TestbedReader().read(model.write("a.testbed", text));
        assertThat(result.issues()).isEmpty();
        return result.whole();
    }

    private WholeTestbed office(String engine, String tuning) throws IOException {
        return read(ModelFixture.OFFICE.replace("engine : reference on here", engine) + tuning);
    }

    private static Exploration tuning(WholeTestbed whole) {
        return whole.explorations().get(0);
    }

    private static ExpandedCase cell(WholeTestbed whole) {
        return CaseExpansion.expand(whole, tuning(whole)).get(0);
    }

    @Test
    void shouldHaveEachValueWithEachOther() throws IOException {
        ConfigurationSpace space = ConfigurationSpace.of(tuning(office("engine : reference on here", TUNING)), 1);

        assertThat(space.size()).isEqualTo(6);
        assertThat(space.tried()).extracting(Configuration::number).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(space.tried())
                .extracting(each -> each.parameters().toString())
                .containsExactly(
                        "{heap=256 MiB, binding=default}",
                        "{heap=256 MiB, binding=per-cpu}",
                        "{heap=256 MiB, binding=per-core}",
                        "{heap=1 GiB, binding=default}",
                        "{heap=1 GiB, binding=per-cpu}",
                        "{heap=1 GiB, binding=per-core}");
    }

    @Test
    void shouldKnowItsOwnHoweverItIsWritten() throws IOException {
        WholeTestbed inside = office("engine : reference on here { heap 1024 MiB binding per-cpu }", TUNING);
        ConfigurationSpace space = ConfigurationSpace.of(tuning(inside), 1);
        assertThat(space.own().number()).isEqualTo(5);
        assertThat(space.tried()).filteredOn(Configuration::own).hasSize(1);
        assertThat(space.engine(inside, space.own())).isEqualTo("engine");
        assertThat(space.engine(inside, space.tried().get(0))).isEqualTo("engine-1");

        ConfigurationSpace outside = ConfigurationSpace.of(tuning(office("engine : reference on here", TUNING)), 1);
        assertThat(outside.own().number()).isZero();
        assertThat(outside.own().parameters()).isEqualTo(Map.of("heap", "512 MiB", "binding", "default"));
        assertThat(outside.tried()).noneMatch(Configuration::own);
    }

    @Test
    void shouldDrawFromTheSeedWhatTrialsAreNotEnoughFor() throws IOException {
        String few = TUNING.replace("within", "trials at most 23 within");
        Exploration exploration = tuning(office("engine : reference on here", few));

        List<Configuration> one = ConfigurationSpace.of(exploration, 1).tried();

        assertThat(one).hasSize(4).isSortedAccordingTo((a, b) -> a.number() - b.number());
        assertThat(ConfigurationSpace.of(exploration, 1).tried()).isEqualTo(one);
        assertThat(ConfigurationSpace.of(exploration, 2).tried()).isNotEqualTo(one);
        assertThat(ConfigurationSpace.of(exploration, 1).size()).isEqualTo(6);
    }

    @Test
    void shouldBeATestbedWithAnEngineOfThatConfiguration() throws IOException {
        WholeTestbed whole = office("engine : reference on here { heap 128 MiB workers 3 }", TUNING);
        ConfigurationSpace space = ConfigurationSpace.of(tuning(whole), 1);
        Configuration fifth = space.tried().get(4);

        WholeTestbed trial = WholeTestbed.of(TrialModel.of(
                        whole,
                        cell(whole),
                        new TrialModel.Configured(
                                fifth, space.engine(whole, fifth), TrialModel.Configured.rung(2), 2, 1),
                        Optional.empty())
                .root());

        Server server = trial.engines().get(0);
        assertThat(server.getName()).isEqualTo("engine-5");
        assertThat(ServerSettings.of(server).parameters())
                .containsEntry("heap", "1073741824")
                .containsEntry("binding", "per-cpu")
                .containsEntry("workers", "3");
        ExpandedCase only = CaseExpansion.expand(trial).get(0);
        assertThat(only.name()).isEqualTo("Sequential-office-rung-2-engine-5");
        SuiteSettings times = SuiteSettings.of(only.suite(), Optional.empty());
        assertThat(times.least()).isEqualTo(Duration.ofSeconds(10));
        assertThat(times.measure()).isEqualTo(Duration.ofSeconds(16));
        assertThat(times.untilAnswers()).isEqualTo(600);
        assertThat(times.warmUp()).isEqualTo(Duration.ofSeconds(1));
        assertThat(only.suite().getObjectives()).hasSize(1);
        assertThat(trial.metrics()).singleElement().satisfies(metric -> assertThat(
                        metric.getStatistics().get(0).getFunction())
                .isEqualTo("p90"));
        assertThat(whole.engines().get(0).getName()).as("the model itself").isEqualTo("engine");
        assertThat(ServerSettings.of(whole.engines().get(0)).parameters()).containsEntry("heap", "134217728");
    }

    @Test
    void shouldLeaveTheServerAsItIsForItsOwnConfiguration() throws IOException {
        WholeTestbed whole = office("engine : reference on here { heap 128 MiB }", TUNING);
        ConfigurationSpace space = ConfigurationSpace.of(tuning(whole), 1);

        WholeTestbed trial = WholeTestbed.of(TrialModel.of(
                        whole,
                        cell(whole),
                        new TrialModel.Configured(space.own(), "engine", TrialModel.Configured.CONFIRMATION, 1, 3),
                        Optional.empty())
                .root());

        assertThat(trial.engines().get(0).getName()).isEqualTo("engine");
        assertThat(ServerSettings.of(trial.engines().get(0)))
                .isEqualTo(ServerSettings.of(whole.engines().get(0)));
        assertThat(CaseExpansion.expand(trial).get(0).name()).isEqualTo("Sequential-office-confirmation-engine");
        assertThat(CaseExpansion.expand(trial).get(0).suite().getRepeat()).isEqualTo(3);
    }

    /** The profile says how long the first rung measures; the next is twice as long all the same. */
    @Test
    void shouldMeasureTwiceAsLongAsTheProfileSays() throws IOException {
        WholeTestbed whole =
                office("engine : reference on here", TUNING + "default profile short { warm up 2 s measure 7 s }\n");
        ConfigurationSpace space = ConfigurationSpace.of(tuning(whole), 1);

        TrialModel trial = TrialModel.of(
                whole,
                cell(whole),
                new TrialModel.Configured(space.tried().get(0), "engine-1", TrialModel.Configured.rung(2), 2, 1),
                whole.defaultProfile());

        SuiteSettings times = SuiteSettings.of(
                CaseExpansion.expand(trial.root()).get(0).suite(), trial.profile(whole.defaultProfile()));
        assertThat(times.measure()).isEqualTo(Duration.ofSeconds(14));
        assertThat(times.untilAnswers()).isZero();
        assertThat(times.warmUp()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void shouldNotTakeTheNameOfAnotherServer() throws IOException {
        WholeTestbed whole = office(
                "engine : reference on here",
                TUNING
                        + "server Engine-2 : reference on here\nsuite More { case on Engine-2 for process in (Sequential),"
                        + " workload in (office) }\n");
        ConfigurationSpace space = ConfigurationSpace.of(tuning(whole), 1);

        assertThat(space.engine(whole, space.tried().get(0))).isEqualTo("engine-1");
        assertThat(space.engine(whole, space.tried().get(1))).isEqualTo("engine--2");
    }

    @Test
    void shouldExplainWhatTheSearchMakesOfIt() throws IOException {
        WholeTestbed whole = office("engine : reference on here", TUNING.replace("within", "trials at most 23 within"));

        assertThat(new TestbedReader().explain(whole.root(), Optional.empty()).lines())
                .contains(
                        "    vary engine for lowest p90 response-time {",
                        "        heap in (256 MiB, 1 GiB)",
                        "    // 6 configurations, of which 4 are drawn; trials in each rung: 4; then at most 18 that confirm",
                        "    expect failures < 5 %")
                .anyMatch(line -> line.startsWith("    confirm 6 times ") && line.endsWith("// default"));
    }
}
