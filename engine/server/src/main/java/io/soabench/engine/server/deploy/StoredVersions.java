package io.soabench.engine.server.deploy;

import io.soabench.engine.runtime.kernel.Deployment;
import java.util.Map;

/** The versions of processes that a durable engine stores for its next start. One call at a time. */
public interface StoredVersions {
    /** The store of an engine that is not durable: it stores nothing. */
    StoredVersions NONE = new StoredVersions() {
        @Override
        public boolean isCurrent(String name, Map<String, byte[]> entries) {
            return false;
        }

        @Override
        public void store(String name, Map<String, byte[]> entries, Deployment deployment) {
            // The version ends with the engine.
        }

        @Override
        public void undeployed(Deployment deployment) {
            // The version ends with the engine.
        }
    };

    /** Returns true if these files are the version of a name that takes new messages. */
    boolean isCurrent(String name, Map<String, byte[]> entries);

    /**
     * Records a version in place of the current one of its name, before any message reaches it.
     *
     * @param entries its files by name
     * @param deployment the version, which is {@link Deployment#stored stored} when this returns
     * @throws RefusedDeploymentException if there is no room; nothing has changed then
     */
    void store(String name, Map<String, byte[]> entries, Deployment deployment) throws RefusedDeploymentException;

    /**
     * Records that a version takes no new messages.
     *
     * @throws java.io.UncheckedIOException if there is no room; nothing has changed then
     */
    void undeployed(Deployment deployment);
}
