package io.soabench.engine.runtime.expression;

import io.soabench.engine.runtime.expression.budget.EvaluationBudget;
import io.soabench.engine.runtime.xml.Element;
import java.time.OffsetDateTime;
import java.util.Map;

/** A style sheet of a process (WS-BPEL 2.0, section 8.4). Thread-safe. */
public interface StyleSheet {
    /**
     * Transforms an element.
     *
     * @param source the element
     * @param parameters values by name, in Clark notation; an element or attribute is a node for the style sheet, and a list is a set
     *     of nodes
     * @param now the time and the zone of the style sheet
     * @param budget the budget of the evaluation
     * @return an element or a text
     * @throws io.soabench.engine.runtime.fault.FaultException subLanguageExecutionFault, or limitExceeded when it costs
     *     too much
     */
    Object transform(Element source, Map<String, Object> parameters, OffsetDateTime now, EvaluationBudget budget);
}
