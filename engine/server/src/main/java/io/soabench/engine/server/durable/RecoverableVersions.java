package io.soabench.engine.server.durable;

import io.soabench.engine.runtime.journal.store.StoredVersion;
import java.io.IOException;
import java.util.List;

/** The stored versions of processes, as the start of an engine deploys them again. */
interface RecoverableVersions {
    /** Returns the versions that have an archive, in the order of their deployment. */
    List<StoredVersion> versions();

    /**
     * Returns the archive of a version.
     *
     * @throws IOException if the archive is missing or damaged
     */
    byte[] archive(StoredVersion version) throws IOException;

    /**
     * Deletes the archives of the versions that are not kept.
     *
     * @throws IOException if the disk fails
     */
    void keepOnly(List<StoredVersion> kept) throws IOException;
}
