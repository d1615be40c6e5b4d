package io.soabench.analyzer.database;

import io.soabench.analyzer.folder.ServiceUse;
import io.soabench.plan.CallOutcome;
import java.util.Arrays;
import java.util.List;

/** The calls of an operation of a service instance that failed in one way, as planned. */
record ServiceFailure(ServiceUse use, CallOutcome kind, long calls) {

    /** Returns an element for each operation and each way in which its calls failed. */
    static List<ServiceFailure> of(List<ServiceUse> uses) {
        return uses.stream()
                .flatMap(use -> Arrays.stream(CallOutcome.values())
                        .filter(use.failures()::containsKey)
                        .map(kind ->
                                new ServiceFailure(use, kind, use.failures().get(kind))))
                .toList();
    }
}
