package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.List;
import java.util.function.Consumer;

/** A registry of partner addresses, for example by UDDI. Thread-safe; never blocks the caller. */
@FunctionalInterface
public interface PartnerRegistry {
    /**
     * Asks for the partners that offer a port type.
     *
     * @param portType the name of a WSDL port type
     * @param answer called once, on any thread, with the addresses in the registry; with an empty list when the
     *     registry has none or does not answer in time
     */
    void find(QualifiedName portType, Consumer<List<String>> answer);
}
