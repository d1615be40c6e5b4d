package io.soabench.generators.reading;

import io.soabench.generators.random.RandomStreams;
import io.soabench.model.ExpandedCase;
import io.soabench.model.SuiteSettings;
import io.soabench.model.WholeTestbed;
import io.soabench.model.testbed.Invocable;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.Workload;
import io.soabench.plugin.ServerType;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The services, processes and workloads of a model, as far as they could be read with the files that they name. Immutable.
 * The cases are not known here.
 */
public final class ModelReading {

    private final ModelContext context;
    private final RuntimeInstances runtime;
    private final Map<Service, MockedService> services;
    private final Map<Invocable, TestedProcess> processes;
    private final Map<Workload, SimulatedWorkload> workloads;
    private final Map<String, Service> named = new HashMap<>();

    /** @param runtime the instances that events open and close */
    public ModelReading(
            ModelContext context,
            RuntimeInstances runtime,
            Map<Service, MockedService> services,
            Map<Invocable, TestedProcess> processes,
            Map<Workload, SimulatedWorkload> workloads) {
        this.context = context;
        this.runtime = runtime;
        this.services = Collections.unmodifiableMap(new LinkedHashMap<>(services));
        this.processes = Collections.unmodifiableMap(new LinkedHashMap<>(processes));
        this.workloads = Collections.unmodifiableMap(new LinkedHashMap<>(workloads));
        services.keySet().forEach(service -> named.put(service.getName(), service));
    }

    /** Returns the input of the compilation. */
    public ModelContext context() {
        return context;
    }

    /** Returns the model. */
    public WholeTestbed testbed() {
        return context.testbed();
    }

    /** Returns the repetitions and durations of a case. */
    public SuiteSettings settings(ExpandedCase each) {
        return context.settings(each);
    }

    /** Returns the type of a server; {@code null} when it is not installed, or the model names none that there is. */
    public ServerType type(Server server) {
        return context.type(server);
    }

    /** Returns the random numbers of the seed. */
    public RandomStreams streams() {
        return context.streams();
    }

    /** Returns the instances that events open and close. */
    public RuntimeInstances runtime() {
        return runtime;
    }

    /** Returns the services, those that appear at run time included. */
    public Map<Service, MockedService> services() {
        return services;
    }

    /** Returns the service of that name, with its WSDL read. */
    public Optional<MockedService> service(String name) {
        return model(name).map(services::get);
    }

    /** Returns the service of that name in the model. */
    public Optional<Service> model(String name) {
        return Optional.ofNullable(named.get(name));
    }

    /** Returns the processes, and the services that clients call directly. */
    public Map<Invocable, TestedProcess> processes() {
        return processes;
    }

    /** Returns the workloads. */
    public Map<Workload, SimulatedWorkload> workloads() {
        return workloads;
    }

    /** Returns the processes that the clients of a case call. */
    public List<TestedProcess> called(ExpandedCase each) {
        return each.targets().stream().map(processes::get).toList();
    }

    /** Returns the process that gets a chunk in a case. */
    public TestedProcess called(ExpandedCase each, SimulatedWorkload workload, int chunk) {
        Invocable process = workload.sent().get(chunk).process();
        return processes.get(process == null ? each.targets().get(0) : process);
    }
}
