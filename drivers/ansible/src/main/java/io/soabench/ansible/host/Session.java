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

    /** Ends the connection, and with it the program. */
    @Override
    void close();
}
