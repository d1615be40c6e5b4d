package io.soabench.engine.server.durable;

import io.soabench.engine.runtime.durable.DurableInstances;
import io.soabench.engine.server.admin.AdminAnswer;
import io.soabench.engine.server.admin.AdminRequest;
import io.soabench.engine.server.admin.AdminService;

/**
 * The admin interface of an engine that may still make instances anew: until the engine is ready, answers have the number of those that it
 * has made. Thread-safe.
 */
public final class RecoveryGate implements AdminService {
    private final AdminService service;
    private final DurableInstances instances;
    private volatile boolean ready;

    /** The gate before a service, closed. */
    public RecoveryGate(AdminService service, DurableInstances instances) {
        this.service = service;
        this.instances = instances;
    }

    /** Opens it for good. */
    public void ready() {
        ready = true;
    }

    @Override
    public AdminAnswer answer(AdminRequest request) {
        if (ready) {
            return service.answer(request);
        }
        return new AdminAnswer(
                503,
                AdminAnswer.object()
                        .put("status", "recovering")
                        .put("recovered", instances.recovered())
                        .put("of", instances.toRecover()));
    }

    @Override
    public boolean isSlow(String path) {
        return service.isSlow(path);
    }

    @Override
    public void shutdown() {
        service.shutdown();
    }
}
