package io.soabench.analyzer.folder;

import io.soabench.analyzer.stat.DurationSummary;
import io.soabench.analyzer.stat.SortedSample;
import io.soabench.plan.CallOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The answers of an operation of a mocked service instance.
 *
 * @param failures planned failures by kind
 * @param plannedMeanMs average of the planned response times
 * @param errorP99Ms 99th percentile of |real − planned|
 */
public record ServiceUse(
        String service,
        long instance,
        String operation,
        long calls,
        long plannedFailures,
        Map<CallOutcome, Long> failures,
        long notUnderstood,
        long untraced,
        DurationSummary response,
        double plannedMeanMs,
        double errorP99Ms) {

    /** Returns an element for each operation that was called, in the order of the first calls. */
    public static List<ServiceUse> of(PartnerCalls calls) {
        List<ServiceUse> all = new ArrayList<>();
        for (PartnerCalls.Operation operation : calls.operations()) {
            long[] responses = operation.responsesNs();
            long[] errors = new long[responses.length];
            double planned = 0;
            for (int i = 0; i < responses.length; i++) {
                planned += operation.plannedNs(i) / 1e6;
                errors[i] = Math.abs(responses[i] - operation.plannedNs(i));
            }
            all.add(new ServiceUse(
                    operation.service(),
                    operation.instance(),
                    operation.operation(),
                    operation.calls(),
                    operation.failed(),
                    operation.failures(),
                    operation.bad(),
                    operation.untraced(),
                    DurationSummary.of(SortedSample.of(responses, responses.length)),
                    responses.length == 0 ? Double.NaN : planned / responses.length,
                    SortedSample.of(errors, errors.length).quantile(0.99) / 1e6));
        }
        return all;
    }
}
