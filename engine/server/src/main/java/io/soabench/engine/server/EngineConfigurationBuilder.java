package io.soabench.engine.server;

import io.soabench.contracts.source.Leniency;
import io.soabench.engine.runtime.durable.DurableInstances;
import io.soabench.engine.runtime.durable.RequestKeys;
import io.soabench.engine.runtime.journal.JournalSettings;
import io.soabench.engine.runtime.kernel.KernelLimits;
import io.soabench.engine.server.replica.ReplicaSettings;
import io.soabench.engine.server.request.ClientLimits;
import io.soabench.engine.server.request.ReplyTargets;
import io.soabench.engine.server.tls.TlsSettings;
import io.soabench.engine.server.transport.TransportOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;

/**
 * A builder of a configuration. A value that is not set has its default; this class is the only place of the defaults.
 * Not thread-safe.
 */
public final class EngineConfigurationBuilder implements Cloneable {
    private static final int LEAST_INTERVAL_MS = 10;
    /** Largest message of a durable engine. A journal's file has twice as much, and a record may be larger than its message. */
    private static final int MOST_DURABLE_BODY = JournalSettings.SEGMENT_BYTES / 2;

    /** The largest bound of the records of an instance. A start reads so many KiB of an instance, and replays them. */
    private static final int MOST_SNAPSHOT_RECORDS = 1_000_000;

    /** The number of processors of this machine. */
    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    String host = "127.0.0.1";
    int port = 8080;
    int adminPort = 8081;
    Path adminToken;
    Path deploy;
    SchedulingPolicy policy = SchedulingPolicy.AFFINE;
    TransportOption transport = TransportOption.NIO;
    int httpThreads = PROCESSORS;
    int kernelWorkers = PROCESSORS;
    int invokerThreads = Math.max(1, PROCESSORS / 2);
    int maxInstances = KernelLimits.DEFAULT.instances();
    int history;
    int maxActivities = KernelLimits.DEFAULT.activities();
    int maxValue = KernelLimits.DEFAULT.valueBytes();
    long maxWaitingBytes = KernelLimits.DEFAULT.instanceBytes();
    long maxKernelBytes = KernelLimits.DEFAULT.messageBytes();
    int queueCapacity = 10_000;
    int maxConnections = 1_024;
    int maxBodyBytes = 4 * 1024 * 1024;
    long maxHeldBytes = Runtime.getRuntime().maxMemory() / 4;
    Duration partnerTimeout = Duration.ofSeconds(30);
    Duration connectTimeout = Duration.ofSeconds(5);
    TlsSettings tls = TlsSettings.NONE;
    ClientLimits clients = ClientLimits.DEFAULT;
    Set<String> replyTo = Set.of();
    ReplicaSettings replicas = ReplicaSettings.DEFAULT;
    Duration drain = Duration.ofSeconds(1);
    Path monitor;
    Duration monitorInterval = Duration.ofSeconds(1);
    String counters = "";
    Path durable;
    Duration snapshotAtStop = Duration.ZERO;
    int snapshotRecords = DurableInstances.DEFAULT_SNAPSHOT_RECORDS;
    RequestKeys.Bounds keys = RequestKeys.Bounds.DEFAULT;
    boolean strict = false;
    Set<Leniency> accepted = Set.of();

    EngineConfigurationBuilder() {}

