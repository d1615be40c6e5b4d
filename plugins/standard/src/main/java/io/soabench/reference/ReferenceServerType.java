package io.soabench.reference;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabench.plan.Json;
import io.soabench.plan.ServerIdentity;
import io.soabench.plan.ServerPlan;
import io.soabench.plugin.Durability;
import io.soabench.plugin.Engine;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.Lifecycle.HttpAction;
import io.soabench.plugin.Lifecycle.Probe;
import io.soabench.plugin.ProcessSource;
import io.soabench.plugin.Recovery;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The server type of the engine that comes with SOABench. Its admin interface listens on the loopback address of its
 * host, where drivers send their orders.
 */
public final class ReferenceServerType implements Engine {

    /** The name of the file that describes a package: partner addresses, registry and services. */
    public static final String DESCRIPTOR = "soabench-process.json";

    private static final String PROGRAM = "engine";

    /** The name of the engine's main class; the engine is not on the tool's class path. */
    private static final String MAIN = "io.soabench.engine.server.EngineMain";

    private static final String ADMIN = "http://127.0.0.1:${port:admin}";
    private static final String DEPLOYMENT = ADMIN + "/deployments/${process}";
    private static final String PATH = "/processes/";
    private static final String ENDPOINT = "${scheme}://${address}:${port:http}" + PATH + "${process}";

    private static final long READY_MS = 60_000;
    private static final long DEPLOY_MS = 60_000;
    private static final long ANSWER_MS = 10_000;
    private static final long HISTORY_MS = 120_000;

    private static final String PROCESSES = "processes";

    /** The folder of a durable engine, in its work folder: each repetition begins with an empty one. */
    private static final String STATE = "state";

    /** The least heap of a durable engine, or of each replica that is a process: its start reads files of 64 MiB at once, for which 128 MiB were too few. */
    private static final long DURABLE_HEAP = 256L << 20;

    /** The options of an engine that speaks TLS; the file names are relative to its work folder. */
    private static final String TLS_OPTIONS = "${param:" + ServerPlan.TLS + ":when:--tls-certificate "
            + ServerIdentity.CERTIFICATE_FILE + " --tls-key " + ServerIdentity.KEY_FILE + "}";

    private static final Durability ON_DISK = new Durability(
            Durability.Level.DISK,
            "writes what happens to an instance into a journal on disk before any effect leaves the engine");

    private static final HttpAction STATISTICS = admin("GET", ADMIN + "/statistics", "", "", 200, ANSWER_MS);

    private static final HttpAction HISTORY = admin("GET", ADMIN + "/history", "", "", 200, HISTORY_MS);

    private static final Map<String, List<String>> METRIC_KEYS = Map.ofEntries(
            Map.entry("in-service", List.of("instancesRunning")),
            Map.entry("queue", List.of("admissionQueue", "kernelQueue", "invokerQueue")),
            Map.entry("client-connections", List.of("clientConnections")),
            Map.entry("refused", List.of("requestsRefused")),
            Map.entry("calls-failed", List.of("callsFailed")),
            Map.entry("instances-faulted", List.of("instancesFaulted")),
            Map.entry("cycles", List.of("counters.cpu-cycles")),
            Map.entry("instructions", List.of("counters.instructions")),
            Map.entry("cache-references", List.of("counters.cache-references")),
            Map.entry("cache-misses", List.of("counters.cache-misses")),
            Map.entry("branch-misses", List.of("counters.branch-misses")),
            Map.entry("context-switches", List.of("counters.context-switches")),
            Map.entry("migrations", List.of("counters.cpu-migrations")),
            Map.entry("page-faults", List.of("counters.page-faults")));

    /**
     * The content of {@value #DESCRIPTOR}, which the engine reads.
     *
     * @param process path of the BPEL file in the package
     * @param partners address by partner link
     * @param registry source of other addresses of the partners; {@code null} when there is none
     */
    record Descriptor(
            String process,
            Map<String, String> partners,
            @JsonInclude(JsonInclude.Include.NON_NULL) Registry registry,
            Service service) {

        /**
         * A registry of partner addresses.
         *
         * @param inquiry address of the UDDI inquiry
         * @param partners the partner links whose addresses it may replace, sorted
         */
        record Registry(String inquiry, List<String> partners) {}

        /**
         * A service of the process.
         *
         * @param path of the service on the engine
         */
        record Service(String path) {}
    }

    @Override
    public String name() {
        return "reference";
    }

    @Override
    public String licence() {
        return "Apache-2.0";
    }

    @Override
    public List<String> limits() {
        return List.of(
                "One machine; all state is in memory and gone with its process, unless durable is true.",
                "Overload is recognised by counts of instances, calls and requests, not by delay.",
                "Of a partner's host name the first address is used, and kept for 30 s.");
    }

    @Override
    public Durability durability(Map<String, String> parameters) {
        return isDurable(parameters) ? ON_DISK : Durability.IN_MEMORY;
    }

    private static boolean isDurable(Map<String, String> parameters) {
        return parameters.getOrDefault("durable", "false").equals("true");
    }

    @Override
    public Recovery recovery(Map<String, String> parameters) {
        return isDurable(parameters) ? Recovery.ALL : Recovery.EMPTY;
    }

