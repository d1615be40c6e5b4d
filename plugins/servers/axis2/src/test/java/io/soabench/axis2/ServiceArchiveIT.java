package io.soabench.axis2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.soabench.mock.CallLog;
import io.soabench.mock.HostRefused;
import io.soabench.mock.LoadedMockFixture;
import io.soabench.mock.MockServices;
import io.soabench.plan.Json;
import io.soabench.plan.MockPlan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("it")
@Timeout(300)
class ServiceArchiveIT {

    @TempDir
    Path folder;

    private List<String> problems(Path... mocks) throws Exception {
        MockServices services = MockServices.load(List.of(mocks));
        try (CallLog calls = CallLog.open(folder.resolve("calls.csv"))) {
            return catchThrowableOfType(HostRefused.class, () -> Axis2MockHost.start("127.0.0.1", 0, services, calls))
                    .problems();
        }
    }

    @Test
    void shouldNameAllArchivesWhenSeveralCannotBeDeployed() throws Exception {
        Path missing = LoadedMockFixture.stock(folder, 1, List.of("a\t1"));
        Path garbage = LoadedMockFixture.stock(folder, 2, List.of("a\t1"));
        Files.writeString(garbage.resolve("service.aar"), "no archive");
        Path otherWsdl = LoadedMockFixture.sum(folder, List.of("a\t1"));
        MockPlan plan = Json.read(otherWsdl.resolve("mock.json"), MockPlan.class);
        ServiceArchiveFixture.write(otherWsdl);
        Json.write(
                otherWsdl.resolve("mock.json"),
                new MockPlan(
                        plan.service(),
                        1,
                        plan.path(),
                        plan.wsdl(),
                        plan.targetNamespace(),
                        "OtherService",
                        plan.wsdlPort(),
                        plan.uiid(),
                        plan.operations()));

        List<String> problems = problems(missing, garbage, otherWsdl);

        assertThat(problems).hasSize(3);
        assertThat(problems)
                .anyMatch(problem -> problem.startsWith(missing.resolve("service.aar") + " is missing"))
                .anyMatch(problem -> problem.startsWith("Axis2 cannot deploy " + garbage.resolve("service.aar") + ": "))
                .anyMatch(problem -> problem.contains("its WSDL has no service OtherService that Axis2 understands"));
    }

    @Test
    void shouldSayWhyWhenAxis2DoesNotUnderstandTheWsdl() throws Exception {
        Path sum = LoadedMockFixture.sum(folder, List.of("a\t1"));
        Path wsdl = sum.resolve("wsdl/sum.wsdl");
        Files.writeString(wsdl, Files.readString(wsdl).replace("binding=\"t:SumBinding\"", "binding=\"t:Missing\""));
        ServiceArchiveFixture.write(sum);

        assertThat(problems(sum))
                .singleElement()
                .asString()
                .contains("SumService")
                .contains("(")
                .doesNotContain("\n");
    }

    @Test
    void shouldRefuseWhenOperationsOfWsdlAndMockDiffer() throws Exception {
        Path sum = LoadedMockFixture.sum(folder, List.of("a\t1"));
        Path wsdl = sum.resolve("wsdl/sum.wsdl");
        Files.writeString(wsdl, Files.readString(wsdl).replace("name=\"add\"", "name=\"plus\""));
        ServiceArchiveFixture.write(sum);

        assertThat(problems(sum)).singleElement().asString().contains("operation add is not in its WSDL");
    }
}
