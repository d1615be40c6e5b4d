package io.soabench.eclipse.run;

/** A goal of the Maven plug-in for a testbed. */
public enum Goal {
    /** The goal that lists the reasons for a refusal and estimates the duration. */
    VALIDATE("validate"),
    /** Compiles, runs, analyses, reports. */
    RUN("run");

    private final String word;

    Goal(String word) {
        this.word = word;
    }

    /** Returns the word of the Maven goal. */
    public String word() {
        return word;
    }
}
