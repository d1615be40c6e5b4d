package io.soabench.engine.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.contracts.source.Leniency;
import io.soabench.engine.runtime.durable.RequestKeys;
import io.soabench.engine.server.request.ClientLimits;
import io.soabench.engine.server.tls.TlsSettings;
import io.soabench.engine.server.transport.TransportOption;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class EngineArgumentsTest {
    /** The values that a replica gets by other means than its command line, or must not have. */
    private static final Set<String> ELSEWHERE =
            Set.of("port", "adminPort", "adminToken", "deploy", "replicas", "pools", "toString", "but");

    private static EngineConfiguration read(List<String> arguments) {
        EngineMain options = new EngineMain();
        new CommandLine(options).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(arguments.toArray(new String[0]));
        return options.configuration();
    }

    /**
     * Each value that differs from its default must be on the command line, so that a new value cannot be forgotten.
     */
    @Test
    void shouldWriteEveryValue() throws Exception {
        EngineConfiguration special = EngineConfiguration.builder()
                .host("127.0.0.2")
                .policy(SchedulingPolicy.TASK)
                .transport(TransportOption.IO_URING)
                .httpThreads(11)
                .kernelWorkers(12)
                .invokerThreads(13)
                .maxInstances(14)
                .history(32)
                .maxActivities(15)
                .maxValue(16)
                .maxWaitingBytes(17)
                .maxKernelBytes(18)
                .queueCapacity(19)
                .maxConnections(20)
                .maxBodyBytes(21)
                .maxHeldBytes(22)
                .partnerTimeout(Duration.ofMillis(23))
                .connectTimeout(Duration.ofMillis(24))
                .clients(new ClientLimits(
                        25, Duration.ofMillis(26), Duration.ofMillis(27), Duration.ofMillis(28), Duration.ofMillis(29)))
                .tls(new TlsSettings(
                        Path.of("/some/cert.pem"),
                        Path.of("/some/key.pem"),
                        false,
                        Path.of("/some/trust.pem"),
                        Path.of("/some/own.pem"),
                        Path.of("/some/own-key.pem")))
                .replyTo(Set.of("a:1", "b:2"))
                .drain(Duration.ofMillis(30))
                .monitor(Path.of("/some/monitor.csv"))
                .durable(Path.of("/some/state"))
                .snapshotAtStop(Duration.ofMillis(35))
                .snapshotRecords(36)
                .counters("task-clock,page-faults")
                .monitorInterval(Duration.ofMillis(31))
                .keys(new RequestKeys.Bounds(Duration.ofMillis(32), 33, 34))
                .strict(true)
                .accepted(EnumSet.allOf(Leniency.class))
                .build();

        EngineConfiguration heard = read(EngineArguments.of(special, 4711));

        assertThat(heard.port()).isEqualTo(4711);
        assertThat(heard.adminPort()).isZero();
        int compared = 0;
        for (Method value : EngineConfiguration.class.getMethods()) {
            if (value.getDeclaringClass() == EngineConfiguration.class
                    && value.getParameterCount() == 0
                    && !java.lang.reflect.Modifier.isStatic(value.getModifiers())
                    && !ELSEWHERE.contains(value.getName())) {
                assertThat(value.invoke(heard)).as(value.getName()).isEqualTo(value.invoke(special));
                assertThat(value.invoke(special))
                        .as(value.getName() + " should not be the default here")
                        .isNotEqualTo(value.invoke(EngineConfiguration.DEFAULT));
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(18);
    }

    @Test
    void shouldLeaveWhatFollowsFromTheHeapToTheHeapOfTheReplica() {
        assertThat(EngineArguments.of(EngineConfiguration.DEFAULT, 1))
                .doesNotContain(
                        "--max-value",
                        "--max-waiting-bytes",
                        "--max-kernel-bytes",
                        "--max-held-bytes",
                        "--max-key-bytes");
    }
}
