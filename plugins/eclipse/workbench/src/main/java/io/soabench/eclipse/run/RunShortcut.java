package io.soabench.eclipse.run;

/** The shortcut Run As &gt; SOABench. */
public final class RunShortcut extends GoalShortcut {

    /** Creates the shortcut for the platform. */
    public RunShortcut() {
        super(Goal.RUN);
    }
}
