package io.soabench.contracts.wsdl;

import io.soabench.contracts.source.Location;
import java.util.List;
import java.util.Map;

/**
 * A WSDL document.
 *
 * @param file the name it was read under
 * @param targetNamespace empty if there is none
 * @param namespaces the prefixes in scope at its {@code definitions} element
 * @param imports the names of the WSDL documents it imports
 * @param location its {@code definitions} element
 */
public record WsdlDocument(
        String file, String targetNamespace, Map<String, String> namespaces, List<String> imports, Location location) {
    public WsdlDocument {
        imports = List.copyOf(imports);
    }
}
