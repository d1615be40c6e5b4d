package io.soabench.analyzer.folder;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.sample.SampleEnvironment;
import io.soabench.plan.sample.SamplePlan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class EnvironmentEntriesTest {

    private static final Map<String, String> PARAMETERS = Map.of(
            "heap", "536870913",
            "jvm-options", "",
            "flags", "-Da=1  -Db=2",
            "workers", "0",
            "threads", "12",
            "policy", "affine");

    private static String shown(String... command) {
        EnvironmentRecord recorded = SampleEnvironment.of(
                SamplePlan.ORIGIN, Map.of("engine", PARAMETERS), Map.of("engine", List.of(command)), Map.of());
        return new EnvironmentEntries(Optional.of(recorded))
                .entries().stream()
                        .filter(entry -> entry.section().equals("commands")
                                && entry.item().equals("engine"))
                        .map(EnvironmentEntries.Entry::content)
                        .findFirst()
                        .orElseThrow();
    }

    @Test
    void shouldShowCommandsWithTheirParameters() {
        assertThat(shown("${java}", "-Xmx${param:heap:MiB}m", "${param:flags:words}", "--policy", "${param:policy}"))
                .isEqualTo("<java> -Xmx513m -Da=1  -Db=2 --policy affine");
    }

    @Test
    void shouldLeaveOutWhatAnEmptyParameterLeavesToTheProgram() {
        assertThat(shown(
                        "run",
                        "${param:jvm-options:words}",
                        "${param:workers:option:--workers}",
                        "${param:threads:option:--threads}"))
                .isEqualTo("run --threads 12");
    }

    @Test
    void shouldNameWhatIsOnlyKnownWhereTheServerIsStarted() {
        assertThat(shown("--port", "${port:http}", "--calls", "${out}/calls-${name}.csv", "${param:lost}"))
                .isEqualTo("--port <port:http> --calls <out>/calls-<name>.csv <lost>");
    }
}
