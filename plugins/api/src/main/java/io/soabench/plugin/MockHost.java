package io.soabench.plugin;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;

/**
 * A server type whose servers serve mocked services, the partners of a process. Its {@link Lifecycle} names their
 * addresses ({@link Lifecycle.Builder#serves}).
 */
public interface MockHost extends ServerType {

    /**
     * Returns the first document of a service for which servers of this type have no place. The compiler asks before it
     * writes a file.
     *
     * @param wsdl path of the WSDL within the mock's folder
     * @param documents the WSDL and its imports: paths within the mock's folder, {@code /} as separator
     * @return empty when servers of this type can serve it
     */
    default Optional<String> misplaced(String wsdl, Collection<String> documents) {
        return Optional.empty();
    }

    /** Returns whether servers of this type also serve services by SOAP 1.2; all of them serve by SOAP 1.1. */
    default boolean speaksSoap12() {
        return false;
    }

    /** Returns whether servers of this type can serve several operations of one name. */
    default boolean servesOverloads() {
        return false;
    }

    /**
     * Adds to the folder of a service instance the files that servers of this type need beside the common ones
     * (docs/reference/formats.md, <i>Mocks</i>). Equal sources give equal bytes.
     *
     * @param service source without a {@link #misplaced} document
     * @param folder complete except for {@code behaviour.trace}, which differs between repetitions
     */
    default void packageService(ServiceSource service, Path folder) throws IOException {
        // Most hosts read the folder as it is.
    }
}
