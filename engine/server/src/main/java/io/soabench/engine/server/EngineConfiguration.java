package io.soabench.engine.server;

import io.soabench.engine.bpel.source.Leniency;
import io.soabench.engine.runtime.kernel.KernelLimits;
import io.soabench.engine.server.replica.ReplicaPlan;
import io.soabench.engine.server.replica.ReplicaSettings;
import io.soabench.engine.server.replica.Totals;
import io.soabench.engine.server.request.ClientLimits;
import io.soabench.engine.server.request.ReplyTargets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** How an engine is set up. Immutable; {@link #DEFAULT} holds unless something else is said, {@link #but} makes others of it. */
public final class EngineConfiguration {
    /** Processors of this machine. */
    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    /** What holds unless something else is said. */
    public static final EngineConfiguration DEFAULT = builder().build();

    /** Roles of threads. */
    static final String HTTP = "http";

    private static final int LEAST_INTERVAL_MS = 10;

    static final String KERNEL = "kernel";
    static final String INVOKER = "invoker";

    private final Builder values;

    private EngineConfiguration(Builder values) {
        this.values = values;
    }

    /** A builder that starts with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** A builder that starts with what this says. */
    public Builder but() {
        return values.copy();
    }

    /** The same with other ports. */
    public EngineConfiguration withPorts(int port, int adminPort) {
        return but().port(port).adminPort(adminPort).build();
    }

    /** The same with another policy and number of threads of each stage. */
    public EngineConfiguration withThreads(SchedulingPolicy policy, int http, int kernel, int invoker) {
        return but().policy(policy)
                .httpThreads(http)
                .kernelWorkers(kernel)
                .invokerThreads(invoker)
                .build();
    }

    /** The same with other limits. */
    public EngineConfiguration withLimits(int instances, int queue, int connections, int bodyBytes, Duration timeout) {
        return but().maxInstances(instances)
                .queueCapacity(queue)
                .maxConnections(connections)
                .maxBodyBytes(bodyBytes)
                .partnerTimeout(timeout)
                .build();
    }

    /** The same with another time for connecting to partners. */
    public EngineConfiguration withConnectTimeout(Duration timeout) {
        return but().connectTimeout(timeout).build();
    }

    /** The same with other limits for clients. */
    public EngineConfiguration withClients(ClientLimits clients) {
        return but().clients(clients).build();
    }

    /** The same, but strict or not. */
    public EngineConfiguration withStrictness(boolean strict) {
        return but().strict(strict).build();
    }

    /** Address to listen on. */
    public String host() {
        return values.host;
    }

    /** Port of the services, 0 for any free one. */
    public int port() {
        return values.port;
    }

    /** Port of the admin interface, 0 for any free one; always on the loopback address. */
    public int adminPort() {
        return values.adminPort;
    }

    /** File whose first line whoever uses the admin interface has to know; null when nobody has to. */
    public Path adminToken() {
        return values.adminToken;
    }

    /** Folder whose archives and sub-folders are deployed at start; null for none. */
    public Path deploy() {
        return values.deploy;
    }

    /** Which threads run instances. */
    public SchedulingPolicy policy() {
        return values.policy;
    }

    /** Event loops of the request handler, at least 1. */
    public int httpThreads() {
        return values.httpThreads;
    }

    /** Threads of the kernel under {@link SchedulingPolicy#PIPELINE} and {@link SchedulingPolicy#TASK}, at least 1. */
    public int kernelWorkers() {
        return values.kernelWorkers;
    }

    /** Event loops of the invoker but under {@link SchedulingPolicy#AFFINE}, at least 1. */
    public int invokerThreads() {
        return values.invokerThreads;
    }

    /** Instances at once, at least 1. */
    public int maxInstances() {
        return values.maxInstances;
    }

    /** Activities of one instance that have begun or wait to begin, at once; at least 1. */
    public int maxActivities() {
        return values.maxActivities;
    }

    /** Estimated bytes of a value that an assignment or expression makes; at least 1. */
    public int maxValue() {
        return values.maxValue;
    }

    /** Estimated bytes of messages that wait at one instance for an activity that takes them; at least 1. */
    public long maxWaitingBytes() {
        return values.maxWaitingBytes;
    }

    /** Estimated bytes that all instances may hold for another one to be started; at least 1. See {@link KernelLimits}. */
    public long maxKernelBytes() {
        return values.maxKernelBytes;
    }

    /**
     * Requests that may wait for a kernel worker, and calls that may wait for a connection before new requests are refused, at
     * least 1.
     */
    public int queueCapacity() {
        return values.queueCapacity;
    }

    /** Connections to one partner, at least 1. */
    public int maxConnections() {
        return values.maxConnections;
    }

    /** Largest request or answer in bytes, at least 1. */
    public int maxBodyBytes() {
        return values.maxBodyBytes;
    }

    /**
     * Bytes that all connections together may hold for unfinished requests, unread answers and unfinished answers of partners, at
     * least 1.
     */
    public long maxHeldBytes() {
        return values.maxHeldBytes;
    }

    /** Time for a partner call, above zero. */
    public Duration partnerTimeout() {
        return values.partnerTimeout;
    }

    /** Time for looking a partner's host name up, and for connecting to it, above zero. */
    public Duration connectTimeout() {
        return values.connectTimeout;
    }

    /** What clients may take. */
    public ClientLimits clients() {
        return values.clients;
    }

    /**
     * Authorities ({@code host:port}) to which answers may be posted that a request wants elsewhere, beside those of the partners
     * that processes are configured with; {@link ReplyTargets#ANYWHERE} for all.
     */
    public Set<String> replyTo() {
        return values.replyTo;
    }

    /** How many replicas there are, what they are, and where they run. */
    public ReplicaSettings replicas() {
        return values.replicas;
    }

    /** Time that instances have to end in when the engine is asked to stop; zero or more. */
    public Duration drain() {
        return values.drain;
    }

    /** File that monitors write to; null for none. */
    public Path monitor() {
        return values.monitor;
    }

    /** Time from one observation of the monitors to the next, at least {@value #LEAST_INTERVAL_MS} ms. */
    public Duration monitorInterval() {
        return values.monitorInterval;
    }

    /** Events that are counted from the start, names with commas between them; empty for none. */
    public String counters() {
        return values.counters;
    }

    /** The threads of an engine of one replica by role. */
    Map<String, Integer> pools() {
        return policy() == SchedulingPolicy.AFFINE
                ? Map.of(HTTP, httpThreads())
                : Map.of(HTTP, httpThreads(), KERNEL, kernelWorkers(), INVOKER, invokerThreads());
    }

    /** What one replica of a plan may take. */
    EngineConfiguration share(ReplicaPlan replica, Totals totals) {
        int of = replica.of();
        boolean affine = policy() == SchedulingPolicy.AFFINE;
        return but().httpThreads(replica.threads(HTTP))
                .kernelWorkers(affine ? kernelWorkers() : replica.threads(KERNEL))
                .invokerThreads(affine ? invokerThreads() : replica.threads(INVOKER))
                .maxInstances(totals.share(maxInstances(), replica.id() - 1, of))
                .maxKernelBytes(totals.share(maxKernelBytes(), of))
                .queueCapacity(totals.share(queueCapacity(), replica.id() - 1, of))
                .maxConnections(totals.share(maxConnections(), replica.id() - 1, of))
                .clients(clients().withMaxConnections(totals.share(clients().maxConnections(), replica.id() - 1, of)))
                .build();
    }

    /** Like {@link #share}, for a replica with a heap of its own, in which it holds what its own connections hold. */
    EngineConfiguration shareOfProcess(ReplicaPlan replica, Totals totals) {
        EngineConfiguration share = share(replica, totals);
        // What follows from the heap follows from the replica's own, and is divided with it.
        return share.but()
                .maxKernelBytes(
                        maxKernelBytes() == DEFAULT.maxKernelBytes() ? maxKernelBytes() : share.maxKernelBytes())
                .monitor(monitor() == null ? null : numbered(monitor(), replica.id()))
                .maxHeldBytes(
                        maxHeldBytes() == DEFAULT.maxHeldBytes()
                                ? maxHeldBytes()
                                : totals.share(maxHeldBytes(), replica.of()))
                .build();
    }

    /** A file for each replica: with its number before the last dot, or at the end. */
    private static Path numbered(Path file, int replica) {
        String name = file.getFileName().toString();
        int dot = name.lastIndexOf('.');
        int end = dot <= 0 ? name.length() : dot;
        return file.resolveSibling(name.substring(0, end) + "-" + replica + name.substring(end));
    }

    /** Whether processes with problems are refused even if the standard has a fault for them at run time. */
    public boolean strict() {
        return values.strict;
    }

    /** What is deployed with a warning though the standard forbids it. */
    public Set<Leniency> accepted() {
        return values.accepted;
    }

    /** Every value with its name. */
    @Override
    public String toString() {
        return "EngineConfiguration["
                + "host=" + host()
                + ", port=" + port()
                + ", adminPort=" + adminPort()
                + ", adminToken=" + adminToken()
                + ", deploy=" + deploy()
                + ", policy=" + policy()
                + ", httpThreads=" + httpThreads()
                + ", kernelWorkers=" + kernelWorkers()
                + ", invokerThreads=" + invokerThreads()
                + ", maxInstances=" + maxInstances()
                + ", maxActivities=" + maxActivities()
                + ", maxValue=" + maxValue()
                + ", maxWaitingBytes=" + maxWaitingBytes()
                + ", maxKernelBytes=" + maxKernelBytes()
                + ", queueCapacity=" + queueCapacity()
                + ", maxConnections=" + maxConnections()
                + ", maxBodyBytes=" + maxBodyBytes()
                + ", maxHeldBytes=" + maxHeldBytes()
                + ", partnerTimeout=" + partnerTimeout()
                + ", connectTimeout=" + connectTimeout()
                + ", clients=" + clients()
                + ", replyTo=" + replyTo()
                + ", replicas=" + replicas()
                + ", drain=" + drain()
                + ", monitor=" + monitor()
                + ", monitorInterval=" + monitorInterval()
                + ", counters=" + counters()
                + ", strict=" + strict()
                + ", accepted="
                + accepted().stream().map(Leniency::word).sorted().toList()
                + "]";
    }

    /** Collects the values of a configuration; what is not said has its default, which stands here and nowhere else. */
    public static final class Builder implements Cloneable {
        private String host = "127.0.0.1";
        private int port = 8080;
        private int adminPort = 8081;
        private Path adminToken;
        private Path deploy;
        private SchedulingPolicy policy = SchedulingPolicy.AFFINE;
        private int httpThreads = PROCESSORS;
        private int kernelWorkers = PROCESSORS;
        private int invokerThreads = Math.max(1, PROCESSORS / 2);
        private int maxInstances = KernelLimits.DEFAULT.instances();
        private int maxActivities = KernelLimits.DEFAULT.activities();
        private int maxValue = KernelLimits.DEFAULT.valueBytes();
        private long maxWaitingBytes = KernelLimits.DEFAULT.instanceBytes();
        private long maxKernelBytes = KernelLimits.DEFAULT.messageBytes();
        private int queueCapacity = 10_000;
        private int maxConnections = 1_024;
        private int maxBodyBytes = 4 * 1024 * 1024;
        private long maxHeldBytes = Runtime.getRuntime().maxMemory() / 4;
        private Duration partnerTimeout = Duration.ofSeconds(30);
        private Duration connectTimeout = Duration.ofSeconds(5);
        private ClientLimits clients = ClientLimits.DEFAULT;
        private Set<String> replyTo = Set.of();
        private ReplicaSettings replicas = ReplicaSettings.DEFAULT;
        private Duration drain = Duration.ofSeconds(1);
        private Path monitor;
        private Duration monitorInterval = Duration.ofSeconds(1);
        private String counters = "";
        private boolean strict = false;
        private Set<Leniency> accepted = Set.of();

        private Builder() {}

        private Builder copy() {
            try {
                // A field that is added cannot be forgotten here.
                return (Builder) clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }

        /** See {@link EngineConfiguration#host}. */
        public Builder host(String value) {
            host = Objects.requireNonNull(value, "host");
            return this;
        }

        /** See {@link EngineConfiguration#port}. */
        public Builder port(int value) {
            port = value;
            return this;
        }

        /** See {@link EngineConfiguration#adminPort}. */
        public Builder adminPort(int value) {
            adminPort = value;
            return this;
        }

        /** See {@link EngineConfiguration#adminToken}. */
        public Builder adminToken(Path value) {
            adminToken = value;
            return this;
        }

        /** See {@link EngineConfiguration#deploy}. */
        public Builder deploy(Path value) {
            deploy = value;
            return this;
        }

        /** See {@link EngineConfiguration#policy}. */
        public Builder policy(SchedulingPolicy value) {
            policy = Objects.requireNonNull(value, "policy");
            return this;
        }

        /** See {@link EngineConfiguration#httpThreads}. */
        public Builder httpThreads(int value) {
            httpThreads = value;
            return this;
        }

        /** See {@link EngineConfiguration#kernelWorkers}. */
        public Builder kernelWorkers(int value) {
            kernelWorkers = value;
            return this;
        }

        /** See {@link EngineConfiguration#invokerThreads}. */
        public Builder invokerThreads(int value) {
            invokerThreads = value;
            return this;
        }

        /** See {@link EngineConfiguration#maxInstances}. */
        public Builder maxInstances(int value) {
            maxInstances = value;
            return this;
        }

        /** See {@link EngineConfiguration#maxActivities}. */
        public Builder maxActivities(int value) {
            maxActivities = value;
            return this;
        }

        /** See {@link EngineConfiguration#maxValue}. */
        public Builder maxValue(int value) {
            maxValue = value;
            return this;
        }

        /** See {@link EngineConfiguration#maxWaitingBytes}. */
        public Builder maxWaitingBytes(long value) {
            maxWaitingBytes = value;
            return this;
        }

        /** See {@link EngineConfiguration#maxKernelBytes}. */
        public Builder maxKernelBytes(long value) {
            maxKernelBytes = value;
            return this;
        }

        /** See {@link EngineConfiguration#queueCapacity}. */
        public Builder queueCapacity(int value) {
            queueCapacity = value;
            return this;
        }

        /** See {@link EngineConfiguration#maxConnections}. */
        public Builder maxConnections(int value) {
            maxConnections = value;
            return this;
        }

        /** See {@link EngineConfiguration#maxBodyBytes}. */
        public Builder maxBodyBytes(int value) {
            maxBodyBytes = value;
            return this;
        }

        /** See {@link EngineConfiguration#maxHeldBytes}. */
        public Builder maxHeldBytes(long value) {
            maxHeldBytes = value;
            return this;
        }

        /** See {@link EngineConfiguration#partnerTimeout}. */
        public Builder partnerTimeout(Duration value) {
            partnerTimeout = Objects.requireNonNull(value, "partnerTimeout");
            return this;
        }

        /** See {@link EngineConfiguration#connectTimeout}. */
        public Builder connectTimeout(Duration value) {
            connectTimeout = Objects.requireNonNull(value, "connectTimeout");
            return this;
        }

        /** See {@link EngineConfiguration#clients}. */
        public Builder clients(ClientLimits value) {
            clients = Objects.requireNonNull(value, "clients");
            return this;
        }

        /** See {@link EngineConfiguration#replyTo}. */
        public Builder replyTo(Set<String> value) {
            replyTo = Set.copyOf(value);
            return this;
        }

        /** See {@link EngineConfiguration#replicas}. */
        public Builder replicas(ReplicaSettings value) {
            replicas = Objects.requireNonNull(value, "replicas");
            return this;
        }

        /** See {@link EngineConfiguration#drain}. */
        public Builder drain(Duration value) {
            drain = Objects.requireNonNull(value, "drain");
            return this;
        }

        /** See {@link EngineConfiguration#monitor}. */
        public Builder monitor(Path value) {
            monitor = value;
            return this;
        }

        /** See {@link EngineConfiguration#monitorInterval}. */
        public Builder monitorInterval(Duration value) {
            monitorInterval = Objects.requireNonNull(value, "monitorInterval");
            return this;
        }

        /** See {@link EngineConfiguration#counters}. */
        public Builder counters(String value) {
            counters = Objects.requireNonNull(value, "counters");
            return this;
        }

        /** See {@link EngineConfiguration#strict}. */
        public Builder strict(boolean value) {
            strict = value;
            return this;
        }

        /** See {@link EngineConfiguration#accepted}. */
        public Builder accepted(Set<Leniency> value) {
            accepted = Set.copyOf(value);
            return this;
        }

        /**
         * The configuration.
         *
         * @throws IllegalArgumentException with a sentence, when a value is out of its range
         */
        public EngineConfiguration build() {
            port("port", port);
            port("admin-port", adminPort);
            atLeastOne("http-threads", httpThreads);
            atLeastOne("kernel-workers", kernelWorkers);
            atLeastOne("invoker-threads", invokerThreads);
            atLeastOne("max-instances", maxInstances);
            atLeastOne("max-activities", maxActivities);
            atLeastOne("max-value", maxValue);
            atLeastOne("max-waiting-bytes", maxWaitingBytes);
            atLeastOne("max-kernel-bytes", maxKernelBytes);
            atLeastOne("queue-capacity", queueCapacity);
            atLeastOne("max-connections", maxConnections);
            atLeastOne("max-body-bytes", maxBodyBytes);
            aboveZero("partner-timeout", partnerTimeout);
            aboveZero("connect-timeout", connectTimeout);
            if (monitorInterval.toMillis() < LEAST_INTERVAL_MS) {
                throw new IllegalArgumentException(
                        "monitor-interval=" + monitorInterval + " is below " + LEAST_INTERVAL_MS + " ms; raise it");
            }
            if (drain.isNegative()) {
                throw new IllegalArgumentException("drain=" + drain + " is below zero; raise it");
            }
            if (maxHeldBytes < 1) {
                throw new IllegalArgumentException("max-held-bytes=" + maxHeldBytes + " is below 1; raise it");
            }
            // Refuses what is no host.
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
}
