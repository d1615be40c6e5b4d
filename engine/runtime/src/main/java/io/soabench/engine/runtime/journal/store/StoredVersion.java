package io.soabench.engine.runtime.journal.store;

import io.soabench.engine.runtime.journal.record.RecordedEvent.Deployed;
import java.util.Objects;

/**
 * A version of a process with a stored archive. Immutable.
 *
 * @param deployment the record of its deployment
 * @param undeployed whether the version takes no new messages, because it was undeployed or replaced; its instances go
 *     on
 */
public record StoredVersion(Deployed deployment, boolean undeployed) {

    /** Rejects null. */
    public StoredVersion {
        Objects.requireNonNull(deployment, "deployment");
    }

    /** Returns the number of the version. */
    public long version() {
        return deployment.version();
    }

    /** Returns the name of the deployment. */
    public String name() {
        return deployment.name();
    }
}
