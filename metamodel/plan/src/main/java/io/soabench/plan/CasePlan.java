package io.soabench.plan;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Comparator;
import java.util.List;

/**
 * A test case: one process, or a mix of several, on one engine under one workload.
 *
 * @param id unique, safe as a file name
 * @param server the system under test: an engine, or the mock host of a service that clients call directly; empty for a
 *     black-box process
 * @param processes the called processes; each once, at least one
 * @param servers all servers that run during the case in the order of their start, the system under test last
 * @param clients one testing client a client host
 * @param schedule number of repetitions and lengths of phases
 * @param checks checks that the process must answer correctly, before the measurement or after an event; none for
 *     one-way operations
 * @param paths the ways that messages take between hosts, for measuring round trips
 * @param twinOf the case that this one measures once more under another name. Such a pair shows the differences between
 *     equal engines (an A/A test). Empty of all other cases
 * @param answers to the load that are compared with the right ones
 * @param baseline the server with which the other engines of the suite are compared; empty where all are compared with
 *     each other
 */
public record CasePlan(
        String id,
        String suite,
        String server,
        List<String> processes,
        String workload,
        List<String> servers,
        List<ClientPlan> clients,
        CaseSchedule schedule,
        List<ObjectivePlan> objectives,
        List<EventPlan> events,
        List<CheckPlan> checks,
        List<PathPlan> paths,
        String twinOf,
        AnswerSample answers,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String baseline) {

    public CasePlan {
        answers = answers == null ? AnswerSample.NONE : answers;
        baseline = baseline == null ? "" : baseline;
    }

    /** Creates a case without twin and baseline, whose answers to the load are not compared. */
    public CasePlan(
            String id,
            String suite,
            String server,
            List<String> processes,
            String workload,
            List<String> servers,
            List<ClientPlan> clients,
            CaseSchedule schedule,
            List<ObjectivePlan> objectives,
            List<EventPlan> events,
            List<CheckPlan> checks,
            List<PathPlan> paths) {
        this(
                id,
                suite,
                server,
                processes,
                workload,
                servers,
                clients,
                schedule,
                objectives,
                events,
                checks,
                paths,
                "",
                AnswerSample.NONE,
                "");
    }

    /** The separator between the names of processes under a common load; no name contains it. */
    private static final String AND = "+";

    /**
     * Returns the called processes in one word: the process, or the processes of a mix as in {@code Browse+Order}. Measurements of the
     * whole case belong to this subject.
     */
    public String subject() {
        return String.join(AND, processes);
    }

    /** Returns whether the case repeats another case under another name. */
    @JsonIgnore
    public boolean isTwin() {
        return !twinOf.isEmpty();
    }

    /** Returns whether the engines of the suite are compared with one of them. */
    public boolean hasBaseline() {
        return !baseline.isEmpty();
    }

    /** Returns whether the other engines of the suite are compared with the engine of this case. */
    public boolean onBaseline() {
        return hasBaseline() && server.equals(baseline);
    }

    /**
     * Returns a copy under another name, which is measured like the case of another engine. The copy has no objectives.
     */
    public CasePlan twin(String other) {
        return new CasePlan(
                other, suite, server, processes, workload, servers, clients, schedule, List.of(), events, checks, paths,
                id, answers, baseline);
    }

    /**
     * Returns the name of the cases that differ in their engine only. Each of their repetitions has the same load and
     * the same behaviour of partners, so that they are compared in pairs. They are run one after the other, in random
     * order, so that changes of the machine affect all of them alike.
     */
    public String block() {
        return suite + "/" + subject() + "/" + workload;
    }

    /** Returns whether the case loads several processes at once. */
    public boolean mixed() {
        return processes.size() > 1;
    }

    /** Returns a copy with other processes. */
    public CasePlan withProcesses(List<String> others) {
        return new CasePlan(
                id,
                suite,
                server,
                others,
                workload,
                servers,
                clients,
                schedule,
                objectives,
                events,
                checks,
                paths,
                twinOf,
                answers,
                baseline);
    }

    /** Returns a copy with other servers. */
    public CasePlan withServers(List<String> others) {
        return new CasePlan(
                id,
                suite,
                server,
                processes,
                workload,
                others,
                clients,
                schedule,
                objectives,
                events,
                checks,
                paths,
                twinOf,
                answers,
                baseline);
    }

    /** Returns a copy with other clients. */
    public CasePlan withClients(List<ClientPlan> others) {
        return new CasePlan(
                id,
                suite,
                server,
                processes,
                workload,
                servers,
                others,
                schedule,
                objectives,
                events,
                checks,
                paths,
                twinOf,
                answers,
                baseline);
    }

    /** Returns a copy with another schedule. */
    public CasePlan withSchedule(CaseSchedule other) {
        return new CasePlan(
                id,
                suite,
                server,
                processes,
                workload,
                servers,
                clients,
                other,
                objectives,
                events,
                checks,
                paths,
                twinOf,
                answers,
                baseline);
    }

    /** Returns a copy with other objectives. */
    public CasePlan withObjectives(List<ObjectivePlan> others) {
        return new CasePlan(
                id, suite, server, processes, workload, servers, clients, schedule, others, events, checks, paths,
                twinOf, answers, baseline);
    }

    /** Returns a copy with other events. */
    public CasePlan withEvents(List<EventPlan> others) {
        return new CasePlan(
                id,
                suite,
                server,
                processes,
                workload,
                servers,
                clients,
                schedule,
                objectives,
                others,
                checks,
                paths,
                twinOf,
                answers,
                baseline);
    }

    /** Returns a copy with other checks. */
    public CasePlan withChecks(List<CheckPlan> others) {
        return new CasePlan(
                id,
                suite,
                server,
                processes,
                workload,
                servers,
                clients,
                schedule,
                objectives,
                events,
                others,
                paths,
                twinOf,
                answers,
                baseline);
    }

    /** Returns a copy with another sample of answers. */
    public CasePlan withAnswers(AnswerSample others) {
        return new CasePlan(
                id,
                suite,
                server,
                processes,
                workload,
                servers,
                clients,
                schedule,
                objectives,
                events,
                checks,
                paths,
                twinOf,
                others,
                baseline);
    }

    /** Returns a copy whose engine is compared with another one, or that is this one. */
    public CasePlan withBaseline(String other) {
        return new CasePlan(
                id,
                suite,
                server,
                processes,
                workload,
                servers,
                clients,
                schedule,
                objectives,
                events,
                checks,
                paths,
                twinOf,
                answers,
                other);
    }

    /** Returns a copy with other ways of messages. */
    public CasePlan withPaths(List<PathPlan> others) {
        return new CasePlan(
                id,
                suite,
                server,
                processes,
                workload,
                servers,
                clients,
                schedule,
                objectives,
                events,
                checks,
                others,
                twinOf,
                answers,
                baseline);
    }

    /** Returns the events that are about a process of the case, in the order in which they are to happen. */
    public List<EventPlan> eventsOf(String process) {
        return events.stream()
                .filter(event -> event.process().equals(process))
                .sorted(Comparator.comparingLong(EventPlan::atMs).thenComparingLong(EventPlan::atRequest))
                .toList();
    }

    /**
     * Returns whether an event of the model deploys a process of the case, so that the process is not deployed from the
     * start.
     */
    public boolean brings(String process) {
        return eventsOf(process).stream()
                .findFirst()
                .filter(event -> event.kind() == EventPlan.Kind.PROCESS_DEPLOYED)
                .isPresent();
    }

    /** Returns whether an event of the model adds the instance, so that it does not exist from the start. */
    public boolean brings(ServicePlan service, ServiceInstance instance) {
        return events.stream()
                .filter(event -> event.kind() == EventPlan.Kind.NEW_SERVICE_INSTANCE)
                .map(EventPlan::parameters)
                .anyMatch(parameters -> service.name().equals(parameters.get("service"))
                        && Integer.toString(instance.index()).equals(parameters.get("instance")));
    }
}
