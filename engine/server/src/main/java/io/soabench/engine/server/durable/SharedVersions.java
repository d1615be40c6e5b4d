package io.soabench.engine.server.durable;

import io.soabench.engine.runtime.journal.store.DeploymentStore;
import io.soabench.engine.runtime.journal.store.StoredVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The versions of processes for a replica that is a process. Its parent has the store open and has listed the versions;
 * the replica reads their archives, and changes nothing. Immutable.
 *
 * @param folder the folder of the engine
 * @param versions the versions, in the order of their deployment
 */
record SharedVersions(Path folder, List<StoredVersion> versions) implements RecoverableVersions {
    SharedVersions {
        versions = List.copyOf(versions);
    }

    @Override
    public byte[] archive(StoredVersion version) throws IOException {
        return DeploymentStore.archive(folder, version);
    }

    @Override
    public void keepOnly(List<StoredVersion> kept) {
        // Instances of other replicas may need the others.
    }
}
