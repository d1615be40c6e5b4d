package io.soabench.eclipse.run;

/** Run As &gt; SOABench Validate. */
public final class ValidateShortcut extends GoalShortcut {

    /** For the platform. */
    public ValidateShortcut() {
        super(Goal.VALIDATE);
    }
}
