package io.soabench.generators.reading;

import io.soabench.model.WholeTestbed;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.Event;
import io.soabench.model.testbed.NewServiceInstance;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.ServiceUnavailable;
import io.soabench.model.testbed.TestSuite;
import io.soabench.model.testbed.TestbedFactory;
import io.soabench.plugin.ServerType;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.util.EcoreUtil;

/**
 * The service instances that events of the model close or open at run time. Each has a port of its own on its server, named
 * {@code own-<n>}, n counted over the testbed. An instance that appears is a service of its own with one instance, named after the
 * service that it is like, or else after its type: {@code quotes-new}, {@code quotes-new2}.
 */
public final class RuntimeInstances {

    private final Map<NewServiceInstance, Service> appearing = new LinkedHashMap<>();
    private final Map<String, String> ports = new LinkedHashMap<>();

    /** @param events of the testbed, those of other kinds included */
    public RuntimeInstances(WholeTestbed testbed, List<Event> events) {
        Set<String> taken = new TreeSet<>();
        testbed.services().forEach(service -> taken.add(lower(service.getName())));
        testbed.processes().forEach(process -> taken.add(lower(process.getName())));
        for (Event event : events) {
            if (event instanceof ServiceUnavailable unavailable && unavailable.getService() != null) {
                ownPort(unavailable.getService().getName(), instance(unavailable));
            }
            if (event instanceof NewServiceInstance added) {
                Service service = service(added, taken);
                appearing.put(added, service);
                ownPort(service.getName(), 1);
            }
        }
    }

    private static String lower(String name) {
        return name == null ? "" : name.toLowerCase(Locale.ROOT);
    }

    private static Service service(NewServiceInstance event, Set<String> taken) {
        Service like = event.getLike();
        Service service = like == null ? TestbedFactory.eINSTANCE.createService() : EcoreUtil.copy(like);
        String base = (like == null ? event.getType().getName() : like.getName()) + "-new";
        String name = base;
        for (int n = 2; !taken.add(lower(name)); n++) {
            name = base + n;
        }
        service.setName(name);
        service.setType(event.getType());
        service.setInstances(null);
        return service;
    }

    private void ownPort(String service, int instance) {
        ports.putIfAbsent(service + "-" + instance, "own-" + (ports.size() + 1));
    }

    /** Returns the instance that becomes unavailable, from 1. */
    public static int instance(ServiceUnavailable event) {
        return event.getInstance() == null ? 1 : event.getInstance();
    }

    /** Returns the services that events add, in the order of the events. */
    public Iterable<Service> appearing() {
        return appearing.values();
    }

    /** Returns whether an event adds a service. */
    public boolean appears(Service service) {
        return appearing.containsValue(service);
    }

    /** Returns the service that an event adds. */
    public Service of(NewServiceInstance event) {
        return appearing.get(event);
    }

    /** Returns the service of the model of which an event adds a copy. */
    public Optional<Service> like(Service service) {
        return eventOf(service).map(NewServiceInstance::getLike);
    }

    /** Returns the server of a service that an event adds. */
    public Optional<Server> serverOf(Service service) {
        return eventOf(service).map(NewServiceInstance::getServer);
    }

    /** Returns the suite in which a service appears. */
    public Optional<TestSuite> suiteOf(Service service) {
        return eventOf(service).map(Event::getSuite);
    }

    private Optional<NewServiceInstance> eventOf(Service service) {
        return appearing.entrySet().stream()
                .filter(each -> each.getValue() == service)
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** Returns the servers on which services appear in a suite. */
    public Set<Server> serversIn(TestSuite suite) {
        Set<Server> servers = new LinkedHashSet<>();
        for (NewServiceInstance event : appearing.keySet()) {
            if (suite.equals(event.getSuite())) {
                servers.add(event.getServer());
            }
        }
        return servers;
    }

    /** Returns the name of an instance's own port; empty when it has none and listens at the port of its server. */
    public String portOf(MockedService service, int instance) {
        return ports.getOrDefault(service.path(instance), "");
    }

    /** Returns the names of the own ports of those services' instances. */
    public List<String> portsOf(List<MockedService> services) {
        return services.stream()
                .flatMap(service ->
                        IntStream.rangeClosed(1, service.instances()).mapToObj(instance -> portOf(service, instance)))
                .filter(port -> !port.isEmpty())
                .toList();
    }

    /** Reports a server that cannot open or close the instances that events open or close. */
    public void check(MockedService service, String server, ServerType type, ProblemCollector problems) {
        boolean wanted = !portsOf(List.of(service)).isEmpty();
        if (wanted && type != null && type.lifecycle().instances() == null) {
            problems.add(
                    IssueCode.EVENT_IMPOSSIBLE,
                    eventOf(service.model()).<EObject>map(event -> event).orElse(service.model()),
                    null,
                    "an event opens or closes an instance of service \""
                            + service.name() + "\" at run time, which server \"" + server + "\" of type \""
                            + type.name()
                            + "\" cannot do; serve it on another one");
        }
    }
}
