package io.soabench.plan.sample;

import io.soabench.plan.CallTree;
import io.soabench.plan.CasePlan;
import io.soabench.plan.CaseSchedule;
import io.soabench.plan.CaseSchedule.WarmUp;
import io.soabench.plan.ClientPlan;
import io.soabench.plan.HostPlan;
import io.soabench.plan.ModelOrigin;
import io.soabench.plan.PartnerPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.ProcessPlan;
import io.soabench.plan.ServerPlan;
import io.soabench.plan.ServiceInstance;
import io.soabench.plan.ServicePlan;
import io.soabench.plan.WorkloadPlan;
import java.util.List;
import java.util.Map;

/**
 * Plans and their parts, to be varied by their withers: each has sensible values for everything that its caller leaves out. No file of them
 * exists.
 */
public final class SamplePlan {

    /** Name of the only host of {@link #plan}, which is this machine. */
    public static final String HOST = "here";

    /** Name of the mock host of {@link #plan}. */
    public static final String MOCKS = "mocks";

    /** Name of the engine of {@link #plan}. */
    public static final String ENGINE = "engine";

    /** Name of the only service of {@link #plan}. */
    public static final String SERVICE = "quotes";

    /** Name of the only process of {@link #plan}. */
    public static final String PROCESS = "Sequential";

    /** Name of the only workload of {@link #plan}. */
    public static final String WORKLOAD = "office";

    /** Name of the suite of all cases. */
    public static final String SUITE = "Quick";

    /** The origin of all samples. */
    public static final ModelOrigin ORIGIN = new ModelOrigin("sample", "A sample", 1, "", "0".repeat(64));

    /** The schedule of one repetition of some seconds, not in parallel with others. */
    public static final CaseSchedule SCHEDULE = new CaseSchedule(1, false, WarmUp.FIXED, 1000, 2000, 4000, 3000);

    private SamplePlan() {}

    /** Returns an empty plan. */
    public static Plan empty() {
        return Plan.of(ORIGIN);
    }

    /** Returns one engine, one process that calls one mocked service, ten closed clients, and the cases with those identifiers. */
    public static Plan plan(String... cases) {
        return empty().withHosts(List.of(host(HOST)))
                .withServers(List.of(server(MOCKS, "lean"), server(ENGINE, "reference")))
                .withServices(List.of(service(SERVICE)))
                .withProcesses(List.of(process(PROCESS, CallTree.call("quote", "ask", false))))
                .withWorkloads(List.of(closed(WORKLOAD, 10)))
                .withCases(List.of(cases).stream().map(SamplePlan::testCase).toList());
    }

    /** Returns a host that is this machine. */
    public static HostPlan host(String name) {
        return new HostPlan(name, "127.0.0.1", true, Map.of(), "", "", Map.of());
    }

    /** Returns a host that is reached by SSH. */
    public static HostPlan remote(String name, String address) {
        return new HostPlan(name, address, false, Map.of(), "", "", Map.of());
    }

    /** Returns a server on {@link #HOST} without parameters and ports. */
    public static ServerPlan server(String name, String type) {
        return new ServerPlan(name, type, HOST, Map.of(), Map.of(), List.of());
    }

    /** Returns a service with one instance, on {@link #MOCKS}. */
    public static ServicePlan service(String name) {
        return new ServicePlan(
                name,
                "Quote",
                MOCKS,
                "from the message",
                "response time 8 ms",
                List.of(ServiceInstance.sharing(1, name + "-1")),
                "{urn:soabench:quote}Quote");
    }

    /** Returns a white-box process that calls {@link #SERVICE} by the partner link {@code quote}. */
    public static ProcessPlan process(String name, CallTree calls) {
        return new ProcessPlan(
                name,
                ProcessPlan.Visibility.WHITE_BOX,
                "",
                false,
                "",
                "",
                Map.of(),
                List.of(new PartnerPlan("quote", SERVICE, 1)),
                calls);
    }

    /** Returns a closed workload. */
    public static WorkloadPlan closed(String name, int clients) {
        return WorkloadPlan.constant(name, WorkloadPlan.Load.CLOSED, clients, 0, clients + " clients");
    }

    /** Returns an open workload. */
    public static WorkloadPlan open(String name, double ratePerSecond) {
        return WorkloadPlan.constant(name, WorkloadPlan.Load.OPEN, 0, ratePerSecond, ratePerSecond + " /s");
    }

    /** Returns a testing client of {@link #WORKLOAD} with ten threads. */
    public static ClientPlan client(String host) {
        return new ClientPlan(host, "workloads/" + WORKLOAD + "/" + host + ".trace", 10, Map.of());
    }

    /** Returns a case of {@link #ENGINE}, {@link #PROCESS} and {@link #WORKLOAD} with its client on {@link #HOST}. */
    public static CasePlan testCase(String id) {
        return testCase(id, ENGINE, PROCESS, WORKLOAD);
    }

    /** Returns a case with its client on {@link #HOST} and {@link #MOCKS} beside the server under test. */
    public static CasePlan testCase(String id, String server, String process, String workload) {
        return new CasePlan(
                id,
                SUITE,
                server,
                List.of(process),
                workload,
                List.of(MOCKS, server),
                List.of(client(HOST)),
                SCHEDULE,
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }
}
