package io.soabench.maven;

import io.soabench.plan.ExploreRecord;
import java.util.List;

/** An exploration in progress, for loads or for configurations. */
interface TrialSearch {

    /** Goes on until it has ended; returns false when the user ended it before. */
    boolean run();

    /** Returns the findings, one for each engine in their order. */
    List<ExploreRecord> found();

    /** Returns the reason why an engine could not be measured; empty when all could. */
    String problem();
}
