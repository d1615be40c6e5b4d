package io.soabench.plan;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A compiled testbed as drivers and the analyzer see it: {@code plan.json}. Lists are in the order of the model; names are
 * unique within their list and safe as file names.
 *
 * @param format version of this format, {@link #FORMAT}
 * @param origin the model that it was compiled from
 * @param order the repetitions of all cases in the order in which they are run: first all {@linkplain CasePlan#block blocks} of the first
 *     repetition, then those of the second, and so on. The order of blocks and that within a block are random, drawn from the seed
 * @param reports what to make of the results
 * @param published numbers of others, to be shown beside those of the run
 */
@FileFormat(version = Plan.FORMAT, remedy = "compile the testbed again with this version")
public record Plan(
        int format,
        ModelOrigin origin,
        List<HostPlan> hosts,
        List<ServerPlan> servers,
        List<ServicePlan> services,
        List<ProcessPlan> processes,
        List<WorkloadPlan> workloads,
        List<CasePlan> cases,
        List<Execution> order,
        List<MetricPlan> metrics,
        List<ReportFormat> reports,
        List<PublishedPlan> published) {

    /** The version of the format that this class reads and writes. */
    public static final int FORMAT = 2;

    /** Returns a plan of nothing, to be filled. */
    public static Plan of(ModelOrigin origin) {
        return new Plan(
                FORMAT, origin, List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(),
                List.of(), List.of());
    }

    /** Returns a copy for another model. */
    public Plan withOrigin(ModelOrigin other) {
        return new Plan(
                format, other, hosts, servers, services, processes, workloads, cases, order, metrics, reports,
                published);
    }

    /** Returns a copy with other hosts. */
    public Plan withHosts(List<HostPlan> others) {
        return new Plan(
                format, origin, others, servers, services, processes, workloads, cases, order, metrics, reports,
                published);
    }

    /** Returns a copy with other servers. */
    public Plan withServers(List<ServerPlan> others) {
        return new Plan(
                format, origin, hosts, others, services, processes, workloads, cases, order, metrics, reports,
                published);
    }

    /** Returns a copy with other services. */
    public Plan withServices(List<ServicePlan> others) {
        return new Plan(
                format, origin, hosts, servers, others, processes, workloads, cases, order, metrics, reports,
                published);
    }

    /** Returns a copy with other processes. */
    public Plan withProcesses(List<ProcessPlan> others) {
        return new Plan(
                format, origin, hosts, servers, services, others, workloads, cases, order, metrics, reports, published);
    }

    /** Returns a copy with other workloads. */
    public Plan withWorkloads(List<WorkloadPlan> others) {
        return new Plan(
                format, origin, hosts, servers, services, processes, others, cases, order, metrics, reports, published);
    }

    /** Returns a copy with other cases, whose repetitions are run in that order. */
    public Plan withCases(List<CasePlan> others, List<Execution> run) {
        return new Plan(
                format, origin, hosts, servers, services, processes, workloads, others, run, metrics, reports,
                published);
    }

    /** Returns a copy with other cases, which are run one after the other. */
    public Plan withCases(List<CasePlan> others) {
        List<Execution> run = others.stream()
                .flatMap(of -> IntStream.rangeClosed(1, of.schedule().repetitions())
                        .mapToObj(repetition -> new Execution(of.id(), repetition)))
                .toList();
        return withCases(others, run);
    }

    /** Returns a copy with other metrics. */
    public Plan withMetrics(List<MetricPlan> others) {
        return new Plan(
                format, origin, hosts, servers, services, processes, workloads, cases, order, others, reports,
                published);
    }

    /** Returns a copy with other reports. */
    public Plan withReports(List<ReportFormat> others) {
        return new Plan(
                format, origin, hosts, servers, services, processes, workloads, cases, order, metrics, others,
                published);
    }

    /** Returns a copy with other published numbers. */
    public Plan withPublished(List<PublishedPlan> others) {
        return new Plan(
                format, origin, hosts, servers, services, processes, workloads, cases, order, metrics, reports, others);
    }

    /** Returns the case with that id. */
    public CasePlan caseOf(String id) {
        return cases.stream()
                .filter(c -> c.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the plan has no case \"" + id + "\""));
    }

    /** Returns the server with that name. */
    public ServerPlan serverOf(String name) {
        return servers.stream()
                .filter(s -> s.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the plan has no server \"" + name + "\""));
    }

    /** Returns the process with that name. */
    public ProcessPlan processOf(String name) {
        return processes.stream()
                .filter(p -> p.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the plan has no process \"" + name + "\""));
    }

    /** Returns the host with that name. */
    public HostPlan hostOf(String name) {
        return hosts.stream()
                .filter(h -> h.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the plan has no host \"" + name + "\""));
    }

    /**
     * Returns the machines that a case has to itself while it runs: the addresses of its hosts and of a black-box process. An empty text stands
     * for this machine. Cases whose machines are disjoint do not disturb each other.
     */
    public Set<String> machines(CasePlan of) {
        Set<String> machines = new TreeSet<>();
        Stream.concat(
                        of.servers().stream().map(server -> serverOf(server).host()),
                        of.clients().stream().map(ClientPlan::host))
                .map(this::hostOf)
                .forEach(host -> machines.add(host.machine()));
        if (of.server().isEmpty()) {
            of.processes().forEach(process -> machines.add(processOf(process).endpoint()));
        }
        return machines;
    }

    /** Returns the workload with that name. */
    public WorkloadPlan workloadOf(String name) {
        return workloads.stream()
                .filter(w -> w.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the plan has no workload \"" + name + "\""));
    }

    /** Returns the service with that name. */
    public ServicePlan serviceOf(String name) {
        return services.stream()
                .filter(s -> s.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the plan has no service \"" + name + "\""));
    }
}
