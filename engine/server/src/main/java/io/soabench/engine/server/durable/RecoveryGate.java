package io.soabench.engine.server.durable;

import io.soabench.engine.runtime.durable.DurableInstances;
import io.soabench.engine.server.admin.AdminAnswer;
import io.soabench.engine.server.admin.AdminRequest;
import io.soabench.engine.server.admin.AdminService;
import java.util.List;

/**
 * The admin interface of an engine during its recovery. Until the engine is ready, it answers each request with the
 * number of recovered instances. Thread-safe.
 */
public final class RecoveryGate implements AdminService {
    private final AdminService service;
    private final List<DurableInstances> journals;
    private volatile boolean ready;

    /**
     * Makes the interface of an engine that is not ready.
     *
     * @param service the answers from {@link #ready} on
     */
    public RecoveryGate(AdminService service, List<DurableInstances> journals) {
        this.service = service;
        this.journals = List.copyOf(journals);
    }

    /** Passes on all requests from now on. */
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
                        .put(
                                "recovered",
                                journals.stream()
                                        .mapToLong(DurableInstances::recovered)
                                        .sum())
                        .put(
                                "of",
                                journals.stream()
                                        .mapToInt(DurableInstances::toRecover)
                                        .sum()));
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
