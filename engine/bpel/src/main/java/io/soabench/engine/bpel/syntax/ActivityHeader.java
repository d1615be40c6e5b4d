package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Expression;
import io.soabench.contracts.source.Location;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The standard attributes and elements of an activity (WS-BPEL 2.0, section 10.1 and 10.2).
 *
 * @param name as written
 * @param suppressJoinFailure empty if it is inherited
 * @param targets in document order
 * @param joinCondition of the targets
 * @param sources in document order
 * @param namespaces the prefixes in scope at the activity
 * @param location the start of its element
 */
public record ActivityHeader(
        Optional<String> name,
        Optional<Boolean> suppressJoinFailure,
        List<LinkTarget> targets,
        Optional<Expression> joinCondition,
        List<LinkSource> sources,
        Map<String, String> namespaces,
        Location location) {
    public ActivityHeader {
        targets = List.copyOf(targets);
        sources = List.copyOf(sources);
    }

    /** Returns the name as {@code '…'}, or a stand-in for messages. */
    public String label() {
        return name.map(text -> "'" + text + "'").orElse("without name");
    }
}
