package io.soabench.plan.sample;

import io.soabench.plan.CallTree;
import io.soabench.plan.Plan;
import io.soabench.plan.Plan.CasePlan;
import io.soabench.plan.Plan.Schedule;
import io.soabench.plan.Plan.Schedule.WarmUp;
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

    /** Where all samples come from. */
    public static final Plan.Origin ORIGIN = new Plan.Origin("sample", "A sample", 1, "", "0".repeat(64));

    /** Once and alone, for some seconds. */
    public static final Schedule SCHEDULE = new Schedule(1, false, WarmUp.FIXED, 1000, 2000, 4000, 3000);

    private SamplePlan() {}

    /** Returns a plan of nothing. */
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
    public static Plan.HostPlan host(String name) {
        return new Plan.HostPlan(name, "127.0.0.1", true, Map.of(), "", "", Map.of());
    }

    /** Returns a host that is reached by SSH. */
    public static Plan.HostPlan remote(String name, String address) {
        return new Plan.HostPlan(name, address, false, Map.of(), "", "", Map.of());
    }

    /** Returns a server on {@link #HOST} without parameters and ports. */
    public static Plan.ServerPlan server(String name, String type) {
        return new Plan.ServerPlan(name, type, HOST, Map.of(), Map.of(), List.of());
    }

    /** Returns a service with one instance, on {@link #MOCKS}. */
    public static Plan.ServicePlan service(String name) {
        return new Plan.ServicePlan(
                name,
                "Quote",
                MOCKS,
                "from the message",
                "response time 8 ms",
                List.of(Plan.ServiceInstance.sharing(1, name + "-1")),
                "{urn:soabench:quote}Quote");
    }

    /** Returns a white-box process that calls {@link #SERVICE} by the partner link {@code quote}. */
    public static Plan.ProcessPlan process(String name, CallTree calls) {
        return new Plan.ProcessPlan(
                name,
                Plan.ProcessPlan.Visibility.WHITE_BOX,
                "",
                false,
                "",
                "",
                Map.of(),
                List.of(new Plan.Partner("quote", SERVICE, 1)),
                calls);
    }

    /** Returns a closed workload. */
    public static Plan.WorkloadPlan closed(String name, int clients) {
        return Plan.WorkloadPlan.constant(name, Plan.WorkloadPlan.Load.CLOSED, clients, 0, clients + " clients");
    }

    /** Returns an open workload. */
    public static Plan.WorkloadPlan open(String name, double ratePerSecond) {
        return Plan.WorkloadPlan.constant(name, Plan.WorkloadPlan.Load.OPEN, 0, ratePerSecond, ratePerSecond + " /s");
    }

    /** Returns a testing client of {@link #WORKLOAD} with ten threads. */
    public static Plan.ClientPlan client(String host) {
        return new Plan.ClientPlan(host, "workloads/" + WORKLOAD + "/" + host + ".trace", 10, Map.of());
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
