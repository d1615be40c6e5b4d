package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.List;
import java.util.Set;

/**
 * A compiled process. Immutable; all its instances share it.
 *
 * @param name the name of the process
 * @param root the process as an activity
 * @param provided the operations that it provides
 * @param consumed the operations that it calls
 * @param partnerLinks the names of its partner links, by number
 * @param uncorrelated the numbers of operations that a running instance may receive without correlation values
 * @param actsOnConflicts whether the process acts on {@code conflictingReceive}: a fault handler catches it, or it may
 *     cause a compensation or termination handler to run
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

    /**
     * Returns the operation that takes the same messages as an operation of another version of the process; null when
     * there is none.
     */
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
