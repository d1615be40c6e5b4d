package io.soabench.model;

import io.soabench.model.testbed.Failure;
import io.soabench.model.testbed.FailureKind;
import io.soabench.model.testbed.Reliability;
import java.util.List;

/**
 * A kind of failure of a service's failing requests, and its share.
 *
 * @param status HTTP status of the kind http; else 0
 * @param share of the failures, from 0 to 1
 */
public record FailureShare(FailureKind kind, int status, double share) {

    /**
     * Returns the kinds of a model in their order, with shares that make 1; kinds without a share in the model get
     * equal parts of the rest.
     */
    static List<FailureShare> of(Reliability reliability) {
        if (reliability.getFailures().isEmpty()) {
            return List.of(new FailureShare(FailureKind.FAULT, 0, 1));
        }
        double rest = 1 - said(reliability);
        long open = reliability.getFailures().stream()
                .filter(failure -> failure.getShare() == null)
                .count();
        return reliability.getFailures().stream()
                .map(failure -> new FailureShare(
                        failure.getKind(),
                        failure.getStatus() == null ? 0 : failure.getStatus(),
                        failure.getShare() == null
                                ? rest / open
                                : Measure.of(failure.getShare()).ratio()))
                .toList();
    }

    /** Returns the sum of the shares in a model. */
    public static double said(Reliability reliability) {
        return reliability.getFailures().stream()
                .map(Failure::getShare)
                .filter(share -> share != null)
                .mapToDouble(share -> Measure.of(share).ratio())
                .sum();
    }

    /** Returns the kind as it is written in a model. */
    public String word() {
        return kind.getLiteral() + (kind == FailureKind.HTTP ? " " + status : "");
    }
}
