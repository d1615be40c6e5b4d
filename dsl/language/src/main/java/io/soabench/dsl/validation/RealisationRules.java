package io.soabench.dsl.validation;

import io.soabench.dsl.documents.ModelDocuments;
import io.soabench.languages.ProcessFile;
import io.soabench.model.CaseExpansion;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.Invocable;
import io.soabench.model.testbed.ProcessLanguage;
import io.soabench.model.testbed.Realisation;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.TestCase;
import io.soabench.model.testbed.TestbedPackage;
import io.soabench.model.testbed.WhiteBoxProcess;
import io.soabench.model.testbed.Workload;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.Set;
import org.eclipse.xtext.validation.Check;

/** Rules for the files of processes. They can be read, and each engine finds one in its language. */
public final class RealisationRules extends Rules {

    /** Checks that the file is there, and engines of its language can run it. */
    @Check
    public void file(Realisation realisation) {
        existing(realisation.getFile(), realisation, TestbedPackage.Literals.REALISATION__FILE, INSIGNIFICANT_INDEX);
        files().file(realisation).map(ProcessFile::problems).map(ModelDocuments::causes).stream()
                .flatMap(problems -> problems.stream())
                .forEach(problem -> error(
                        IssueCode.ofFile(realisation.getLanguage()),
                        ModelDocuments.place(problem),
                        problem.message() + " (" + problem.code() + ")",
                        realisation,
                        TestbedPackage.Literals.REALISATION__FILE));
    }

    /** Checks that a process has one file of each language. */
    @Check
    public void once(WhiteBoxProcess process) {
        Set<ProcessLanguage> seen = EnumSet.noneOf(ProcessLanguage.class);
        for (Realisation realisation : process.getRealisations()) {
            if (!seen.add(realisation.getLanguage())) {
                error(
                        IssueCode.REALISATION_TWICE,
                        "process \"" + process.getName() + "\" has two files in "
                                + realisation.getLanguage().getLiteral()
                                + "; remove one, or give it a process of its own",
                        realisation,
                        TestbedPackage.Literals.REALISATION__FILE);
            }
        }
    }

    /** Checks that each engine of a case runs a language in which each process of the case has a file. */
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
            ProcessLanguage language = engine.getType().getLanguage();
            for (Invocable target : called) {
                if (known(target) && target instanceof WhiteBoxProcess process && !isWritten(process, language)) {
                    error(
                            IssueCode.REALISATION_MISSING,
                            "engine \"" + engine.getName() + "\" runs " + language.getLiteral() + ", and process \""
                                    + process.getName() + "\" has no file in that language; "
                                    + (language == ProcessLanguage.BPEL
                                            ? "state its contract by: "
                                            : "add to the process: ")
                                    + language.getLiteral() + " \"<file>\"",
                            testCase,
                            null);
                }
            }
        }
    }

    private static boolean isWritten(WhiteBoxProcess process, ProcessLanguage language) {
        return language == ProcessLanguage.BPEL
                ? process.getContract() == null
                : process.getRealisations().stream().anyMatch(each -> each.getLanguage() == language);
    }
}
