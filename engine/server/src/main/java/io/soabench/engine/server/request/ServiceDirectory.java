package io.soabench.engine.server.request;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The services by path. Thread-safe: readers see one consistent directory, changes replace it. */
public final class ServiceDirectory {
    private volatile Map<String, Service> services = Map.of();

    /** The service at a path; null when there is none. */
    public Service service(String path) {
        return services.get(path);
    }

    /** All services. */
    public Collection<Service> services() {
        return services.values();
    }

    /** Takes services out and puts others in, in one step; those that are put in replace all that are at the same paths. */
    public synchronized void replace(Collection<Service> removed, Collection<Service> added) {
        Map<String, Service> copy = new HashMap<>(services);
        removed.forEach(service -> copy.remove(service.path(), service));
        added.forEach(service -> copy.put(service.path(), service));
        services = Map.copyOf(copy);
    }

    /** Takes services out. */
    public void remove(Collection<Service> removed) {
        replace(removed, List.of());
    }
}
