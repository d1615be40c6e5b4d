package io.soabench.engine.server;

import io.soabench.contracts.source.Leniency;
import io.soabench.engine.runtime.durable.RequestKeys;
import io.soabench.engine.runtime.kernel.KernelLimits;
import io.soabench.engine.server.replica.ReplicaPlan;
import io.soabench.engine.server.replica.ReplicaSettings;
import io.soabench.engine.server.replica.Totals;
import io.soabench.engine.server.request.ClientLimits;
import io.soabench.engine.server.request.ReplyTargets;
import io.soabench.engine.server.tls.TlsSettings;
import io.soabench.engine.server.transport.TransportOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * The configuration of an engine. Immutable. {@link #DEFAULT} has all defaults, and {@link #but} starts a changed copy.
 */
public final class EngineConfiguration {
    /** The configuration with all defaults. */
    public static final EngineConfiguration DEFAULT = builder().build();

    /** The role of the threads that handle requests, see {@link #pools}. */
    static final String HTTP = "http";

    static final String KERNEL = "kernel";
    static final String INVOKER = "invoker";

    private final EngineConfigurationBuilder values;

    EngineConfiguration(EngineConfigurationBuilder values) {
        this.values = values;
    }

    /** Returns a builder that starts with the defaults. */
    public static EngineConfigurationBuilder builder() {
        return new EngineConfigurationBuilder();
    }

    /** Returns a builder that starts with the values of this configuration. */
    public EngineConfigurationBuilder but() {
        return values.copy();
    }

    /** Returns a copy with other ports. */
    public EngineConfiguration withPorts(int port, int adminPort) {
        return but().port(port).adminPort(adminPort).build();
    }

    /** Returns a copy with another policy and another number of threads of each stage. */
    public EngineConfiguration withThreads(SchedulingPolicy policy, int http, int kernel, int invoker) {
        return but().policy(policy)
                .httpThreads(http)
                .kernelWorkers(kernel)
                .invokerThreads(invoker)
                .build();
    }

    /** Returns a copy with other limits. */
    public EngineConfiguration withLimits(int instances, int queue, int connections, int bodyBytes, Duration timeout) {
        return but().maxInstances(instances)
                .queueCapacity(queue)
                .maxConnections(connections)
                .maxBodyBytes(bodyBytes)
                .partnerTimeout(timeout)
                .build();
    }

    /** Returns a copy with another time limit for connecting to partners. */
    public EngineConfiguration withConnectTimeout(Duration timeout) {
        return but().connectTimeout(timeout).build();
    }

    /** Returns a copy with other limits for clients. */
    public EngineConfiguration withClients(ClientLimits clients) {
        return but().clients(clients).build();
    }

    /** Returns a copy that is strict, or one that is not. */
    public EngineConfiguration withStrictness(boolean strict) {
        return but().strict(strict).build();
    }

    /** Returns the address that the engine listens on. */
    public String host() {
        return values.host;
    }

    /** Returns the port of the services; 0 for any free one. */
    public int port() {
        return values.port;
    }

    /** Returns the port of the admin interface, which is on the loopback address; 0 for any free one. */
    public int adminPort() {
        return values.adminPort;
    }

    /** Returns the file whose first line is the token of the admin interface; null if no token is needed. */
    public Path adminToken() {
        return values.adminToken;
    }

    /** Returns the folder whose archives and sub-folders are deployed at start; null for none. */
    public Path deploy() {
        return values.deploy;
    }

    /** Returns the policy by which threads run instances. */
    public SchedulingPolicy policy() {
        return values.policy;
    }

    /** Returns the interface of the operating system for the sockets of services and partners. */
    public TransportOption transport() {
        return values.transport;
    }

    /** Returns the number of event loops of the request handler, at least 1. */
    public int httpThreads() {
        return values.httpThreads;
    }

    /**
     * Returns the number of threads of the kernel under {@link SchedulingPolicy#PIPELINE} and
     * {@link SchedulingPolicy#TASK}, at least 1.
     */
    public int kernelWorkers() {
        return values.kernelWorkers;
    }

    /**
     * Returns the number of event loops of the invoker, at least 1. {@link SchedulingPolicy#AFFINE} does not use it.
     */
    public int invokerThreads() {
        return values.invokerThreads;
    }

    /** Returns the largest number of instances at once, at least 1. */
    public int maxInstances() {
        return values.maxInstances;
    }

    /** Returns the number of ended instances whose begin and end are kept, of all replicas together; 0 for none. */
    public int history() {
        return values.history;
    }

    /** Returns the largest number of activities of one instance that run or wait to start, at least 1. */
    public int maxActivities() {
        return values.maxActivities;
    }

    /** Returns the size of the largest value that an assignment or expression makes, in estimated bytes; at least 1. */
    public int maxValue() {
        return values.maxValue;
    }

    /**
     * Returns the size of the messages that may wait at one instance for a receiving activity, in estimated bytes; at
     * least 1.
     */
    public long maxWaitingBytes() {
        return values.maxWaitingBytes;
    }

    /**
     * Returns the size of the data of all instances up to which a new instance is started, in estimated bytes; at least
     * 1. See {@link KernelLimits}.
     */
    public long maxKernelBytes() {
        return values.maxKernelBytes;
    }

    /**
     * Returns the capacity of two queues, at least 1: requests that wait for a kernel worker, and calls that wait for a
     * connection. New requests are refused while a queue is full.
     */
    public int queueCapacity() {
        return values.queueCapacity;
    }

    /** Returns the largest number of connections to one partner, at least 1. */
    public int maxConnections() {
        return values.maxConnections;
    }

    /** Returns the size of the largest request or answer in bytes, at least 1. */
    public int maxBodyBytes() {
        return values.maxBodyBytes;
    }

    /**
     * Returns the bytes that all connections together may hold for unfinished requests, unread answers and unfinished
     * answers of partners; at least 1.
     */
    public long maxHeldBytes() {
        return values.maxHeldBytes;
    }

    /** Returns the time limit of a partner call, above zero. */
    public Duration partnerTimeout() {
        return values.partnerTimeout;
    }

    /** Returns the time limit for looking up a partner's host name, and for connecting to the partner; above zero. */
    public Duration connectTimeout() {
        return values.connectTimeout;
    }

    /** Returns the settings of TLS for clients, partners and the admin interface. */
    public TlsSettings tls() {
        return values.tls;
    }

    /** Returns the limits for clients. */
    public ClientLimits clients() {
        return values.clients;
    }

    /**
     * Returns the authorities ({@code host:port}) to which the engine may post answers that a request wants elsewhere.
     * The partners that processes are configured with are allowed in any case. {@link ReplyTargets#ANYWHERE} allows
     * all.
     */
    public Set<String> replyTo() {
        return values.replyTo;
    }

    /** Returns the number of replicas, their kind and their places. */
    public ReplicaSettings replicas() {
        return values.replicas;
    }

    /** Returns the time that instances have to end when the engine is asked to stop; zero or more. */
    public Duration drain() {
        return values.drain;
    }

    /** Returns the file that monitors write to; null for none. */
    public Path monitor() {
        return values.monitor;
    }

    /** Returns the time from one observation of the monitors to the next, at least 10 ms. */
    public Duration monitorInterval() {
        return values.monitorInterval;
    }

    /** Returns the names of the events that are counted from the start, separated by commas; empty for none. */
    public String counters() {
        return values.counters;
    }

    /**
     * Returns the folder in which instances and processes survive a crash of the engine; null if they end with the
     * engine.
     */
    public Path durable() {
        return values.durable;
    }

    /**
     * Returns the time in which the instances of a durable engine record their states when the engine stops; zero if
     * they do not.
     */
    public Duration snapshotAtStop() {
        return values.snapshotAtStop;
    }

    /**
     * Returns the number of records of an instance, and of KiB of them, after which a durable engine replaces them by the
     * state of the instance while it runs; 0 for never.
     */
    public int snapshotRecords() {
        return values.snapshotRecords;
    }

    /** Returns the bounds of the requests with keys that a durable engine remembers. */
    public RequestKeys.Bounds keys() {
        return values.keys;
    }

    /** Returns the number of threads of an engine of one replica, by role. */
    Map<String, Integer> pools() {
        return policy() == SchedulingPolicy.AFFINE
                ? Map.of(HTTP, httpThreads())
                : Map.of(HTTP, httpThreads(), KERNEL, kernelWorkers(), INVOKER, invokerThreads());
    }

    /** Returns the configuration of one replica of a plan, with its share of the limits. */
    EngineConfiguration share(ReplicaPlan replica, Totals totals) {
        int of = replica.of();
        boolean affine = policy() == SchedulingPolicy.AFFINE;
        return but().httpThreads(replica.threads(HTTP))
                .kernelWorkers(affine ? kernelWorkers() : replica.threads(KERNEL))
                .invokerThreads(affine ? invokerThreads() : replica.threads(INVOKER))
                .maxInstances(totals.share(maxInstances(), replica.id() - 1, of))
                .history(history() == 0 ? 0 : totals.share(history(), replica.id() - 1, of))
                .maxKernelBytes(totals.share(maxKernelBytes(), of))
                .queueCapacity(totals.share(queueCapacity(), replica.id() - 1, of))
                .maxConnections(totals.share(maxConnections(), replica.id() - 1, of))
                .clients(clients().withMaxConnections(totals.share(clients().maxConnections(), replica.id() - 1, of)))
                .build();
    }

    /**
     * Returns the configuration of a replica with a heap of its own, like {@link #share}. The limit for connections
     * belongs to its own connections only.
     */
    EngineConfiguration shareOfProcess(ReplicaPlan replica, Totals totals) {
        EngineConfiguration share = share(replica, totals);
        // Limits that follow from the heap follow from the heap of the replica, which is a share already.
        return share.but()
                .maxKernelBytes(
                        maxKernelBytes() == DEFAULT.maxKernelBytes() ? maxKernelBytes() : share.maxKernelBytes())
                .monitor(monitor() == null ? null : numbered(monitor(), replica.id()))
                .keys(keysOf(replica, totals))
                .maxHeldBytes(
                        maxHeldBytes() == DEFAULT.maxHeldBytes()
                                ? maxHeldBytes()
                                : totals.share(maxHeldBytes(), replica.of()))
                .build();
    }

    private RequestKeys.Bounds keysOf(ReplicaPlan replica, Totals totals) {
        RequestKeys.Bounds all = keys();
        return new RequestKeys.Bounds(
                all.time(),
                all.requests() == 0 ? 0 : totals.share(all.requests(), replica.id() - 1, replica.of()),
                all.bytes() == DEFAULT.keys().bytes() ? all.bytes() : totals.share(all.bytes(), replica.of()));
    }

    /** Returns a file for one replica: its number stands before the last dot, or at the end. */
    private static Path numbered(Path file, int replica) {
        String name = file.getFileName().toString();
        int dot = name.lastIndexOf('.');
        int end = dot <= 0 ? name.length() : dot;
        return file.resolveSibling(name.substring(0, end) + "-" + replica + name.substring(end));
    }

    /**
     * Returns true if the engine refuses processes with any problem, also those for which the standard defines a fault
     * at run time.
     */
    public boolean strict() {
        return values.strict;
    }

    /** Returns the deviations from the standard with which a process is deployed, with a warning. */
    public Set<Leniency> accepted() {
        return values.accepted;
    }

    /** Returns each value with its name. */
    @Override
    public String toString() {
        return "EngineConfiguration["
                + "host=" + host()
                + ", port=" + port()
                + ", adminPort=" + adminPort()
                + ", adminToken=" + adminToken()
                + ", deploy=" + deploy()
                + ", policy=" + policy()
                + ", transport=" + transport()
                + ", httpThreads=" + httpThreads()
                + ", kernelWorkers=" + kernelWorkers()
                + ", invokerThreads=" + invokerThreads()
                + ", maxInstances=" + maxInstances()
                + ", history=" + history()
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
                + ", tls=" + tls()
                + ", clients=" + clients()
                + ", replyTo=" + replyTo()
                + ", replicas=" + replicas()
                + ", drain=" + drain()
                + ", monitor=" + monitor()
                + ", monitorInterval=" + monitorInterval()
                + ", counters=" + counters()
                + ", durable=" + durable()
                + ", snapshotAtStop=" + snapshotAtStop()
                + ", snapshotRecords=" + snapshotRecords()
                + ", keys=" + keys()
                + ", strict=" + strict()
                + ", accepted="
                + accepted().stream().map(Leniency::word).sorted().toList()
                + "]";
    }
}
