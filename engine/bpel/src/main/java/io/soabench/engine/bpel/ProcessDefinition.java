package io.soabench.engine.bpel;

import io.soabench.contracts.source.Leniency;
import io.soabench.contracts.source.Problem;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.engine.bpel.model.ProcessModel;
import io.soabench.engine.bpel.profile.InvocationProfile;
import io.soabench.engine.bpel.syntax.BpelProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A process read from its documents. It has the process as written, its WSDL definitions and, if there is no problem,
 * the model with all names looked up. Immutable and thread-safe; {@link WsdlDefinitions#schemas()} is an exception.
 */
public final class ProcessDefinition {
    /**
     * The codes of problems that an engine may leave to run time, each with the standard fault that it must raise then.
     * The key is the number of the rule in WS-BPEL 2.0, appendix B.
     */
    public static final Map<String, String> TOLERABLE = Map.of(
            "SA00027", "subLanguageExecutionFault",
            "SA00043", "mismatchedAssignmentFailure",
            "SA00060", "conflictingRequest",
            "SA00074", "invalidExpressionValue",
            "SA00075", "invalidBranchCondition",
            "SA00094", "mismatchedAssignmentFailure",
            "XPATH-FUNCTION", "subLanguageExecutionFault",
            "XPATH-PREFIX", "subLanguageExecutionFault",
            "XPATH-SYNTAX", "subLanguageExecutionFault");

    private final String file;
    private final Optional<BpelProcess> source;
    private final WsdlDefinitions wsdl;
    private final Optional<ProcessModel> model;
    private final List<Problem> problems;
    private final List<Problem> warnings;

    ProcessDefinition(
            String file,
            Optional<BpelProcess> source,
            WsdlDefinitions wsdl,
            Optional<ProcessModel> model,
            List<Problem> problems,
            List<Problem> warnings) {
        this.warnings = List.copyOf(warnings);
        this.file = file;
        this.source = source;
        this.wsdl = wsdl;
        this.model = model;
        this.problems = List.copyOf(problems);
    }

    /**
     * Loads a process from disk with the documents it imports.
     *
     * @param bpel the process
     * @param extraWsdls further WSDL documents, for instance with services and bindings; documents that the process itself uses
     *     must be imported
     */
    public static ProcessDefinition load(Path bpel, List<Path> extraWsdls) {
        return load(bpel, extraWsdls, Set.of());
    }

    /**
     * Loads a process from disk, with some deviations from standard WS-BPEL whose meaning is clear.
     *
     * @param accepted the deviations that become warnings
     */
    public static ProcessDefinition load(Path bpel, List<Path> extraWsdls, Set<Leniency> accepted) {
        return ProcessLoading.onDisk(bpel, extraWsdls, accepted);
    }

    /**
     * Loads a process from memory, for instance from a deployment archive.
     *
     * @param bpel the name of the process among the entries
     * @param entries all files by name, with {@code /} between folders; every {@code .wsdl} among them is read for its
     *     services
     */
    public static ProcessDefinition load(String bpel, Map<String, byte[]> entries) {
        return load(bpel, entries, Set.of());
    }

    /**
     * Loads a process from memory, with some deviations from standard WS-BPEL whose meaning is clear.
     *
     * @param accepted the deviations that become warnings
     */
    public static ProcessDefinition load(String bpel, Map<String, byte[]> entries, Set<Leniency> accepted) {
        return ProcessLoading.inMemory(bpel, entries, accepted);
    }

    /** Returns the name of the document of the process. */
    public String file() {
        return file;
    }

    /** Returns all problems, sorted by place. */
    public List<Problem> problems() {
        return problems;
    }

    /** Returns the accepted deviations from the standard, sorted by place. */
    public List<Problem> warnings() {
        return warnings;
    }

    /** Returns true if there is no problem, so that there is a model. */
    public boolean isValid() {
        return source.isPresent() && problems.isEmpty();
    }

    /** Returns the process as written; empty if its document cannot be read. */
    public Optional<BpelProcess> source() {
        return source;
    }

    /** Returns the definitions of all documents that the process refers to. */
    public WsdlDefinitions wsdl() {
        return wsdl;
    }

    /**
     * Returns the model of a process whose problems, if any, have a fault of the standard at run time:
     * {@link #TOLERABLE}. An engine that runs such a process must raise that fault. It must handle an expression that
     * is not XPath as one without variables.
     */
    public Optional<ProcessModel> tolerantModel() {
        return model.filter(found -> problems.stream().allMatch(problem -> TOLERABLE.containsKey(problem.code())));
    }

    /**
     * Returns the partner calls that the process prescribes.
     *
     * @throws IllegalStateException if there are problems
     */
    public InvocationProfile profile() {
        return InvocationProfile.of(model());
    }

    /**
     * Returns the process with all names looked up.
     *
     * @throws IllegalStateException if there are problems, see {@link #isValid()}
     */
    public ProcessModel model() {
        return model.filter(found -> isValid())
                .orElseThrow(() -> new IllegalStateException("'" + file + "' has " + problems.size()
                        + " problems and no model; the first is " + problems.get(0)));
    }
}
