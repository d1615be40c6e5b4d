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

    /** Returns the output of the program. */
    InputStream output();

    /** Returns the input of the program. */
    OutputStream input();

    /** Returns the last error line of SSH or of the program; empty when there is none. */
    String complaint();

    /** Returns exit status of the program, or of SSH when it could not be run; waits a moment for it, -1 when that is not enough. */
    int exit();

    /** Ends the connection, and with it the program. */
    @Override
    void close();
}
