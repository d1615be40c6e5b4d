package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.List;
import java.util.Set;

/**
 * A compiled process. Immutable, shared by all its instances.
 *
 * @param name name of the process
 * @param root the process as an activity
 * @param provided the operations it provides
 * @param consumed the operations it calls
 * @param partnerLinks names of its partner links, by number
 * @param uncorrelated numbers of operations which a running instance may receive by no correlation values at all
 * @param actsOnConflicts whether the process would notice a {@code conflictingReceive}: a fault handler takes it, or a compensation or termination
 *     handler may run because of it
 */
public record Program(
        QualifiedName name,
        Activity root,
        List<ServiceOperation> provided,
        List<PartnerOperation> consumed,
        List<String> partnerLinks,
        Set<Integer> uncorrelated,
        boolean actsOnConflicts) {
    /** Copies the lists. */
    public Program {
        provided = List.copyOf(provided);
        consumed = List.copyOf(consumed);
        partnerLinks = List.copyOf(partnerLinks);
        uncorrelated = Set.copyOf(uncorrelated);
    }

    /** The operation that takes the same messages as one of another version of the process; null when there is none. */
    ServiceOperation counterpart(ServiceOperation other) {
        for (ServiceOperation operation : provided) {
            if (operation.partnerLinkName().equals(other.partnerLinkName())
                    && operation.name().equals(other.name())
                    && operation.isOneWay() == other.isOneWay()
                    && operation.input().isLike(other.input())
                    && (operation.isOneWay() || operation.output().isLike(other.output()))) {
                return operation;
            }
        }
        return null;
    }
}
