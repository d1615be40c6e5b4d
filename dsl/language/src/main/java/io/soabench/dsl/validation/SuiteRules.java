package io.soabench.dsl.validation;

import io.soabench.model.testbed.TestSuite;
import io.soabench.model.testbed.TestbedPackage;
import org.eclipse.xtext.validation.Check;

/** Suites: they have cases. What they say of times is up to {@link ScheduleRules}. */
public final class SuiteRules extends Rules {

    /** There is something to run. */
    @Check
    public void notEmpty(TestSuite suite) {
        if (suite.getCases().isEmpty()) {
            error(
                    "suite-empty",
                    "suite \"" + suite.getName()
                            + "\" has no cases; add: case on <engine> for process in (…), workload in (…)",
                    suite,
                    TestbedPackage.Literals.NAMED_ELEMENT__NAME);
        }
    }
}
