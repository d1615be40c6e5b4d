package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;
import java.util.List;
import java.util.Map;

/**
 * An executable process as written (WS-BPEL 2.0, section 5.2). Immutable.
 *
 * @param name the name of the process
 * @param targetNamespace the target namespace
 * @param queryLanguage the language of queries without one of their own
 * @param expressionLanguage the language of expressions without one of their own
 * @param suppressJoinFailure the value of the attribute, {@code no} by default
 * @param extensions the declared extensions
 * @param imports the imports in document order
 * @param body the declarations, handlers and main activity
 * @param namespaces the prefixes in scope at the process
 * @param location the element
 */
public record BpelProcess(
        String name,
        String targetNamespace,
        String queryLanguage,
        String expressionLanguage,
        boolean suppressJoinFailure,
        List<Extension> extensions,
        List<Import> imports,
        ScopeBody body,
        Map<String, String> namespaces,
        Location location) {
    public BpelProcess {
        extensions = List.copyOf(extensions);
        imports = List.copyOf(imports);
    }
}
