package io.soabench.plugin;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;

/**
 * A type whose servers serve mocked services, the partners of a process. Its {@link Lifecycle} says where
 * ({@link Lifecycle.Builder#serves}).
 */
public interface MockHost extends ServerType {

    /**
     * The first document of a service for which servers of this type have no place; empty when they can serve it. Asked before anything
     * is written.
     *
     * @param wsdl path of the WSDL within the mock's folder
     * @param documents the WSDL and its imports: paths within the mock's folder, {@code /} as separator
     */
    default Optional<String> misplaced(String wsdl, Collection<String> documents) {
        return Optional.empty();
    }

    /**
     * Adds to the folder of a service instance what servers of this type need beside what every mock host reads
     * (docs/reference/formats.md, <i>Mocks</i>). Equal sources give equal bytes.
     *
     * @param service nothing of it is {@link #misplaced}
     * @param folder with everything but {@code behaviour.trace}, which is another one in each repetition
     */
    default void packageService(ServiceSource service, Path folder) throws IOException {
        // Most hosts read the folder as it is.
    }
}
