package io.soabench.generators;

import io.soabench.generators.jmeter.JmxText;
import io.soabench.generators.jmeter.LoadTest;
import io.soabench.model.ExpandedCase;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The exports of loads as JMeter test plans, for each case and client host. */
final class LoadTests {

    private final Compilation compilation;
    private final Plan plan;

    LoadTests(Compilation compilation, Plan plan) {
        this.compilation = compilation;
        this.plan = plan;
    }

    void write(Path part) throws IOException {
        for (ExpandedCase each : compilation.cases()) {
            Plan.CasePlan planned = plan.caseOf(each.name());
            Compilation.TraceFolder folder = compilation.traceFolderOf(each);
            if (folder.workload().batch().isPresent()) {
                // A plan that sent the messages to the process would be another experiment.
                continue;
            }
            Map<String, LoadTest.Target> targets = new LinkedHashMap<>();
            compilation.called(each).forEach(process -> targets.put(process.name(), target(each, process)));
            List<LoadTest.Request> bodies = new ArrayList<>();
            for (SimulatedWorkload.Sent sent : folder.workload().sent()) {
                TestedProcess process = compilation.called(each, folder.workload(), bodies.size());
                String path = Requests.path(process, sent.chunk());
                bodies.add(new LoadTest.Request(
                        "../" + path, unanswered(compilation.requests().get(path)), targets.get(process.name())));
            }
            for (Plan.ClientPlan client : planned.clients()) {
                Path file = part.resolve(exportPath(planned, client));
                Files.createDirectories(file.getParent());
                Files.writeString(
                        file, JmxText.of(test(planned, folder, client, List.copyOf(targets.values()), bodies)));
            }
        }
    }

    /** Returns a request with a callback address that goes nowhere (WS-Addressing 1.0, section 2.1): JMeter takes no callbacks. */
    private static String unanswered(String request) {
        return request.replace(Plan.Callback.ADDRESS, Plan.Callback.ADDRESSING + "/none");
    }

    /** Returns the path of a client's exported load, under the compiled testbed. */
    private static String exportPath(Plan.CasePlan of, Plan.ClientPlan client) {
        boolean alone = of.clients().size() == 1;
        return "jmeter/" + of.id() + (alone ? "" : "-" + client.host()) + ".jmx";
    }

    private LoadTest.Target target(ExpandedCase each, TestedProcess process) {
        return new LoadTest.Target(
                process.name(),
                endpoint(compilation, each, process, new Problems()),
                process.operation().soapAction(),
                process.operation().oneWay(),
                plan.processOf(process.name()).answerElement());
    }

    private LoadTest test(
            Plan.CasePlan planned,
            Compilation.TraceFolder folder,
            Plan.ClientPlan client,
            List<LoadTest.Target> targets,
            List<LoadTest.Request> bodies)
            throws IOException {
        String host = client.host();
        SimulatedWorkload workload = folder.workload();
        return new LoadTest(
                plan.origin().testbed(),
                planned.id(),
                host,
                workload.open(),
                client.jmeterThreads(),
                workload.simulation().ratePerSecond() / folder.hosts().size(),
                LoadSchedules.of(folder, planned.clients().indexOf(client), planned.schedule()),
                LoadSchedules.presence(folder, planned.clients().indexOf(client), planned.schedule()),
                CompiledFolder.table(folder, host),
                compilation.rowColumns(workload),
                targets,
                bodies,
                plan.workloadOf(planned.workload())
                        .connected()
                        .share(
                                planned.clients().indexOf(client),
                                planned.clients().size()),
                planned.schedule().warmUpMs() + planned.schedule().measureMs(),
                planned.schedule().timeOutMs());
    }

    /** Returns the default address; drivers give the one that holds in their run. Empty after a problem was added. */
    static String endpoint(Compilation compilation, ExpandedCase each, TestedProcess process, Problems problems) {
        if (!process.endpoint().isEmpty() || each.server().isEmpty()) {
            return process.endpoint();
        }
        Server server = each.server().get();
        if (process.contract().isEmpty()) {
            MockedService service = compilation.services().get(process.model());
            Optional<String> address = ProcessPackages.asPlanned(compilation, service, 1, server, problems);
            return address.orElse("");
        }
        String template = compilation.type(server).lifecycle().endpoint();
        try {
            return Addresses.asPlanned(template, server, Map.of("process", process.name()));
        } catch (IllegalArgumentException e) {
            problems.add(
                    IssueCode.SERVER_TYPE_BROKEN,
                    server,
                    Literals.SERVER__TYPE,
                    "server type \"" + server.getType().getName() + "\": " + e.getMessage());
            return "";
        }
    }
}
