package io.soabench.generators.cases;

import io.soabench.generators.reading.CaseIndex;
import io.soabench.generators.reading.ModelReading;
import io.soabench.generators.reading.TestedProcess;
import io.soabench.model.ExpandedCase;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.Service;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The cases of a model: the servers, processes and traces of each. Immutable. */
public final class CaseSet {

    private final ModelReading reading;
    private final ProcessEvents events;
    private final List<ExpandedCase> cases;
    private final CaseIndex index;
    private final TraceFolders traces;

    private CaseSet(ModelReading reading, ProcessEvents events, List<ExpandedCase> cases, List<ExpandedCase> traced) {
        this.reading = reading;
        this.events = events;
        this.cases = List.copyOf(cases);
        this.index = new CaseIndex(reading.testbed(), cases);
        this.traces = new TraceFolders(reading, traced);
    }

    /** Returns cases that may lack something; they have no traces. */
    public static CaseSet candidates(ModelReading reading, List<ExpandedCase> cases) {
        return new CaseSet(reading, new ProcessEvents(reading, reading.context().events()), cases, List.of());
    }

    /** Returns those of the cases that are complete, with their traces. */
    public CaseSet only(List<ExpandedCase> complete) {
        return new CaseSet(reading, events, complete, complete);
    }

    /** Returns the model. */
    public ModelReading reading() {
        return reading;
    }

    /** Returns the cases, in the order of the model. */
    public List<ExpandedCase> cases() {
        return cases;
    }

    /** Returns the index of servers and cases. */
    public CaseIndex index() {
        return index;
    }

    /** Returns the events that change processes. */
    public ProcessEvents events() {
        return events;
    }

    /** Returns the traces of a case. */
    public TraceFolder tracesOf(ExpandedCase each) {
        return traces.of(each);
    }

    /** Returns the traces of all cases. */
    public Collection<TraceFolder> traces() {
        return traces.all();
    }

    /** Returns the processes that the clients of a case call, each followed by the versions that events of the model put in its place. */
    public List<TestedProcess> loaded(ExpandedCase each) {
        return reading.called(each).stream()
                .flatMap(process -> versions(each, process).stream())
                .toList();
    }

    /** Returns a process, and the versions that events of the model put in its place in a case. */
    public List<TestedProcess> versions(ExpandedCase each, TestedProcess process) {
        List<TestedProcess> versions = new ArrayList<>(List.of(process));
        versions.addAll(events.versions(each, process));
        return versions;
    }

    /** Returns the servers that run during a case: mock hosts in the order of the model, then the system under test. */
    public List<Server> serversOf(ExpandedCase each) {
        Set<Server> beside = new HashSet<>(reading.runtime().serversIn(each.suite()));
        loaded(each).forEach(process -> process.partners()
                .forEach(partner -> beside.add(
                        each.placements().get(reading.model(partner.service()).orElse(null)))));
        index.registries().stream()
                .filter(server -> Registries.runsIn(each, server, reading))
                .forEach(beside::add);
        each.server().flatMap(engine -> Databases.of(engine, reading, index)).ifPresent(beside::add);
        each.server().ifPresent(beside::remove);
        List<Server> servers = new ArrayList<>(index.ordered(beside));
        each.server().ifPresent(servers::add);
        return servers;
    }

    /** Returns the server that declares to serve a service, else the first that a deploy plan or an event names. */
    public Optional<Server> serverOf(Service service) {
        return Optional.ofNullable(reading.testbed().served().get(service))
                .or(() -> index.placed(service))
                .or(() -> reading.runtime().serverOf(service));
    }

    /** Returns whether an event opens or closes an instance of a service of that server. */
    public boolean changes(Server server) {
        return !reading.runtime()
                .portsOf(reading.services().values().stream()
                        .filter(service ->
                                serverOf(service.model()).filter(server::equals).isPresent())
                        .toList())
                .isEmpty();
    }
}
