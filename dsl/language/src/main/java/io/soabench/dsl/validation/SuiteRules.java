package io.soabench.dsl.validation;

import io.soabench.model.Dimension;
import io.soabench.model.testbed.TestSuite;
import io.soabench.model.testbed.TestbedPackage;
import org.eclipse.xtext.validation.Check;

/** Suites: they have cases, and their times are possible. */
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

    /** Cases are run, and times are times. */
    @Check
    public void numbers(TestSuite suite) {
        atLeastOne(suite.getRepeat(), "repeat", suite, TestbedPackage.Literals.TEST_SUITE__REPEAT);
        notNegative(Dimension.TIME, suite.getWarmUp(), "warm up");
        positive(Dimension.TIME, suite.getMeasure(), "measure");
        positive(Dimension.TIME, suite.getTimeOut(), "time-out");
        notNegative(Dimension.TIME, suite.getDrain(), "drain");
    }
}
