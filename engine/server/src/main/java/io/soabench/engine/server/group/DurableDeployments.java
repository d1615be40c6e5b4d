package io.soabench.engine.server.group;

import io.soabench.engine.runtime.journal.store.StoredVersion;
import io.soabench.engine.server.admin.AdminAnswer;
import io.soabench.engine.server.admin.AdminRoutes;
import io.soabench.engine.server.deploy.Archive;
import io.soabench.engine.server.deploy.RefusedDeploymentException;
import io.soabench.engine.server.durable.VersionRoutes;
import io.soabench.engine.server.durable.VersionStore;
import java.io.IOException;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

/**
 * The deployments of durable replicas that are processes. All replicas check an archive first. Then it is stored, and
 * only then deployed, so that no instance belongs to a version that is not stored. A replica that is being started
 * again gets what is stored.
 *
 * <p>The caller allows one change at a time.
 */
final class DurableDeployments {
    private static final byte[] NO_BYTES = {};
    private static final int OK = 200;
    private static final int CREATED = 201;
    private static final int NO_CONTENT = 204;
    private static final int ACCEPTED = 202;
    private static final int BAD_REQUEST = 400;
    private static final int UNAVAILABLE = 503;

    private final VersionStore versions;
    private final ReplicaQueries replies;

    DurableDeployments(VersionStore versions, ReplicaQueries replies) {
        this.versions = versions;
        this.replies = replies;
    }

    /**
     * Deploys an archive in all replicas. If one of them refuses, none has a change.
     *
     * @param target the path of the deployment
     */
    AdminAnswer put(String name, String target, byte[] zip) {
        byte[] archive;
        try {
            Map<String, byte[]> entries = Archive.unzip(zip);
            archive = Archive.zip(entries);
            if (versions.isCurrent(name, entries)) {
                Map<Integer, ReplicaAdmin.Answer> answers = replies.all("GET", target, NO_BYTES, ReplicaAdmin.LATER);
                AdminAnswer refusal = ReplicaQueries.refusal(answers, OK);
                return refusal == null ? created(answers) : refusal;
            }
        } catch (RefusedDeploymentException e) {
            return AdminRoutes.refused(e);
        }
        Map<Integer, ReplicaAdmin.Answer> checks =
                replies.all("PUT", target + "?" + VersionRoutes.CHECK, archive, ReplicaAdmin.LATER);
        AdminAnswer refusal = ReplicaQueries.refusal(checks, OK);
        if (refusal != null) {
            return refusal;
        }
        long fingerprint = checks.values()
                .iterator()
                .next()
                .body()
                .path(VersionRoutes.FINGERPRINT)
                .longValue();
        StoredVersion before = versions.current(name);
        StoredVersion stored;
        try {
            stored = versions.store(name, archive, fingerprint, ZoneId.systemDefault());
        } catch (RefusedDeploymentException e) {
            return AdminRoutes.refused(e);
        }
        Map<Integer, ReplicaAdmin.Answer> answers = deploy(stored, target, archive);
        refusal = ReplicaQueries.refusal(answers, CREATED);
        if (refusal != null && !answers.isEmpty()) {
            takeBack(name, target, stored, before);
            return refusal;
        }
        // A replica that has not deployed what is stored must not go on without it.
        replies.endAllBut(answers, status -> true);
        return refusal == null ? created(answers) : refusal;
    }

    private Map<Integer, ReplicaAdmin.Answer> deploy(StoredVersion stored, String target, byte[] archive) {
        return replies.all("PUT", target + "?" + VersionRoutes.query(stored), archive, ReplicaAdmin.LATER);
    }

    private static AdminAnswer created(Map<Integer, ReplicaAdmin.Answer> answers) {
        return new AdminAnswer(CREATED, ReplicaQueries.together(answers));
    }

    /** Deploys the version before again, as a newer one, after a replica has refused a version that it had checked. */
    private void takeBack(String name, String target, StoredVersion stored, StoredVersion before) {
        if (before == null) {
            versions.undeployed(stored.version());
            Map<Integer, ReplicaAdmin.Answer> answers = replies.all("DELETE", target, NO_BYTES, ReplicaAdmin.LATER);
            replies.endAllBut(answers, status -> true);
            return;
        }
        try {
            byte[] archive = versions.archive(before);
            StoredVersion again =
                    versions.store(name, archive, before.deployment().fingerprint(), VersionStore.zone(before));
            replies.endAllBut(deploy(again, target, archive), status -> status == CREATED);
        } catch (IOException | RefusedDeploymentException e) {
            throw new IllegalStateException("The version before '" + name + "' cannot be deployed again.", e);
        }
    }

    /**
     * Removes a deployment from all replicas.
     *
     * @param target the path of the deployment
     * @param query empty, or the order to end its instances
     */
    AdminAnswer delete(String name, String target, String query) {
        String asked = query.isEmpty() ? target : target + "?" + query;
        if (!query.isEmpty() && !query.equals(AdminRoutes.TERMINATE)) {
            return replies.firstKnown(replies.all("DELETE", asked, NO_BYTES, ReplicaAdmin.LATER));
        }
        List<Integer> missing = replies.missing();
        if (!query.isEmpty() && !missing.isEmpty()) {
            return AdminAnswer.sentence(
                    UNAVAILABLE,
                    "Replicas " + missing + " are being started again, and their instances cannot be ended now; ask"
                            + " again when GET /health names none.");
        }
        StoredVersion current = versions.current(name);
        if (current != null) {
            versions.undeployed(current.version());
        }
        Map<Integer, ReplicaAdmin.Answer> answers = replies.all("DELETE", asked, NO_BYTES, ReplicaAdmin.LATER);
        replies.endAllBut(answers, status -> true);
        long ended = 0;
        boolean anyKnown = current != null;
        for (ReplicaAdmin.Answer answer : answers.values()) {
            if (answer.status() == BAD_REQUEST || answer.status() == ACCEPTED) {
                return ReplicaQueries.answer(answer);
            }
            anyKnown |= answer.status() / 100 == 2;
            ended += answer.body().path("ended").longValue();
        }
        if (!anyKnown) {
            return replies.firstKnown(answers);
        }
        if (query.isEmpty()) {
            return new AdminAnswer(NO_CONTENT, null);
        }
        return answers.size() < replies.size()
                ? AdminAnswer.sentence(
                        UNAVAILABLE, "A replica has not answered, and its instances may not be ended; ask again.")
                : new AdminAnswer(OK, AdminAnswer.object().put("ended", ended));
    }
}
