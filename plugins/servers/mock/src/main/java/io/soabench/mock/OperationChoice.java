package io.soabench.mock;

import io.soabench.plan.MockPlan.MockOperation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which operation a request means: the one whose input element the body holds; when several share it, the one among them
 * with the request's SOAPAction; when none has it, the first with that SOAPAction. (WS-I Basic Profile 1.1, R2710: the
 * body's element tells operations apart; the SOAPAction is a hint.) Immutable.
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
