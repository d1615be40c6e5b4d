package io.soabench.engine.server;

import io.soabench.engine.server.request.ClientLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

/**
 * How an engine is set up. Immutable; {@link #DEFAULT} and the {@code with} methods make others.
 *
 * @param host address to listen on
 * @param port port of the services, 0 for any free one
 * @param adminPort port of the admin interface, 0 for any free one; always on the loopback address
 * @param deploy folder whose archives and sub-folders are deployed at start; null for none
 * @param policy which threads run instances
 * @param httpThreads event loops of the request handler, at least 1
 * @param kernelWorkers threads of the kernel under {@link SchedulingPolicy#PIPELINE}, at least 1
 * @param invokerThreads event loops of the invoker under {@link SchedulingPolicy#PIPELINE}, at least 1
 * @param maxInstances instances at once, at least 1
 * @param queueCapacity requests that may wait for a kernel worker, and calls that may wait for a connection before new requests
 *     are refused, at least 1
 * @param maxConnections connections to one partner, at least 1
 * @param maxBodyBytes largest request or answer in bytes, at least 1
 * @param partnerTimeout time for a partner call, above zero
 * @param connectTimeout time for looking a partner's host name up, and for connecting to it, above zero
 * @param clients what clients may take
 * @param strict whether processes with problems are refused even if the standard has a fault for them at run time
 */
public record EngineConfiguration(
        String host,
        int port,
        int adminPort,
        Path deploy,
        SchedulingPolicy policy,
        int httpThreads,
        int kernelWorkers,
        int invokerThreads,
        int maxInstances,
        int queueCapacity,
        int maxConnections,
        int maxBodyBytes,
        Duration partnerTimeout,
        Duration connectTimeout,
        ClientLimits clients,
        boolean strict) {
    /** Processors of this machine. */
    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    /** What holds unless something else is said. */
    public static final EngineConfiguration DEFAULT = new EngineConfiguration(
            "127.0.0.1",
            8080,
            8081,
            null,
            SchedulingPolicy.AFFINE,
            PROCESSORS,
            PROCESSORS,
            Math.max(1, PROCESSORS / 2),
            100_000,
            10_000,
            1_024,
            4 * 1024 * 1024,
            Duration.ofSeconds(30),
            Duration.ofSeconds(5),
            ClientLimits.DEFAULT,
            false);

    /** Checks the ranges. */
    public EngineConfiguration {
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(clients, "clients");
        port("port", port);
        port("admin-port", adminPort);
        atLeastOne("http-threads", httpThreads);
        atLeastOne("kernel-workers", kernelWorkers);
        atLeastOne("invoker-threads", invokerThreads);
        atLeastOne("max-instances", maxInstances);
        atLeastOne("queue-capacity", queueCapacity);
        atLeastOne("max-connections", maxConnections);
        atLeastOne("max-body-bytes", maxBodyBytes);
        aboveZero("partner-timeout", partnerTimeout);
        aboveZero("connect-timeout", connectTimeout);
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

    private static void atLeastOne(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + "=" + value + " is below 1; raise it");
        }
    }

    /** The same with other ports. */
    public EngineConfiguration withPorts(int newPort, int newAdminPort) {
        return new EngineConfiguration(
                host,
                newPort,
                newAdminPort,
                deploy,
                policy,
                httpThreads,
                kernelWorkers,
                invokerThreads,
                maxInstances,
                queueCapacity,
                maxConnections,
                maxBodyBytes,
                partnerTimeout,
                connectTimeout,
                clients,
                strict);
    }

    /** The same with another policy and number of threads of each stage. */
    public EngineConfiguration withThreads(SchedulingPolicy newPolicy, int http, int kernel, int invoker) {
        return new EngineConfiguration(
                host,
                port,
                adminPort,
                deploy,
                newPolicy,
                http,
                kernel,
                invoker,
                maxInstances,
                queueCapacity,
                maxConnections,
                maxBodyBytes,
                partnerTimeout,
                connectTimeout,
                clients,
                strict);
    }

    /** The same with other limits. */
    public EngineConfiguration withLimits(int instances, int queue, int connections, int bodyBytes, Duration timeout) {
        return new EngineConfiguration(
                host,
                port,
                adminPort,
                deploy,
                policy,
                httpThreads,
                kernelWorkers,
                invokerThreads,
                instances,
                queue,
                connections,
                bodyBytes,
                timeout,
                connectTimeout,
                clients,
                strict);
    }

    /** The same with another time for connecting to partners. */
    public EngineConfiguration withConnectTimeout(Duration newConnectTimeout) {
        return new EngineConfiguration(
                host,
                port,
                adminPort,
                deploy,
                policy,
                httpThreads,
                kernelWorkers,
                invokerThreads,
                maxInstances,
                queueCapacity,
                maxConnections,
                maxBodyBytes,
                partnerTimeout,
                newConnectTimeout,
                clients,
                strict);
    }

    /** The same with other limits for clients. */
    public EngineConfiguration withClients(ClientLimits newClients) {
        return new EngineConfiguration(
                host,
                port,
                adminPort,
                deploy,
                policy,
                httpThreads,
                kernelWorkers,
                invokerThreads,
                maxInstances,
                queueCapacity,
                maxConnections,
                maxBodyBytes,
                partnerTimeout,
                connectTimeout,
                newClients,
                strict);
    }

    /** The same, but strict or not. */
    public EngineConfiguration withStrictness(boolean newStrict) {
        return new EngineConfiguration(
                host,
                port,
                adminPort,
                deploy,
                policy,
                httpThreads,
                kernelWorkers,
                invokerThreads,
                maxInstances,
                queueCapacity,
                maxConnections,
                maxBodyBytes,
                partnerTimeout,
                connectTimeout,
                clients,
                newStrict);
    }
}
