package io.soabench.maven.store;

import io.soabench.plan.FileFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The entry of a run in the index, as {@value #NAME} in the folder of the run has it. It is made once, when the run is
 * published, so that later versions can make the index without the database.
 *
 * @param format version of this format, {@link #FORMAT}
 * @param id name of the run
 * @param profile that was chosen; empty without one
 * @param modelHash of the model and all its files
 * @param soabench version of the tool that made the run; empty when unknown
 * @param startedAt ISO 8601 instant
 * @param endedAt ISO 8601 instant
 * @param state completed or failed
 * @param conclusion validity and objectives as a sentence
 * @param answers first sentences of the report, one for each pair of engines and workload
 */
@FileFormat(
        version = PublishedRun.FORMAT,
        remedy = "make the index with the version that published the run, or a later one")
record PublishedRun(
        int format,
        String testbed,
        String title,
        String id,
        String profile,
        long seed,
        String modelHash,
        String soabench,
        String startedAt,
        String endedAt,
        String state,
        Repetitions repetitions,
        ObjectiveCounts objectives,
        List<Engine> engines,
        String conclusion,
        List<String> answers) {

    /** The file in the folder of a published run. */
    static final String NAME = "published.json";

    /** The version of the format that this class reads and writes. */
    static final int FORMAT = 1;

    /** Refuses an entry without a part that each run has. */
    PublishedRun {
        Stream.of(testbed, id, state, repetitions, objectives).forEach(Objects::requireNonNull);
        title = known(title);
        profile = known(profile);
        modelHash = known(modelHash);
        soabench = known(soabench);
        startedAt = known(startedAt);
        endedAt = known(endedAt);
        conclusion = known(conclusion);
        engines = List.copyOf(engines);
        answers = List.copyOf(answers);
    }

    private static String known(String text) {
        return text == null ? "" : text;
    }

    /** The numbers of repetitions of all cases. */
    record Repetitions(int planned, int valid, int invalid, int missing) {}

    /** The numbers of objectives of all cases. */
    record ObjectiveCounts(int stated, int met, int missed, int undecided, int unmeasured) {}

    /**
     * An engine under test.
     *
     * @param type of the server; empty of a black box
     * @param programs coordinates of its programs, then of the artifacts that are named after its type
     */
    record Engine(String name, String type, List<String> programs) {

        /** Refuses an engine without a name. */
        Engine {
            Objects.requireNonNull(name);
            type = known(type);
            programs = List.copyOf(programs);
        }
    }
}
