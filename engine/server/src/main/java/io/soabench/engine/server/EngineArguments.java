package io.soabench.engine.server;

import io.soabench.contracts.source.Leniency;
import io.soabench.engine.server.request.ClientLimits;
import io.soabench.engine.server.tls.TlsSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A writer of the command line of a replica that is a process: one option for each value of its configuration. Its
 * place, its other ports and its deployments arrive on its standard input. A value that follows from the size of the
 * heap is left out if it is the default of this process, since a replica has another heap.
 */
final class EngineArguments {
    private static final EngineConfiguration DEFAULT = EngineConfiguration.DEFAULT;

    private final List<String> arguments = new ArrayList<>();

    private EngineArguments() {}

    /**
     * Returns the options, each followed by its value.
     *
     * @param own the configuration of the replica
     * @param port the port of the services
     */
    static List<String> of(EngineConfiguration own, int port) {
        EngineArguments all = new EngineArguments();
        all.add("--host", own.host());
        all.add("--port", port);
        all.add("--admin-port", 0);
        all.add("--policy", own.policy().name().toLowerCase(Locale.ROOT));
        all.add("--transport", own.transport().text());
        all.add("--http-threads", own.httpThreads());
        all.add("--kernel-workers", own.kernelWorkers());
        all.add("--invoker-threads", own.invokerThreads());
        all.add("--drain", own.drain().toMillis());
        all.add("--max-instances", own.maxInstances());
        all.add("--history", own.history());
        all.add("--max-activities", own.maxActivities());
        all.add("--queue-capacity", own.queueCapacity());
        all.add("--max-connections", own.maxConnections());
        all.add("--max-body-bytes", own.maxBodyBytes());
        all.add("--partner-timeout", own.partnerTimeout().toMillis());
        all.add("--connect-timeout", own.connectTimeout().toMillis());
        all.unlessDefault("--max-value", own.maxValue(), DEFAULT.maxValue());
        all.unlessDefault("--max-waiting-bytes", own.maxWaitingBytes(), DEFAULT.maxWaitingBytes());
        all.unlessDefault("--max-kernel-bytes", own.maxKernelBytes(), DEFAULT.maxKernelBytes());
        all.unlessDefault("--max-held-bytes", own.maxHeldBytes(), DEFAULT.maxHeldBytes());
        all.tls(own.tls());
        all.unlessNull("--durable", own.durable());
        all.unlessDefault("--snapshot-at-stop", own.snapshotAtStop().toMillis(), 0);
        all.add("--snapshot-records", own.snapshotRecords());
        all.add("--key-time", own.keys().time().toMillis());
        all.add("--max-keys", own.keys().requests());
        all.unlessDefault("--max-key-bytes", own.keys().bytes(), DEFAULT.keys().bytes());
        ClientLimits clients = own.clients();
        all.add("--max-clients", clients.maxConnections());
        all.add("--client-idle-timeout", clients.idle().toMillis());
        all.add("--head-timeout", clients.head().toMillis());
        all.add("--request-timeout", clients.request().toMillis());
        all.add("--admission-wait", clients.admission().toMillis());
        if (!own.replyTo().isEmpty()) {
            all.add("--reply-to", own.replyTo().stream().sorted().collect(Collectors.joining(",")));
        }
        if (own.monitor() != null) {
            all.add("--monitor", own.monitor());
        }
        all.add("--monitor-interval", own.monitorInterval().toMillis());
        if (!own.counters().isEmpty()) {
            all.add("--counters", own.counters());
        }
        if (own.strict()) {
            all.arguments.add("--strict");
        }
        if (!own.accepted().isEmpty()) {
            all.add(
                    "--accept",
                    own.accepted().stream().map(Leniency::word).sorted().collect(Collectors.joining(",")));
        }
        return List.copyOf(all.arguments);
    }

    /** Adds the files of TLS. The admin interface of a replica has none, since only the parent uses it. */
    private void tls(TlsSettings tls) {
        unlessNull("--tls-certificate", tls.certificate());
        unlessNull("--tls-key", tls.key());
        unlessNull("--partner-trust", tls.partnerTrust());
        unlessNull("--partner-certificate", tls.partnerCertificate());
        unlessNull("--partner-key", tls.partnerKey());
    }

    private void unlessNull(String option, Path file) {
        if (file != null) {
            add(option, file);
        }
    }

    private void add(String option, Object value) {
        arguments.add(option);
        arguments.add(value.toString());
    }

    private void unlessDefault(String option, long value, long otherwise) {
        if (value != otherwise) {
            add(option, value);
        }
    }
}
