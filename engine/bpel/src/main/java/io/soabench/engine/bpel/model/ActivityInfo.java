package io.soabench.engine.bpel.model;

import io.soabench.contracts.source.Location;
import java.util.List;
import java.util.Optional;

/**
 * The common part of every activity: its number, its parent, and its links. Immutable.
 *
 * @param id dense in the process, from 0, in document order; also the index in {@link ProcessModel#activities()}
 * @param name as written, empty if there is none
 * @param kind the name of its element, for messages and monitors
 * @param parent the id of the enclosing activity; -1 for the process itself
 * @param scope the number of the scope it runs in (for a scope: the enclosing one, and for the process 0)
 * @param incoming the links that end here
 * @param joinCondition empty means: at least one incoming link is true
 * @param outgoing the links that start here
 * @param suppressJoinFailure the effective value, with inheritance applied
 * @param location its start in the document
 */
public record ActivityInfo(
        int id,
        String name,
        String kind,
        int parent,
        int scope,
        List<Link> incoming,
        Optional<BoundExpression> joinCondition,
        List<BoundLinkSource> outgoing,
        boolean suppressJoinFailure,
        Location location) {
    public ActivityInfo {
        incoming = List.copyOf(incoming);
        outgoing = List.copyOf(outgoing);
    }
}
