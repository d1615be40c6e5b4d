package io.soabench.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.model.testbed.Failure;
import io.soabench.model.testbed.FailureKind;
import io.soabench.model.testbed.ParameterDeclaration;
import io.soabench.model.testbed.ParameterKind;
import io.soabench.model.testbed.PortDeclaration;
import io.soabench.model.testbed.Profile;
import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.Reliability;
import io.soabench.model.testbed.ReportFormat;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.ServerType;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.TestSuite;
import io.soabench.model.testbed.Testbed;
import io.soabench.model.testbed.TestbedFactory;
import io.soabench.model.testbed.Unit;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DefaultsTest {

    private static final TestbedFactory FACTORY = TestbedFactory.eINSTANCE;

    @Test
    void shouldHaveDocumentedDefaults() {
        assertThat(Defaults.SEED).isEqualTo(1);
        assertThat(Defaults.INSTANCES).isEqualTo(1);
        assertThat(Defaults.RELIABILITY).isEqualTo(1.0);
        assertThat(Defaults.RESPONSE_TIME).isEqualTo(Duration.ZERO);
        assertThat(Defaults.FREQUENCY).isEqualTo(1.0);
        assertThat(Defaults.CLIENTS).isEqualTo(1);
        assertThat(Defaults.THINK_TIME).isEqualTo(Duration.ZERO);
        assertThat(Defaults.STATISTIC.text()).isEqualTo("average");
        assertThat(Defaults.REPORT_FORMATS).containsExactly(ReportFormat.HTML);
        assertThat(Defaults.SSH_PORT).isEqualTo(22);
        assertThat(Defaults.DIRECTORY).isEqualTo("/var/tmp/soabench");
    }

    @Test
    void shouldFillInTimesWhenSuiteSaysNothing() {
        assertThat(SuiteSettings.of(FACTORY.createTestSuite(), Optional.empty()))
                .isEqualTo(new SuiteSettings(
                        1,
                        0,
                        Duration.ofSeconds(10),
                        false,
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(60),
                        0,
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(5)));
    }

    @Test
    void shouldAskTheProfileThenTheSuiteThenTheDefaults() {
        TestSuite suite = FACTORY.createTestSuite();
        suite.setRepeat(5);
        suite.setMeasure(quantity("10", Unit.MINUTE));
        suite.setTimeOut(quantity("4", Unit.SECOND));
        Profile profile = FACTORY.createProfile();
        profile.setRepeat(2);
        profile.setWarmUp(quantity("3", Unit.SECOND));
        profile.setUntilSteady(true);
        profile.setMeasure(quantity("6", Unit.SECOND));
        assertThat(SuiteSettings.of(suite, Optional.of(profile)))
                .isEqualTo(new SuiteSettings(
                        2,
                        0,
                        Duration.ofSeconds(3),
                        true,
                        Duration.ofSeconds(6),
                        Duration.ofSeconds(6),
                        0,
                        Duration.ofSeconds(4),
                        Duration.ofSeconds(5)));
    }

    @Test
    void shouldTakeTheMeasurementAsAWholeFromWhereItIsSaid() {
        TestSuite suite = FACTORY.createTestSuite();
        suite.setMeasure(quantity("8", Unit.SECOND));
        suite.setUntilAnswers(30);
        suite.setLongest(quantity("60", Unit.SECOND));
        Profile profile = FACTORY.createProfile();
        SuiteSettings open = SuiteSettings.of(suite, Optional.of(profile));
        assertThat(List.of(open.least(), open.measure()))
                .containsExactly(Duration.ofSeconds(8), Duration.ofSeconds(60));
        assertThat(open.untilAnswers()).isEqualTo(30);
        profile.setMeasure(quantity("3", Unit.SECOND));
        SuiteSettings fixed = SuiteSettings.of(suite, Optional.of(profile));
        assertThat(List.of(fixed.least(), fixed.measure())).containsOnly(Duration.ofSeconds(3));
        assertThat(fixed.untilAnswers()).isZero();
    }

    @Test
    void shouldTakeHowOftenFromTheFirstThatSaysEitherWord() {
        TestSuite suite = FACTORY.createTestSuite();
        suite.setHalfWidth(quantity("5", Unit.PERCENT));
        SuiteSettings chosen = SuiteSettings.of(suite, Optional.empty());
        assertThat(chosen.precision()).isEqualTo(0.05);
        assertThat(List.of(chosen.fewest(), chosen.repeat())).containsExactly(5, 20);
        suite.setMostRepetitions(9);
        assertThat(SuiteSettings.of(suite, Optional.empty()).repeat()).isEqualTo(9);

        Profile profile = FACTORY.createProfile();
        assertThat(SuiteSettings.of(suite, Optional.of(profile)).repeat()).isEqualTo(9);
        profile.setRepeat(2);
        SuiteSettings given = SuiteSettings.of(suite, Optional.of(profile));
        assertThat(given.precision()).isZero();
        assertThat(List.of(given.fewest(), given.repeat())).containsOnly(2);

        profile.setRepeat(null);
        profile.setHalfWidth(quantity("10", Unit.PERCENT));
        SuiteSettings coarser = SuiteSettings.of(suite, Optional.of(profile));
        assertThat(coarser.precision()).isEqualTo(0.1);
        assertThat(coarser.repeat())
                .as("the cap belongs to the precision that it was said of")
                .isEqualTo(20);
    }

    @Test
    void shouldTakeTheWarmUpAsAWholeFromWhereItIsSaid() {
        TestSuite suite = FACTORY.createTestSuite();
        suite.setWarmUp(quantity("60", Unit.SECOND));
        suite.setUntilSteady(true);
        Profile profile = FACTORY.createProfile();
        assertThat(SuiteSettings.of(suite, Optional.of(profile)).untilSteady()).isTrue();
        profile.setWarmUp(quantity("3", Unit.SECOND));
        assertThat(SuiteSettings.of(suite, Optional.of(profile)).untilSteady()).isFalse();
    }

    @Test
    void shouldFindProfilesByNameAndByDefault() {
        Testbed testbed = FACTORY.createTestbed();
        assertThat(WholeTestbed.of(testbed).defaultProfile()).isEmpty();
        Profile paper = FACTORY.createProfile();
        paper.setName("paper");
        Profile quick = FACTORY.createProfile();
        quick.setName("quick");
        quick.setDefault(true);
        testbed.getElements().addAll(List.of(paper, quick));
        assertThat(WholeTestbed.of(testbed).profile("paper")).containsSame(paper);
        assertThat(WholeTestbed.of(testbed).profile("other")).isEmpty();
        assertThat(WholeTestbed.of(testbed).defaultProfile()).containsSame(quick);
    }

    @Test
    void shouldBePerfectWhenServiceSaysNothing() {
        ServiceQuality quality = ServiceQuality.of(FACTORY.createService());
        assertThat(quality.responseTime()).isEmpty();
        assertThat(quality.perConcurrent()).isZero();
        assertThat(quality.capacity()).isZero();
        assertThat(quality.reliability()).isEmpty();
        assertThat(quality.bursts()).isEmpty();
        assertThat(quality.failures()).containsExactly(new FailureShare(FailureKind.FAULT, 0, 1));
        assertThat(quality.throughput()).isEmpty();
        assertThat(ServiceQuality.instances(FACTORY.createService())).isEqualTo(1);
    }

    @Test
    void shouldDivideWhatIsLeftAmongTheFailuresWithoutShare() {
        Reliability reliability = FACTORY.createReliability();
        reliability.getFailures().add(failure(FailureKind.CLOSE, "60"));
        reliability.getFailures().add(failure(FailureKind.SILENCE, null));
        reliability.getFailures().add(failure(FailureKind.MALFORMED, null));
        Service service = FACTORY.createService();
        service.getQualities().add(reliability);

        assertThat(ServiceQuality.of(service).failures())
                .extracting(FailureShare::word)
                .containsExactly("close", "silence", "malformed");
        assertThat(ServiceQuality.of(service).failures().stream()
                        .map(FailureShare::share)
                        .toList())
                .usingElementComparator((one, other) -> Math.abs(one - other) < 1e-9 ? 0 : 1)
                .containsExactly(0.6, 0.2, 0.2);
    }

    private static Failure failure(FailureKind kind, String percent) {
        Failure failure = FACTORY.createFailure();
        failure.setKind(kind);
        if (percent != null) {
            Quantity share = FACTORY.createQuantity();
            share.setValue(new BigDecimal(percent));
            share.setUnit(Unit.PERCENT);
            failure.setShare(share);
        }
        return failure;
    }

    @Test
    void shouldWeighTheStatesByTheirLengthWhenFailuresComeInBursts() {
        Bursts bursts = new Bursts(1, 90, 0.5, 10);

        assertThat(bursts.shareOfGood()).isEqualTo(0.9);
        assertThat(bursts.reliability()).isEqualTo(0.95);
    }

    @Test
    void shouldUseDefaultSeedAndReportWhenTestbedSaysNothing() {
        Testbed testbed = FACTORY.createTestbed();
        assertThat(WholeTestbed.of(testbed).seed()).isEqualTo(Defaults.SEED);
        assertThat(WholeTestbed.of(testbed).reportFormats()).isEqualTo(Defaults.REPORT_FORMATS);
    }

    @Test
    void shouldFillInParametersAndPortsWhenServerSaysNothing() {
        ServerType type = FACTORY.createServerType();
        type.getParameters().add(parameter("heap", ParameterKind.SIZE, quantity("512", Unit.MEBIBYTE)));
        type.getParameters().add(parameter("grace", ParameterKind.DURATION, quantity("1.5", Unit.SECOND)));
        type.getParameters().add(parameter("workers", ParameterKind.INTEGER, quantity("4", Unit.NONE)));
        type.getParameters().add(parameter("needed", ParameterKind.INTEGER, null));
        type.getPorts().add(port("http", 8080));
        type.getPorts().add(port("admin", null));
        Server server = FACTORY.createServer();
        server.setType(type);
        assertThat(ServerSettings.of(server))
                .isEqualTo(new ServerSettings(
                        Map.of("heap", "536870912", "grace", "1500", "workers", "4"), Map.of("http", 8080)));
    }

    private static ParameterDeclaration parameter(String name, ParameterKind kind, Quantity value) {
        ParameterDeclaration declaration = FACTORY.createParameterDeclaration();
        declaration.setName(name);
        declaration.setKind(kind);
        declaration.setDefault(value);
        return declaration;
    }

    private static PortDeclaration port(String name, Integer number) {
        PortDeclaration declaration = FACTORY.createPortDeclaration();
        declaration.setName(name);
        declaration.setNumber(number);
        return declaration;
    }

    private static Quantity quantity(String value, Unit unit) {
        Quantity quantity = FACTORY.createQuantity();
        quantity.setValue(new BigDecimal(value));
        quantity.setUnit(unit);
        return quantity;
    }
}