    EngineConfigurationBuilder copy() {
        try {
            // A copy of all fields, also of those that are added later.
            return (EngineConfigurationBuilder) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    /** Sets {@link EngineConfiguration#host}. */
    public EngineConfigurationBuilder host(String value) {
        host = Objects.requireNonNull(value, "host");
        return this;
    }

    /** Sets {@link EngineConfiguration#port}. */
    public EngineConfigurationBuilder port(int value) {
        port = value;
        return this;
    }

    /** Sets {@link EngineConfiguration#adminPort}. */
    public EngineConfigurationBuilder adminPort(int value) {
        adminPort = value;
        return this;
    }

    /** Sets {@link EngineConfiguration#adminToken}. */
    public EngineConfigurationBuilder adminToken(Path value) {
        adminToken = value;
        return this;
    }

    /** Sets {@link EngineConfiguration#deploy}. */
    public EngineConfigurationBuilder deploy(Path value) {
        deploy = value;
        return this;
    }

    /** Sets {@link EngineConfiguration#policy}. */
    public EngineConfigurationBuilder policy(SchedulingPolicy value) {
        policy = Objects.requireNonNull(value, "policy");
        return this;
    }

    /** Sets {@link EngineConfiguration#transport}. */
    public EngineConfigurationBuilder transport(TransportOption value) {
        transport = Objects.requireNonNull(value, "transport");
        return this;
    }

    /** Sets {@link EngineConfiguration#httpThreads}. */
    public EngineConfigurationBuilder httpThreads(int value) {
        httpThreads = value;
        return this;
    }

    /** Sets {@link EngineConfiguration#kernelWorkers}. */
    public EngineConfigurationBuilder kernelWorkers(int value) {
        kernelWorkers = value;
        return this;
    }

    /** Sets {@link EngineConfiguration#invokerThreads}. */
    public EngineConfigurationBuilder invokerThreads(int value) {
        invokerThreads = value;
        return this;
    }

    /** Sets {@link EngineConfiguration#maxInstances}. */
    public EngineConfigurationBuilder maxInstances(int value) {
        maxInstances = value;
        return this;
    }

    /** Sets {@link EngineConfiguration#history}. */
    public EngineConfigurationBuilder history(int value) {
        history = value;
        return this;
    }

    /** Sets {@link EngineConfiguration#maxActivities}. */
    public EngineConfigurationBuilder maxActivities(int value) {
        maxActivities = value;
        return this;
    }

    /** Sets {@link EngineConfiguration#maxValue}. */
    public EngineConfigurationBuilder maxValue(int value) {
        maxValue = value;
        return this;
    }

    /** Sets {@link EngineConfiguration#maxWaitingBytes}. */
    public EngineConfigurationBuilder maxWaitingBytes(long value) {
        maxWaitingBytes = value;
        return this;
    }

    /** Sets {@link EngineConfiguration#maxKernelBytes}. */
    public EngineConfigurationBuilder maxKernelBytes(long value) {
        maxKernelBytes = value;
        return this;
    }

    /** Sets {@link EngineConfiguration#queueCapacity}. */
    public EngineConfigurationBuilder queueCapacity(int value) {
        queueCapacity = value;
        return this;
    }

    /** Sets {@link EngineConfiguration#maxConnections}. */
    public EngineConfigurationBuilder maxConnections(int value) {
        maxConnections = value;
        return this;
    }

    /** Sets {@link EngineConfiguration#maxBodyBytes}. */
    public EngineConfigurationBuilder maxBodyBytes(int value) {
        maxBodyBytes = value;
        return this;
    }

    /** Sets {@link EngineConfiguration#maxHeldBytes}. */
    public EngineConfigurationBuilder maxHeldBytes(long value) {
        maxHeldBytes = value;
        return this;
    }

    /** Sets {@link EngineConfiguration#partnerTimeout}. */
    public EngineConfigurationBuilder partnerTimeout(Duration value) {
        partnerTimeout = Objects.requireNonNull(value, "partnerTimeout");
        return this;
    }

    /** Sets {@link EngineConfiguration#connectTimeout}. */
    public EngineConfigurationBuilder connectTimeout(Duration value) {
        connectTimeout = Objects.requireNonNull(value, "connectTimeout");
        return this;
    }

    /** Sets {@link EngineConfiguration#tls}. */
    public EngineConfigurationBuilder tls(TlsSettings value) {
        tls = Objects.requireNonNull(value, "tls");
        return this;
    }

    /** Sets {@link EngineConfiguration#clients}. */
    public EngineConfigurationBuilder clients(ClientLimits value) {
        clients = Objects.requireNonNull(value, "clients");
        return this;
    }

    /** Sets {@link EngineConfiguration#replyTo}. */
    public EngineConfigurationBuilder replyTo(Set<String> value) {
        replyTo = Set.copyOf(value);
        return this;
    }

    /** Sets {@link EngineConfiguration#replicas}. */
    public EngineConfigurationBuilder replicas(ReplicaSettings value) {
        replicas = Objects.requireNonNull(value, "replicas");
        return this;
    }

    /** Sets {@link EngineConfiguration#drain}. */
    public EngineConfigurationBuilder drain(Duration value) {
        drain = Objects.requireNonNull(value, "drain");
        return this;
    }

    /** Sets {@link EngineConfiguration#monitor}. */
    public EngineConfigurationBuilder monitor(Path value) {
        monitor = value;
        return this;
    }

    /** Sets {@link EngineConfiguration#monitorInterval}. */
    public EngineConfigurationBuilder monitorInterval(Duration value) {
        monitorInterval = Objects.requireNonNull(value, "monitorInterval");
        return this;
    }

    /** Sets {@link EngineConfiguration#counters}. */
    public EngineConfigurationBuilder counters(String value) {
        counters = Objects.requireNonNull(value, "counters");
        return this;
    }

    /** Sets {@link EngineConfiguration#durable}. */
    public EngineConfigurationBuilder durable(Path value) {
        durable = value;
        return this;
    }

    /** Sets {@link EngineConfiguration#snapshotAtStop}. */
    public EngineConfigurationBuilder snapshotAtStop(Duration value) {
        snapshotAtStop = Objects.requireNonNull(value, "snapshotAtStop");
        return this;
    }

    /** Sets {@link EngineConfiguration#snapshotRecords}. */
    public EngineConfigurationBuilder snapshotRecords(int value) {
        snapshotRecords = value;
        return this;
    }

    /** Sets {@link EngineConfiguration#keys}. */
    public EngineConfigurationBuilder keys(RequestKeys.Bounds value) {
        keys = Objects.requireNonNull(value, "keys");
        return this;
    }

    /** Sets {@link EngineConfiguration#strict}. */
    public EngineConfigurationBuilder strict(boolean value) {
        strict = value;
        return this;
    }

    /** Sets {@link EngineConfiguration#accepted}. */
    public EngineConfigurationBuilder accepted(Set<Leniency> value) {
        accepted = Set.copyOf(value);
        return this;
    }

    /**
     * Returns the configuration.
     *
     * @throws IllegalArgumentException with a sentence, if a value is out of its range
     */
    public EngineConfiguration build() {
        port("port", port);
        port("admin-port", adminPort);
        atLeastOne("http-threads", httpThreads);
        atLeastOne("kernel-workers", kernelWorkers);
        atLeastOne("invoker-threads", invokerThreads);
        atLeastOne("max-instances", maxInstances);
        if (history < 0) {
            throw new IllegalArgumentException("history=" + history + " is below zero; raise it");
        }
        atLeastOne("max-activities", maxActivities);
        atLeastOne("max-value", maxValue);
        atLeastOne("max-waiting-bytes", maxWaitingBytes);
        atLeastOne("max-kernel-bytes", maxKernelBytes);
        atLeastOne("queue-capacity", queueCapacity);
        atLeastOne("max-connections", maxConnections);
        atLeastOne("max-body-bytes", maxBodyBytes);
        if (durable != null && maxBodyBytes > MOST_DURABLE_BODY) {
            throw new IllegalArgumentException("max-body-bytes=" + maxBodyBytes
                    + " is more than a durable engine can record of one message; use at most " + MOST_DURABLE_BODY);
        }
        aboveZero("partner-timeout", partnerTimeout);
        aboveZero("connect-timeout", connectTimeout);
        if (monitorInterval.toMillis() < LEAST_INTERVAL_MS) {
            throw new IllegalArgumentException(
                    "monitor-interval=" + monitorInterval + " is below " + LEAST_INTERVAL_MS + " ms; raise it");
        }
        if (snapshotAtStop.isNegative()) {
            throw new IllegalArgumentException("snapshot-at-stop=" + snapshotAtStop + " is below zero; raise it");
        }
        if (snapshotRecords < 0 || snapshotRecords > MOST_SNAPSHOT_RECORDS) {
            throw new IllegalArgumentException("snapshot-records=" + snapshotRecords + " is not between 0 and "
                    + MOST_SNAPSHOT_RECORDS + "; use 0 for no snapshots while an instance runs");
        }
        if (drain.isNegative()) {
            throw new IllegalArgumentException("drain=" + drain + " is below zero; raise it");
        }
        if (maxHeldBytes < 1) {
            throw new IllegalArgumentException("max-held-bytes=" + maxHeldBytes + " is below 1; raise it");
        }
        // Refuses an entry that is no host.
        new ReplyTargets(replyTo);
        return new EngineConfiguration(copy());
    }

    private static void aboveZero(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + "=" + value + " is not above zero; raise it");
        }
    }

    private static void port(String name, int value) {
        if (value < 0 || value > 65_535) {
            throw new IllegalArgumentException(name + "=" + value + " is no port; use 0 to 65535");
        }
    }

    private static void atLeastOne(String name, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + "=" + value + " is below 1; raise it");
        }
    }
}
