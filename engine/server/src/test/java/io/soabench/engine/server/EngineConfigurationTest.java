package io.soabench.engine.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.engine.runtime.durable.RequestKeys;
import io.soabench.engine.server.replica.EnginePlan;
import io.soabench.engine.server.replica.ReplicaKind;
import io.soabench.engine.server.replica.ReplicaSettings;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class EngineConfigurationTest {
    @Test
    void shouldNameEveryValueWhenPrinted() throws Exception {
        String printed = EngineConfiguration.DEFAULT.toString();
        int values = 0;
        for (Method accessor : EngineConfiguration.class.getDeclaredMethods()) {
            boolean isValue = Modifier.isPublic(accessor.getModifiers())
                    && !Modifier.isStatic(accessor.getModifiers())
                    && accessor.getParameterCount() == 0
                    && !accessor.getName().equals("but")
                    && !accessor.getName().equals("toString");
            if (isValue) {
                values++;
                assertThat(printed).contains(accessor.getName() + "=" + accessor.invoke(EngineConfiguration.DEFAULT));
            }
        }
        assertThat(printed.split("[a-zA-Z]+=", -1)).hasSizeGreaterThan(values);
        assertThat(values).isGreaterThan(15);
    }

    @Test
    void shouldChangeNothingElseWhenOneValueIsChanged() {
        EngineConfiguration changed = EngineConfiguration.DEFAULT.but().port(1).build();

        assertThat(changed.port()).isEqualTo(1);
        assertThat(changed.toString().replace(", port=1,", ", port=8080,"))
                .isEqualTo(EngineConfiguration.DEFAULT.toString());
    }

    @Test
    void shouldNotChangeWhatWasBuiltWhenBuilderIsUsedAgain() {
        EngineConfigurationBuilder builder = EngineConfiguration.builder().port(1);
        EngineConfiguration first = builder.build();
        builder.port(2);

        assertThat(first.port()).isEqualTo(1);
    }

    @Test
    void shouldSaySentenceWhenValueIsOutOfRange() {
        assertThatThrownBy(() -> EngineConfiguration.builder().maxBodyBytes(0).build())
                .hasMessage("max-body-bytes=0 is below 1; raise it");
        for (int records : new int[] {-1, 1_000_001}) {
            assertThatThrownBy(() -> EngineConfiguration.builder()
                            .snapshotRecords(records)
                            .build())
                    .hasMessage("snapshot-records=" + records
                            + " is not between 0 and 1000000; use 0 for no snapshots while an instance runs");
        }
        assertThatThrownBy(() -> EngineConfiguration.builder().port(70_000).build())
                .hasMessage("port=70000 is no port; use 0 to 65535");
        EngineConfigurationBuilder large = EngineConfiguration.builder().maxBodyBytes((32 << 20) + 1);
        assertThat(large.build().maxBodyBytes()).isEqualTo((32 << 20) + 1);
        assertThatThrownBy(() -> large.durable(Path.of("state")).build())
                .hasMessage(
                        "max-body-bytes=33554433 is more than a durable engine can record of one message; use at most"
                                + " 33554432");
        assertThatThrownBy(() -> EngineConfiguration.builder()
                        .partnerTimeout(Duration.ZERO)
                        .build())
                .hasMessageStartingWith("partner-timeout=PT0S");
        EngineMain impatient = new EngineMain();
        new CommandLine(impatient).parseArgs("--replica-patience", "999");
        assertThatThrownBy(impatient::configuration).hasMessage("replica-patience=999 ms is below 1000; raise it");
    }

    @Test
    void shouldDivideRememberedRequestsAmongReplicasThatAreProcesses() throws Exception {
        Duration minute = Duration.ofMinutes(1);
        EngineConfiguration all = EngineConfiguration.builder()
                .keys(new RequestKeys.Bounds(minute, 5, 1_000))
                .replicas(ReplicaSettings.DEFAULT.with(2, ReplicaKind.PROCESSES))
                .build();
        EnginePlan plan = Engine.plan(all);

        assertThat(plan.replicas())
                .extracting(
                        replica -> all.shareOfProcess(replica, plan.totals()).keys())
                .containsExactly(new RequestKeys.Bounds(minute, 3, 500), new RequestKeys.Bounds(minute, 2, 500));
        EngineConfiguration none =
                all.but().keys(new RequestKeys.Bounds(minute, 0, 1_000)).build();
        assertThat(plan.replicas())
                .extracting(replica ->
                        none.shareOfProcess(replica, plan.totals()).keys().requests())
                .as("0 turns keys off in all of them")
                .containsExactly(0, 0);
        RequestKeys.Bounds ofHeap = EngineConfiguration.DEFAULT.keys();
        assertThat(plan.replicas())
                .extracting(replica -> EngineConfiguration.DEFAULT
                        .shareOfProcess(replica, plan.totals())
                        .keys()
                        .bytes())
                .as("the heap of a replica is a share")
                .containsExactly(ofHeap.bytes(), ofHeap.bytes());
    }

    @Test
    void shouldTellTheDefaultsWhenAskedForHelp() {
        String help = EngineMain.commandLine().getUsageMessage(CommandLine.Help.Ansi.OFF);

        assertThat(help.replaceAll("\\s+", " "))
                .contains("(default: 127.0.0.1)", "(default: 8080)", "(default: 4194304)")
                .doesNotContain("DEFAULT-VALUE");
    }
}
