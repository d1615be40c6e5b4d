package io.soabench.agent.stage;

import io.soabench.driver.Driver;
import io.soabench.driver.FakeTestbed;
import io.soabench.driver.run.DriverSettings;
import io.soabench.driver.run.RunAuthority;
import io.soabench.plan.CallbackPlan;
import io.soabench.plan.CasePlan;
import io.soabench.plan.HostPlan;
import io.soabench.plan.MetricPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.ServerPlan;
import io.soabench.plugin.ServerType;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** A testbed whose case {@code a} has its mock host on {@code there}, which is another machine, and all else on {@code here}. */
record TwoHosts(Plan plan, FakeTestbed testbed, Path compiled) {

    static TwoHosts of(FakeTestbed testbed, Path compiled) {
        Plan plain = testbed.plan();
        HostPlan there = new HostPlan("there", "10.0.0.2", false, Map.of(), "/t", "/opt/java", Map.of("A", "b"));
        return new TwoHosts(
                plain.withHosts(List.of(plain.hosts().get(0), there))
                        .withServers(plain.servers().stream()
                                .map(server -> server.name().equals("mocks") ? server.withHost("there") : server)
                                .toList()),
                testbed,
                compiled);
    }

    /** The same with metrics. */
    TwoHosts measuring(MetricPlan... metrics) {
        return new TwoHosts(plan.withMetrics(List.of(metrics)), testbed, compiled);
    }

    /** The same whose processes answer by a callback. */
    TwoHosts callingBack() {
        return new TwoHosts(
                plan.withProcesses(plan.processes().stream()
                        .map(process -> process.callingBack(new CallbackPlan("done", List.of("done", "id"))))
                        .toList()),
                testbed,
                compiled);
    }

    /** The same whose engine and mock host speak TLS. */
    TwoHosts speakingTls() {
        return new TwoHosts(
                plan.withServers(plan.servers().stream().map(TwoHosts::secure).toList()), testbed, compiled);
    }

    private static ServerPlan secure(ServerPlan server) {
        Map<String, String> parameters = new TreeMap<>(server.parameters());
        parameters.put(ServerPlan.TLS, Boolean.toString(!server.name().startsWith("registry")));
        return new ServerPlan(server.name(), server.type(), server.host(), parameters, server.ports(), server.serves());
    }

    /** The same whose workloads are orders of batches. */
    TwoHosts orderingBatches() {
        return new TwoHosts(
                plan.withWorkloads(plan.workloads().stream()
                        .map(workload -> workload.withBatch(500))
                        .toList()),
                testbed,
                compiled);
    }

    Driver.Request request(Path runFolder) {
        Driver.Request one = testbed.request(runFolder);
        return new Driver.Request(
                plan, compiled, runFolder, one.types(), one.classPaths(), one.versions(), Map.of(), one.events());
    }

    CaseParts parts() {
        return parts(plan.caseOf("a"), DriverSettings.STANDARD);
    }

    CaseParts parts(CasePlan of, DriverSettings settings) {
        return parts(of, settings, testbed.types());
    }

    /** With server types that are a little different. */
    CaseParts parts(UnaryOperator<ServerType> changed) {
        Map<String, ServerType> types = new TreeMap<>();
        testbed.types().forEach((name, type) -> types.put(name, changed.apply(type)));
        return parts(plan.caseOf("a"), DriverSettings.STANDARD, types);
    }

    /** With servers that speak TLS, by certificates of an authority. */
    CaseParts parts(RunAuthority authority) {
        return parts(plan.caseOf("a"), DriverSettings.STANDARD, testbed.types(), authority);
    }

    private CaseParts parts(CasePlan of, DriverSettings settings, Map<String, ServerType> types) {
        return parts(of, settings, types, RunAuthority.NONE);
    }

    private CaseParts parts(
            CasePlan of, DriverSettings settings, Map<String, ServerType> types, RunAuthority authority) {
        return new CaseParts(new CaseParts.Ingredients(
                plan,
                of,
                2,
                types,
                Map.of("here", new Folders("/h"), "there", new Folders("/t")),
                Map.of(
                        "mocks",
                        Map.of("http", 20001, "own-1", 20002),
                        "engine-a",
                        Map.of("http", 20003),
                        "registry-1",
                        Map.of("http", 20004),
                        "load-here",
                        Map.of(CaseParts.CALLBACK, 20005)),
                settings,
                "token",
                "7",
                authority));
    }

    /** Everything below one folder. */
    record Folders(String root) implements RepetitionLayout {

        @Override
        public String out() {
            return root + "/out";
        }

        @Override
        public String disk() {
            return root;
        }

        @Override
        public String server(String name) {
            return root + "/" + name;
        }

        @Override
        public String client(String name) {
            return root + "/" + name;
        }

        @Override
        public String plan() {
            return root + "/plan.json";
        }

        @Override
        public String compiled(String path) {
            return root + "/compiled/" + path;
        }

        @Override
        public String archives() {
            return root + "/archives";
        }

        @Override
        public String java() {
            return root + "/java";
        }

        @Override
        public String classPath(ServerType type, ServerType.Program program) {
            return root + "/" + type.name() + "-" + program.name() + ".jar";
        }

        @Override
        public String loadClassPath() {
            return root + "/load.jar";
        }
    }
}
