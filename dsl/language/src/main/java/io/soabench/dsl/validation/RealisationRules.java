package io.soabench.dsl.validation;

import io.soabench.contracts.source.Problem;
import io.soabench.dsl.documents.ModelDocuments;
import io.soabench.languages.ProcessFile;
import io.soabench.model.CaseExpansion;
import io.soabench.model.Realisations;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.Invocable;
import io.soabench.model.testbed.Realisation;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.TestCase;
import io.soabench.model.testbed.TestbedPackage;
import io.soabench.model.testbed.WhiteBoxProcess;
import io.soabench.model.testbed.Workload;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.xtext.validation.Check;

/** Rules for the files of processes. They can be read, and each engine finds one in its language. */
public final class RealisationRules extends Rules {

    /** Checks that the file is there, and engines of its language can run it. */
    @Check
    public void file(Realisation realisation) {
        existing(realisation.getFile(), realisation, TestbedPackage.Literals.REALISATION__FILE, INSIGNIFICANT_INDEX);
        Optional<ProcessFile> file = files().file(realisation);
        Optional<Problem> choice = file.flatMap(ProcessFile::choiceProblem);
        file.map(ProcessFile::problems).map(ModelDocuments::causes).stream()
                .flatMap(problems -> problems.stream())
                .filter(problem -> !choice.equals(Optional.of(problem)))
                .forEach(problem -> error(
                        IssueCode.ofFile(realisation.getLanguage()),
                        ModelDocuments.place(problem),
                        problem.message() + " (" + problem.code() + ")",
                        realisation,
                        TestbedPackage.Literals.REALISATION__FILE));
        choice.ifPresent(problem -> error(
                IssueCode.BPMN_NO_PROCESS,
                problem.message(),
                realisation,
                realisation.getProcess() == null
                        ? TestbedPackage.Literals.REALISATION__FILE
                        : TestbedPackage.Literals.REALISATION__PROCESS));
    }

    /** Checks that a process has one file of each language and variant. */
    @Check
    public void once(WhiteBoxProcess process) {
        Set<List<Object>> seen = new HashSet<>();
        for (Realisation realisation : process.getRealisations()) {
            if (!seen.add(Arrays.asList(realisation.getLanguage(), realisation.getVariant()))) {
                String language = realisation.getLanguage().getLiteral();
                String remedy = realisation.getVariant() == null
                        ? "; remove one, or name it as a variant by: " + language + " \"" + realisation.getFile() + "\""
                                + (realisation.getProcess() == null
                                        ? ""
                                        : " process \"" + realisation.getProcess() + "\"")
                                + " as <name>"
                        : "; remove one, or give it another name";
                error(
                        IssueCode.REALISATION_TWICE,
                        "process \"" + process.getName() + "\" has two files in " + language
                                + (realisation.getVariant() == null
                                        ? ""
                                        : " of the variant \"" + realisation.getVariant() + "\"")
                                + remedy,
                        realisation,
                        TestbedPackage.Literals.REALISATION__FILE);
            }
        }
    }

    /** Checks that only engines name a variant of the processes. */
    @Check
    public void variant(Server server) {
        if (server.getVariant() != null
                && known(server.getType())
                && !server.getType().isRunsProcesses()) {
            error(
                    IssueCode.SERVER_DOES_NOT_RUN_PROCESSES,
                    "server \"" + server.getName() + "\" of type \""
                            + server.getType().getName() + "\" does not run processes; remove: runs "
                            + server.getVariant(),
                    server,
                    TestbedPackage.Literals.SERVER__VARIANT);
        }
    }

    /** Checks that each engine of a case has a file to run of each process of the case. */
    @Check
    public void runnable(TestCase testCase) {
        Set<Invocable> called = new LinkedHashSet<>(CaseExpansion.dimension(whole(testCase), testCase));
        for (Workload workload : CaseExpansion.workloads(whole(testCase), testCase)) {
            called.addAll(CaseExpansion.processes(workload));
        }
        for (Server engine : CaseExpansion.engines(whole(testCase), testCase)) {
            if (!known(engine) || !known(engine.getType()) || !engine.getType().isRunsProcesses()) {
                continue;
            }
            for (Invocable target : called) {
                if (known(target) && target instanceof WhiteBoxProcess process) {
                    Realisations.missing(process, engine)
                            .ifPresent(why -> error(IssueCode.REALISATION_MISSING, why, testCase, null));
                }
            }
        }
    }
}
