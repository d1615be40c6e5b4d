package io.soabench.engine.server.group;

import io.soabench.engine.runtime.journal.store.StoredVersion;
import io.soabench.engine.server.durable.VersionRoutes;
import io.soabench.engine.server.durable.VersionStore;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletionException;

/** The deployments that were changed while a durable replica recovered its instances. No state. */
final class VersionCatchUp {
    private static final String PATH = "/deployments/";
    private static final byte[] NO_BYTES = {};

    private VersionCatchUp() {}

    /**
     * Gives a new process the versions that were stored after it was started, and takes those away that were undeployed.
     * The caller prevents further changes.
     *
     * @throws GroupStartException if the process does not take a change; it must be started again then
     */
    static void send(ReplicaProcess started, VersionStore store) throws GroupStartException {
        Set<Long> given = new HashSet<>();
        Set<String> taken = new HashSet<>();
        for (StoredVersion version : started.versions()) {
            given.add(version.version());
            if (!version.undeployed() && store.current(version.name()) == null) {
                taken.add(version.name());
            }
        }
        for (StoredVersion version : store.versions()) {
            if (!version.undeployed() && !given.contains(version.version())) {
                send(started, "PUT", version.name() + "?" + VersionRoutes.query(version), archive(store, version));
            }
        }
        for (String name : taken) {
            send(started, "DELETE", name, NO_BYTES);
        }
    }

    private static byte[] archive(VersionStore store, StoredVersion version) throws GroupStartException {
        try {
            return store.archive(version);
        } catch (IOException e) {
            throw new GroupStartException(e.getMessage(), e);
        }
    }

    private static void send(ReplicaProcess started, String method, String target, byte[] body)
            throws GroupStartException {
        try {
            ReplicaAdmin.Answer answer = started.admin()
                    .ask(method, PATH + target, body, ReplicaAdmin.LATER)
                    .join();
            if (answer.status() / 100 != 2) {
                throw new GroupStartException(
                        "replica " + started.id() + " refuses " + method + " " + target + ": " + answer.body(), null);
            }
        } catch (CompletionException e) {
            throw new GroupStartException(
                    "replica " + started.id() + " does not take " + method + " " + target + ": " + e.getMessage(), e);
        }
    }
}
