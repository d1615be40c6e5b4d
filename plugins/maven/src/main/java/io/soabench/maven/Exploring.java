package io.soabench.maven;

import io.soabench.plan.ExploreRecord;
import java.util.List;

/** An exploration under way, whatever it searches for. */
interface Exploring {

    /** Goes on until it has ended; false when the user ended it before. */
    boolean run();

    /** What was found, one for each engine in their order. */
    List<ExploreRecord> found();

    /** Why an engine could not be measured; empty when all could. */
    String problem();
}
