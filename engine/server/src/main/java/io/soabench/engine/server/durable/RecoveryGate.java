package io.soabench.engine.server.durable;

import io.soabench.engine.server.admin.AdminAnswer;
import io.soabench.engine.server.admin.AdminRequest;
import io.soabench.engine.server.admin.AdminService;
import java.util.function.LongSupplier;

/**
 * The admin interface of an engine during its recovery. Until the engine is ready, it answers each request with the
 * number of recovered instances. Thread-safe.
 */
public final class RecoveryGate implements AdminService {
    private final AdminService service;
    private final LongSupplier recovered;
    private final LongSupplier toRecover;
    private volatile boolean ready;

    /**
     * Makes the interface of an engine that is not ready.
     *
     * @param service the answers from {@link #ready} on
     * @param recovered the number of instances that were recovered so far
     * @param toRecover the number of instances that are to be recovered
     */
    public RecoveryGate(AdminService service, LongSupplier recovered, LongSupplier toRecover) {
        this.service = service;
        this.recovered = recovered;
        this.toRecover = toRecover;
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
                        .put("recovered", recovered.getAsLong())
                        .put("of", toRecover.getAsLong()));
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
