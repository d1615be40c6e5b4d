package io.soabench.eclipse.run;

/** The shortcut Run As &gt; SOABench Validate. */
public final class ValidateShortcut extends GoalShortcut {

    /** Creates the shortcut for the platform. */
    public ValidateShortcut() {
        super(Goal.VALIDATE);
    }
}
