package io.soabench.plan;

/** The places in a compiled testbed that differ in each repetition (docs/reference/formats.md). */
public final class CompiledFiles {

    /** What the calls to a service instance experience, in its folder of {@link #behaviours}, and in the one that a mock host is given. */
    public static final String BEHAVIOUR = "behaviour.trace";

    private static final String REPETITION = "${repetition}";

    /** Begin of a path that is another one in each repetition. */
    public static final String OF_REPETITION = "repetitions/" + REPETITION + "/";

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
        return inRepetition(OF_REPETITION + "mocks/" + instance, repetition);
    }
}
