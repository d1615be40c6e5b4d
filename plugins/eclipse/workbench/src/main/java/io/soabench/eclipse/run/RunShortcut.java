package io.soabench.eclipse.run;

/** The shortcut <i>Run As &gt; SOABench</i>. */
public final class RunShortcut extends GoalShortcut {

    /** For the platform. */
    public RunShortcut() {
        super(Goal.RUN);
    }
}
