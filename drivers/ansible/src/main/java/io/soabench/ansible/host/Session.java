package io.soabench.ansible.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** A connection to a program on a host. */
interface Session extends AutoCloseable {

    /** Makes connections. */
    interface Opener {

        /** Opens one. */
        Session open() throws IOException;
    }

    /** What the program prints. */
    InputStream output();

    /** What the program reads. */
    OutputStream input();

    /** What SSH, or the program, said last about itself; empty when it said nothing. */
    String complaint();

    /** Exit status of the program, or of SSH when it could not be run; waits a moment for it, -1 when that is not enough. */
    int exit();

    /** Ends the connection, and with it the program. */
    @Override
    void close();
}
