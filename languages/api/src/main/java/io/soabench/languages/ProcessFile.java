package io.soabench.languages;

import io.soabench.contracts.source.Problem;
import io.soabench.plan.CallTree;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** A process in a file of some language, as far as the tool has to know it. Immutable. */
public interface ProcessFile {

    /** Returns the file as it was named. */
    String file();

    /** Returns the problems for which no engine can run it, sorted by place. */
    List<Problem> problems();

    /** Returns the processes that the file defines, in document order; empty for a language whose files are one process each. */
    List<DefinedProcess> processes();

    /** Returns the one of the {@link #problems} for which it is unknown which process of the file is meant; empty where that is known. */
    Optional<Problem> choiceProblem();

    /** Returns the id of the process that engines run, where the file defines others, too. */
    Optional<String> chosen();

    /** Returns the calls of partners in document order; empty where the file cannot be read. */
    List<PartnerCall> partnerCalls();

    /**
     * Returns the calls of partners that the process prescribes, as a tree.
     *
     * @param oneWay the calls that wait for no answer
     * @return empty where the file does not state them all
     */
    Optional<CallTree> prescribedCalls(Predicate<PartnerCall> oneWay);

    /** Returns the places where the file breaks a contract, sorted. */
    List<Problem> problems(MessageContract contract);

    /** Returns the code of problems with the contract, for example {@code BPMN-CONTRACT}. */
    String contractCode();
}
