package io.soabench.mock;

import io.soabench.plan.MockPlan.MockOperation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The rule that finds the operation of a request. The candidates are the operations whose input element the body holds.
 * If several share it, the request's SOAPAction chooses among them. If none has it, the first operation with that
 * SOAPAction is chosen.
 *
 * <p>Source: WS-I Basic Profile 1.1, R2710: the body's element distinguishes operations; the SOAPAction is a hint.
 * Immutable.
 */
final class OperationChoice {

    private final Map<String, List<MockOperation>> byElement = new HashMap<>();
    private final Map<String, MockOperation> byAction = new HashMap<>();

    OperationChoice(List<MockOperation> operations) {
        for (MockOperation operation : operations) {
            byElement
                    .computeIfAbsent(operation.inputElement(), element -> new ArrayList<>(1))
                    .add(operation);
            if (!operation.soapAction().isEmpty()) {
                byAction.putIfAbsent(operation.soapAction(), operation);
            }
        }
    }

    /**
     * Returns the operation of a request.
     *
     * @param action without quotes, or empty
     * @param element expanded name of the body's element, or empty
     */
    Optional<MockOperation> of(String action, String element) {
        List<MockOperation> candidates = byElement.getOrDefault(element, List.of());
        if (candidates.isEmpty()) {
            return Optional.ofNullable(byAction.get(action));
        }
        if (candidates.size() > 1) {
            for (MockOperation candidate : candidates) {
                if (candidate.soapAction().equals(action)) {
                    return Optional.of(candidate);
                }
            }
        }
        return Optional.of(candidates.get(0));
    }
}
