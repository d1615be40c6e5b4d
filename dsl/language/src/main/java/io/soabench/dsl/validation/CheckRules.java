package io.soabench.dsl.validation;

import io.soabench.contracts.wsdl.Operation;
import io.soabench.dsl.documents.DataFile;
import io.soabench.dsl.documents.Interfaces;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.FunctionalCheck;
import io.soabench.model.testbed.Process;
import io.soabench.model.testbed.TestbedPackage;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.eclipse.emf.ecore.EAttribute;
import org.eclipse.xtext.validation.Check;

/**
 * Rules for functional checks. Their files exist, are well-formed, and are messages of the operation that clients
 * call.
 */
public final class CheckRules extends Rules {

    /** The greatest number of checks, which are sent one after the other before each repetition. */
    private static final int MOST_REQUESTS = 1_000;

    /** Checks that a process with a check returns an answer. */
    @Check
    public void answered(Process process) {
        Optional<Operation> operation = interfaces().operation(process);
        if (!process.getChecks().isEmpty()
                && process.getCallback() == null
                && operation.filter(each -> each.output().isEmpty()).isPresent()) {
            error(
                    IssueCode.CHECK_ONE_WAY,
                    "process \"" + process.getName() + "\" answers nothing, because its operation \""
                            + operation.get().name() + "\" is one-way; remove its checks",
                    process,
                    TestbedPackage.Literals.PROCESS__CHECKS,
                    0);
        }
    }

    /** Checks that a check sends a request. */
    @Check
    public void times(FunctionalCheck check) {
        if (check.getTimes() == null || check.getTimes() <= MOST_REQUESTS) {
            atLeastOne(
                    check.getTimes(),
                    "number of requests of the check",
                    check,
                    TestbedPackage.Literals.FUNCTIONAL_CHECK__TIMES);
        } else {
            error(
                    IssueCode.TOO_MUCH,
                    "a check of " + check.getTimes() + " requests is a load; send " + MOST_REQUESTS + " at most",
                    check,
                    TestbedPackage.Literals.FUNCTIONAL_CHECK__TIMES);
        }
    }

    /** Checks that request and answer are messages of the operation. */
    @Check
    public void files(FunctionalCheck check) {
        Process process = (Process) check.eContainer();
        message(
                check,
                check.getRequest(),
                TestbedPackage.Literals.FUNCTIONAL_CHECK__REQUEST,
                interfaces().requestElement(process),
                "\"" + process.getName() + "\" expects ");
        message(
                check,
                check.getAnswer(),
                TestbedPackage.Literals.FUNCTIONAL_CHECK__ANSWER,
                process.getCallback() == null
                        ? interfaces().answerElement(process)
                        : interfaces().callback(process).flatMap(Interfaces::inputElement),
                "\"" + process.getName() + "\" answers ");
    }

    private void message(
            FunctionalCheck check, String file, EAttribute feature, Optional<QName> expected, String whose) {
        Optional<DataFile> data =
                existing(file, check, feature, INSIGNIFICANT_INDEX).map(DataFile::read);
        if (data.isEmpty()) {
            return;
        }
        if (data.get().problem().isPresent()) {
            error(
                    IssueCode.DATA_INVALID,
                    "file \"" + file + "\" " + data.get().problem().get(),
                    check,
                    feature);
            return;
        }
        expected.flatMap(element -> data.get().mismatch(element, whose))
                .ifPresent(mismatch -> error(IssueCode.DATA_ROOT, "file \"" + file + "\" " + mismatch, check, feature));
    }
}
