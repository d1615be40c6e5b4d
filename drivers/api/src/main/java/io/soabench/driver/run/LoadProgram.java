package io.soabench.driver.run;

import java.nio.file.Path;

/**
 * A load client that was started somewhere and speaks the load client's protocol (docs/reference/formats.md, <i>Load client</i>); asked by the
 * run's thread.
 */
public interface LoadProgram {

    /** Returns the name of the client in messages and in the record, {@code load-<host>}. */
    String name();

    /** Returns whether it runs. */
    boolean runs();

    /** Returns the exit status, or -1 while the client runs. */
    int exit();

    /**
     * Returns how the program ended, its last output and the file with its output, as the end of a sentence.
     *
     * @param nowNs about when it was noticed
     * @param base folder to which paths are relative
     */
    String death(long nowNs, Path base);
}
