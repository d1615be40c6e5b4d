package io.soabench.engine.runtime.compile;

import io.soabench.contracts.source.Problems;
import io.soabench.engine.bpel.ProcessDefinition;
import io.soabench.engine.bpel.model.PartnerLink;
import io.soabench.engine.bpel.model.ProcessModel;
import io.soabench.engine.runtime.kernel.Activity;
import io.soabench.engine.runtime.kernel.Program;
import java.util.Map;
import java.util.Optional;

/** A compiler of processes: from the model of one to the program that runs. */
public final class ProcessCompiler {
    private ProcessCompiler() {}

    /**
     * Compiles a process that uses no style sheets.
     *
     * @throws UncompilableProcessException when this engine cannot run it
     */
    public static Program compile(ProcessDefinition definition) throws UncompilableProcessException {
        return compile(definition, Map.of());
    }

    /**
     * Compiles a process whose problems, if any, are {@link ProcessDefinition#TOLERABLE}: they become faults at run time.
     *
     * @param definition the process
     * @param files all files that may hold style sheets, by name; their addresses are relative to the process
     * @throws UncompilableProcessException when it has other problems or this engine cannot run it
     */
    public static Program compile(ProcessDefinition definition, Map<String, byte[]> files)
            throws UncompilableProcessException {
        return compile(definition, files, new Problems());
    }

    /**
     * Compiles as {@link #compile(ProcessDefinition, Map)} does.
     *
     * @param problems gets the problems found, and knows which are accepted
     * @throws UncompilableProcessException when there are problems that are not accepted
     */
    public static Program compile(ProcessDefinition definition, Map<String, byte[]> files, Problems problems)
            throws UncompilableProcessException {
        Optional<ProcessModel> model = definition.tolerantModel();
        if (model.isEmpty()) {
            throw new UncompilableProcessException(definition.problems());
        }
        return program(new ProcessCompilation(definition, model.get(), files, problems), problems);
    }

    private static Program program(ProcessCompilation compilation, Problems problems)
            throws UncompilableProcessException {
        ProcessModel model = compilation.model;
        Activity root = new ActivityCompiler(compilation).activity(model.root());
        compilation.tolerance.rest(problems);
        if (!problems.isEmpty()) {
            throw new UncompilableProcessException(problems.list());
        }
        return new Program(
                SlotLayout.name(model.name()),
                root,
                compilation.operations.provided(),
                compilation.operations.consumed(),
                model.partnerLinks().stream().map(PartnerLink::name).toList(),
                compilation.operations.uncorrelated(),
                Scopes.actOnConflicts(model));
    }
}
