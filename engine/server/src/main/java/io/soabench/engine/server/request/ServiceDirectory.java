package io.soabench.engine.server.request;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The services by path. Thread-safe: each change replaces the whole directory, so that a reader sees all of a change or
 * nothing of it.
 */
public final class ServiceDirectory {
    private volatile Map<String, Service> services = Map.of();

    /** Returns the service at a path; null if there is none. */
    public Service service(String path) {
        return services.get(path);
    }

    /** Returns all services. */
    public Collection<Service> services() {
        return services.values();
    }

    /** Removes services and adds others in one step. An added service replaces an existing one at the same path. */
    public synchronized void replace(Collection<Service> removed, Collection<Service> added) {
        Map<String, Service> copy = new HashMap<>(services);
        removed.forEach(service -> copy.remove(service.path(), service));
        added.forEach(service -> copy.put(service.path(), service));
        services = Map.copyOf(copy);
    }

    /** Removes services. */
    public void remove(Collection<Service> removed) {
        replace(removed, List.of());
    }
}
