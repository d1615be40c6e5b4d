package io.soabench.generators;

import io.soabench.generators.cases.CaseSet;
import io.soabench.generators.cases.ClientRequests;
import io.soabench.generators.cases.ServiceAddresses;
import io.soabench.generators.cases.TraceFolder;
import io.soabench.generators.jmeter.JmxText;
import io.soabench.generators.jmeter.LoadTest;
import io.soabench.generators.reading.ModelReading;
import io.soabench.generators.reading.ProblemCollector;
import io.soabench.generators.reading.SimulatedWorkload;
import io.soabench.generators.reading.TestedProcess;
import io.soabench.model.ExpandedCase;
import io.soabench.plan.CallbackPlan;
import io.soabench.plan.CasePlan;
import io.soabench.plan.ClientPlan;
import io.soabench.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The exports of loads as JMeter test plans, for each case and client host. */
final class LoadTests {

    private final Compiled compiled;
    private final CaseSet caseSet;
    private final ModelReading reading;
    private final Plan plan;

    LoadTests(Compiled compiled, Plan plan) {
        this.compiled = compiled;
        this.caseSet = compiled.cases();
        this.reading = compiled.reading();
        this.plan = plan;
    }

    void write(Path part) throws IOException {
        for (ExpandedCase each : caseSet.cases()) {
            CasePlan planned = plan.caseOf(each.name());
            TraceFolder folder = caseSet.tracesOf(each);
            if (folder.workload().batch().isPresent()) {
                // A plan that sent the messages to the process would be another experiment.
                continue;
            }
            Map<String, LoadTest.Target> targets = new LinkedHashMap<>();
            reading.called(each).forEach(process -> targets.put(process.name(), target(each, process)));
            List<LoadTest.Request> bodies = new ArrayList<>();
            for (SimulatedWorkload.Sent sent : folder.workload().sent()) {
                TestedProcess process = reading.called(each, folder.workload(), bodies.size());
                String path = ClientRequests.path(process, sent.chunk());
                bodies.add(new LoadTest.Request(
                        "../" + path,
                        unanswered(compiled.requests().envelopes().get(path)),
                        targets.get(process.name())));
            }
            for (ClientPlan client : planned.clients()) {
                Path file = part.resolve(exportPath(planned, client));
                Files.createDirectories(file.getParent());
                Files.writeString(
                        file, JmxText.of(test(planned, folder, client, List.copyOf(targets.values()), bodies)));
            }
        }
    }

    /** Returns a request with a callback address that goes nowhere (WS-Addressing 1.0, section 2.1): JMeter takes no callbacks. */
    private static String unanswered(String request) {
        return request.replace(CallbackPlan.ADDRESS, CallbackPlan.ADDRESSING + "/none");
    }

    /** Returns the path of a client's exported load, under the compiled testbed. */
    private static String exportPath(CasePlan testCase, ClientPlan client) {
        boolean alone = testCase.clients().size() == 1;
        return "jmeter/" + testCase.id() + (alone ? "" : "-" + client.host()) + ".jmx";
    }

    private LoadTest.Target target(ExpandedCase each, TestedProcess process) {
        return new LoadTest.Target(
                process.name(),
                new ServiceAddresses(reading).endpoint(each, process, new ProblemCollector()),
                process.operation().soapAction(),
                process.operation().oneWay(),
                plan.processOf(process.name()).answerElement(),
                process.form());
    }

    private LoadTest test(
            CasePlan planned,
            TraceFolder folder,
            ClientPlan client,
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
                folder.table(host),
                compiled.requests().columns(workload),
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
}
