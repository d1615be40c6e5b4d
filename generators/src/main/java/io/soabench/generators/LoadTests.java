package io.soabench.generators;

import io.soabench.generators.jmeter.JmxText;
import io.soabench.generators.jmeter.LoadTest;
import io.soabench.generators.schema.NoInstanceException;
import io.soabench.generators.soap.BadRequestDataException;
import io.soabench.generators.soap.RequestText;
import io.soabench.generators.workload.WorkloadTraces;
import io.soabench.generators.xml.XmlText;
import io.soabench.model.ExpandedCase;
import io.soabench.model.testbed.Server;
import io.soabench.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The requests of each process, and the load test of each case and client host. */
final class LoadTests {

    /** The least size of an open workload's pool of threads. */
    static final int LEAST_POOL = 16;

    /** The greatest: what a load client can use with good conscience; it reports when the pool runs dry. */
    static final int GREATEST_POOL = 1_000;

    private final Compilation compilation;
    private final Plan plan;
    private final Problems problems;
    /** By path under the compiled testbed. */
    private final Map<String, String> requests = new HashMap<>();

    LoadTests(Compilation compilation, Plan plan, Problems problems) {
        this.compilation = compilation;
        this.plan = plan;
        this.problems = problems;
    }

    void write(Path part) throws IOException {
        for (ExpandedCase each : compilation.cases()) {
            Plan.CasePlan planned = plan.caseOf(each.name());
            TestedProcess process = compilation.processes().get(each.target());
            Compilation.TraceFolder folder = compilation.traceFolderOf(each);
            List<LoadTest.Request> bodies = new ArrayList<>();
            for (String chunk : folder.workload().chunks()) {
                String path = requestPath(process, chunk);
                if (!requests.containsKey(path)) {
                    String text = request(process, chunk);
                    requests.put(path, text);
                    Path file = part.resolve(path);
                    Files.createDirectories(file.getParent());
                    Files.writeString(file, text);
                }
                bodies.add(new LoadTest.Request("../" + path, requests.get(path)));
            }
            for (int i = 0; i < planned.clients().size(); i++) {
                Plan.ClientPlan client = planned.clients().get(i);
                Path file = part.resolve(client.jmx());
                Files.createDirectories(file.getParent());
                Files.writeString(file, JmxText.of(test(each, planned, process, folder, client.host(), i, bodies)));
            }
        }
    }

    /** Where the envelope of a chunk is, under the compiled testbed. */
    static String requestPath(TestedProcess process, String chunk) {
        return "requests/" + process.name() + "/" + chunk + ".xml";
    }

    /** The envelope of a chunk; empty after a problem was added. */
    private String request(TestedProcess process, String chunk) throws IOException {
        Path file = compilation.chunks().file(chunk);
        String where = file == null
                ? ModelFiles.nameOf(process.model()) + ": the default request of process \"" + process.name() + "\""
                : file.getFileName() + " (data of process \"" + process.name() + "\")";
        try {
            String text = file == null
                    ? XmlText.element(process.messages().request(process.operation()))
                    : RequestText.of(Files.readAllBytes(file));
            return RequestText.withPlaceholder(RequestText.envelope(text), process.uiidPath());
        } catch (NoInstanceException | BadRequestDataException e) {
            problems.add(where + " " + e.getMessage());
            return "";
        }
    }

    private LoadTest test(
            ExpandedCase each,
            Plan.CasePlan planned,
            TestedProcess process,
            Compilation.TraceFolder folder,
            String host,
            int index,
            List<LoadTest.Request> bodies) {
        SimulatedWorkload workload = folder.workload();
        int hosts = folder.hosts().size();
        int clients = WorkloadTraces.share(workload.simulation(), index, hosts);
        double rate = workload.simulation().ratePerSecond() / hosts;
        return new LoadTest(
                plan.testbed(),
                planned.id(),
                process.name(),
                workload.name(),
                host,
                workload.open(),
                clients,
                workload.open() ? pool(rate, planned.timeOutMs()) : clients,
                rate,
                "../" + Compilation.tracePath(folder, host),
                Compilation.table(folder, host),
                bodies,
                planned.warmUpMs(),
                planned.measureMs(),
                planned.drainMs(),
                planned.timeOutMs(),
                endpoint(each, process),
                process.operation().soapAction(),
                process.operation().oneWay(),
                plan.processOf(process.name()).answerElement());
    }

    /** As many threads as requests can be in flight when each takes until its time-out (Little's law), within bounds. */
    static int pool(double ratePerSecond, long timeOutMs) {
        double inFlight = Math.ceil(ratePerSecond * timeOutMs / 1000);
        return (int) Math.max(LEAST_POOL, Math.min(GREATEST_POOL, inFlight));
    }

    /** The default address; drivers give the one that holds in their run. */
    private String endpoint(ExpandedCase each, TestedProcess process) {
        if (!process.endpoint().isEmpty() || each.server().isEmpty()) {
            return process.endpoint();
        }
        Server server = each.server().get();
        if (process.definition().isEmpty()) {
            MockedService service = compilation.services().get(process.model());
            Optional<String> address = ProcessPackages.asPlanned(compilation, service, 1, server, problems);
            return address.orElse("");
        }
        String template = compilation.type(server).lifecycle().endpoint();
        try {
            return Addresses.asPlanned(template, server, Map.of("process", process.name()));
        } catch (IllegalArgumentException e) {
            problems.add("server type \"" + server.getType().getName() + "\": " + e.getMessage());
            return "";
        }
    }
}
