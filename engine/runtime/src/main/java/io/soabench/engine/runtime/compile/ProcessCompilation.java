package io.soabench.engine.runtime.compile;

import io.soabench.contracts.source.Problems;
import io.soabench.engine.bpel.ProcessDefinition;
import io.soabench.engine.bpel.model.ProcessModel;
import java.util.Map;

/**
 * The shared state while one process is compiled: its model, and the compilers of parts that activities of several
 * kinds have.
 */
final class ProcessCompilation {
    final ProcessModel model;
    final Tolerance tolerance;
    final SlotLayout layout;
    final Expressions expressions;
    final CopyCompiler copies;
    final Validation validation;
    final Correlations correlations;
    final Operations operations;
    final MessageExchanges exchanges;
    final Receptions receptions;
    final FlowLinks links;

    /** Compiles the operations; other parts are compiled on demand. */
    ProcessCompilation(ProcessDefinition definition, ProcessModel model, Map<String, byte[]> files, Problems problems) {
        this.model = model;
        tolerance = new Tolerance(definition);
        layout = new SlotLayout(model, definition.wsdl().schemas());
        expressions = new Expressions(
                layout, definition.wsdl(), new StyleSheets(definition.file(), files), tolerance, problems);
        copies = new CopyCompiler(layout, expressions, definition.wsdl(), tolerance, problems.accepted());
        validation = new Validation(model, definition.wsdl(), layout, problems);
        correlations = new Correlations(layout, expressions);
        operations = new Operations(model, new Messages(definition.wsdl(), problems), correlations);
        exchanges = new MessageExchanges(model, layout, operations);
        receptions = new Receptions(layout, correlations, exchanges);
        links = new FlowLinks(model, layout, expressions);
    }
}
