package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;
import java.util.List;
import java.util.Map;

/**
 * An executable process as written.
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
