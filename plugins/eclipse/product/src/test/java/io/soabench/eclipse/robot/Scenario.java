package io.soabench.eclipse.robot;

import java.util.ArrayList;
import java.util.List;

/** What the robot does, in this order; the names are those of the test's methods. */
final class Scenario {

    private Scenario() {}

    static List<Step> steps(Hands hands) {
        List<Step> all = new ArrayList<>(new StartSteps(hands).steps());
        all.addAll(new SourceSteps(hands).steps());
        all.addAll(new ModelSteps(hands).steps());
        all.addAll(new RunSteps(hands).steps());
        return all;
    }
}