    @Override
    public String withoutHistory(Map<String, String> parameters) {
        if (parameters.getOrDefault("history", "0").equals("0")) {
            return "has history 0, so it keeps no begin and end of its instances";
        }
        return PROCESSES.equals(parameters.get("replica-kind"))
                ? "keeps no history of its instances where replicas are processes"
                : "";
    }

    @Override
    public List<Misfit> misfits(Map<String, String> parameters) {
        if (!isDurable(parameters)) {
            return List.of();
        }
        long heap = Long.parseLong(parameters.getOrDefault("heap", Long.toString(DURABLE_HEAP)));
        int heaps = heaps(parameters);
        if (heap / heaps >= DURABLE_HEAP) {
            return List.of();
        }
        return List.of(new Misfit(
                "heap",
                heaps == 1
                        ? "is durable with a heap of 256 MiB or more only; leave out \"heap\""
                        : "is durable with a heap of 256 MiB or more for each of its " + heaps
                                + " replicas only; write: heap " + heaps * (DURABLE_HEAP >> 20) + " MiB"));
    }

    /** Returns the number of virtual machines that divide the heap, as far as the parameters determine it. */
    private static int heaps(Map<String, String> parameters) {
        if (!PROCESSES.equals(parameters.get("replica-kind")) || "grown".equals(parameters.get("totals"))) {
            return 1;
        }
        try {
            return Math.max(1, Integer.parseInt(parameters.getOrDefault("replicas", "1")));
        } catch (NumberFormatException e) {
            // The machine decides, and the engine refuses what is no number.
            return 1;
        }
    }

    @Override
    public List<Program> programs() {
        return List.of(new Program(PROGRAM, "io.soabench:soabench-engine-server:${project.version}"));
    }

    @Override
    public Lifecycle lifecycle() {
        return Lifecycle.of(
                        List.of(
                                "${java}",
                                "-Xms${param:heap:MiB}m",
                                "-Xmx${param:heap:MiB}m",
                                "${param:jvm-options:words}",
                                "-cp",
                                "${classpath:" + PROGRAM + "}",
                                MAIN,
                                "--host",
                                "${address}",
                                "--port",
                                "${port:http}",
                                "--admin-port",
                                "${port:admin}",
                                "--admin-token",
                                Lifecycle.TOKEN,
                                "--policy",
                                "${param:policy}",
                                "--transport",
                                "${param:transport}",
                                "${param:http-threads:option:--http-threads}",
                                "${param:workers:option:--kernel-workers}",
                                "${param:invoker-threads:option:--invoker-threads}",
                                "--replicas",
                                "${param:replicas}",
                                "--replica-kind",
                                "${param:replica-kind}",
                                "--binding",
                                "${param:binding}",
                                "--memory",
                                "${param:memory}",
                                "--totals",
                                "${param:totals}",
                                "--history",
                                "${param:history}",
                                "--max-instances",
                                "${param:max-instances}",
                                "--queue-capacity",
                                "${param:queue-capacity}",
                                "--max-connections",
                                "${param:max-connections}",
                                "--max-body-bytes",
                                "${param:max-body}",
                                "--partner-timeout",
                                "${param:partner-timeout}",
                                // Requests carry the addresses for callbacks, which are known at run time only.
                                "--reply-to",
                                "any",
                                "${param:accept:option:--accept}",
                                "${param:counters:option:--counters}",
                                "${param:durable:when:--durable " + STATE + "}",
                                TLS_OPTIONS,
                                "${authority:--partner-trust}"),
                        new Probe(ADMIN + "/health", 200, READY_MS))
                .deploys(
                        admin("PUT", DEPLOYMENT, "application/zip", "zip:${package}", 201, DEPLOY_MS),
                        new Probe(ENDPOINT + "?wsdl", 200, READY_MS),
                        admin("DELETE", DEPLOYMENT, "", "", 204, ANSWER_MS),
                        ENDPOINT)
                .redeploys()
                .calledBack(ENDPOINT)
                .callsClients(Lifecycle.Calling.REPLY_TO)
                .batches(new Lifecycle.Batches(DEPLOYMENT + "/batch", Lifecycle.TOKEN))
                .statistics(STATISTICS)
                .reportsMetrics(STATISTICS, METRIC_KEYS, HISTORY)
                .build();
    }

    /** Returns an order that only this run may give: other users of the host do not know its token. */
    private static HttpAction admin(
            String method, String url, String contentType, String body, int expected, long timeoutMs) {
        return new HttpAction(method, url, contentType, body, List.of(expected), timeoutMs, Lifecycle.TOKEN);
    }

    @Override
    public boolean callsBySoap12() {
        return true;
    }

    @Override
    public boolean callsByTls() {
        return true;
    }

    @Override
    public String registryParameter() {
        return "registry";
    }

    @Override
    public void packageProcess(ProcessSource process, Path folder) throws IOException {
        process.copyDocuments(folder, DESCRIPTOR);
        Map<String, String> partners = new TreeMap<>();
        process.invoked().forEach(partner -> partners.put(partner.link(), partner.address()));
        Json.write(
                folder.resolve(DESCRIPTOR),
                new Descriptor(
                        process.bpel(),
                        partners,
                        registry(process.registry(), partners.keySet()),
                        new Descriptor.Service(PATH + process.name())));
    }

    private static Descriptor.Registry registry(String inquiry, Set<String> links) {
        return inquiry.isEmpty() ? null : new Descriptor.Registry(inquiry, List.copyOf(links));
    }
}
