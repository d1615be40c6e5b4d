package io.soabench.eclipse.run;

/** The shortcut <i>Run As &gt; SOABench Validate</i>. */
public final class ValidateShortcut extends GoalShortcut {

    /** For the platform. */
    public ValidateShortcut() {
        super(Goal.VALIDATE);
    }
}
