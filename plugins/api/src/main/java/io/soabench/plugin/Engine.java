package io.soabench.plugin;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A type whose servers run processes: what is put under test. Its {@link Lifecycle} says how a process is deployed
 * ({@link Lifecycle.Builder#deploys}).
 */
public interface Engine extends ServerType {

    /**
     * Writes the package of a process, ready to be deployed (B10 §4.2).
     *
     * @param process the technology-independent process
     * @param folder an existing, empty folder, which the driver hands to the lifecycle as {@code ${package}}
     * @throws IOException also when servers of this type cannot run that process; the message is for the user
     */
    void packageProcess(ProcessSource process, Path folder) throws IOException;

    /**
     * The model parameter that names the registry in which engines of this type look for partners that are gone: a server of the
     * model that registers services, or the {@code http://} address of an inquiry. Empty when they look in none.
     */
    default String registryParameter() {
        return "";
    }
}
