package io.soabench.engine.server;

import io.soabench.contracts.source.Leniency;
import io.soabench.engine.runtime.kernel.KernelLimits;
import io.soabench.engine.server.replica.ReplicaPlan;
import io.soabench.engine.server.replica.ReplicaSettings;
import io.soabench.engine.server.replica.Totals;
import io.soabench.engine.server.request.ClientLimits;
import io.soabench.engine.server.request.ReplyTargets;
import io.soabench.engine.server.transport.TransportOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * The configuration of an engine. Immutable; {@link #DEFAULT} holds unless something else is said, {@link #but} makes
 * others of it.
 */
public final class EngineConfiguration {
    /** What holds unless something else is said. */
    public static final EngineConfiguration DEFAULT = builder().build();

    /** Roles of threads. */
    static final String HTTP = "http";

    static final String KERNEL = "kernel";
    static final String INVOKER = "invoker";

    private final EngineConfigurationBuilder values;

    EngineConfiguration(EngineConfigurationBuilder values) {
        this.values = values;
    }

    /** A builder that starts with the defaults. */
    public static EngineConfigurationBuilder builder() {
        return new EngineConfigurationBuilder();
    }

    /** A builder that starts with what this says. */
    public EngineConfigurationBuilder but() {
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

    /** By which interface of the operating system sockets of services and partners are used. */
    public TransportOption transport() {
        return values.transport;
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

    /** Time from one observation of the monitors to the next, at least 10 ms. */
    public Duration monitorInterval() {
        return values.monitorInterval;
    }

    /** Events that are counted from the start, names with commas between them; empty for none. */
    public String counters() {
        return values.counters;
    }

    /** Folder in which instances and processes survive a crash of the engine; null when they end with it. */
    public Path durable() {
        return values.durable;
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
                + ", transport=" + transport()
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
                + ", durable=" + durable()
                + ", strict=" + strict()
                + ", accepted="
                + accepted().stream().map(Leniency::word).sorted().toList()
                + "]";
    }
}
