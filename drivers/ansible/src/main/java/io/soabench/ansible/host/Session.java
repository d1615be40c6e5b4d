package io.soabench.ansible.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** A connection to a program on a host. */
interface Session extends AutoCloseable {

    /** A source of sessions. */
    interface Opener {

        /** Opens a session. */
        Session open() throws IOException;
    }

    /** Returns the output of the program. */
    InputStream output();

    /** Returns the input of the program. */
    OutputStream input();

    /** Returns the last error line of SSH or of the program; empty when there is none. */
    String complaint();

    /**
     * Returns the exit status of the program, or of SSH when the program could not be run. Waits for it for a moment;
     * -1 when the status is not known then.
     */
    int exit();

    /** Ends the connection, and with it the program. */
    @Override
    void close();
}
