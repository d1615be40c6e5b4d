package io.soabench.plan;

import java.util.Arrays;
import java.util.Optional;

/** The recorders of an engine in a repetition that does not count. Their words are those of the language. */
public enum Recorder {
    /** The flight recorder of the Java virtual machine. */
    JFR("jfr"),
    /** The profiler of this name, a native library; on this machine only. */
    ASYNC_PROFILER("async-profiler");

    private final String word;

    Recorder(String word) {
        this.word = word;
    }

    /** Returns its word in the language. */
    public String word() {
        return word;
    }

    /** Returns the recorder of a word; empty when there is none. */
    public static Optional<Recorder> of(String word) {
        return Arrays.stream(values()).filter(each -> each.word.equals(word)).findFirst();
    }
}
