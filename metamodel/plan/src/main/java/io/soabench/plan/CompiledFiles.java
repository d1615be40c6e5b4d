package io.soabench.plan;

/** The places in a compiled testbed that differ in each repetition (docs/reference/formats.md). */
public final class CompiledFiles {

    /**
     * The file with the planned response times and failures of the calls to a service instance. It is in the folder
     * {@link #behaviours}, and in the folder from which a mock host serves the instance.
     */
    public static final String BEHAVIOUR = "behaviour.trace";

    private static final String REPETITION = "${repetition}";

    /** The start of every path that differs in each repetition. */
    public static final String REPETITION_FOLDER = "repetitions/" + REPETITION + "/";

    private CompiledFiles() {}

    /**
     * Returns a path in a repetition.
     *
     * @param path as a plan has it
     * @param repetition from 1
     */
    public static String inRepetition(String path, int repetition) {
        return path.replace(REPETITION, Integer.toString(repetition));
    }

    /** Returns the folder with the {@link #BEHAVIOUR} of a service instance in a repetition. */
    public static String behaviours(String instance, int repetition) {
        return inRepetition(REPETITION_FOLDER + "mocks/" + instance, repetition);
    }
}
