package io.soabench.axis2;

import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;

/**
 * The end of a request's connection without an answer, which servlets cannot cause. It uses Tomcat's reaction to a
 * client that has gone. It must be used before the request is completed.
 */
final class ConnectionCloser {

    private static final String ATTRIBUTE = "soabench.connection";

    private final org.apache.coyote.Request connection;

    private ConnectionCloser(org.apache.coyote.Request connection) {
        this.connection = connection;
    }

    /** Returns the end of a request that came through the {@link Entry}. */
    static ConnectionCloser of(ServletRequest request) {
        return (ConnectionCloser) request.getAttribute(ATTRIBUTE);
    }

    /** Closes the connection, which completes an asynchronous request. */
    void close() {
        connection.action(ActionCode.CLOSE_NOW, new IOException("a planned failure closes the connection"));
    }

    /** The valve that attaches to each request its connection. */
    static final class Entry extends ValveBase {

        Entry() {
            super(true);
        }

        @Override
        public void invoke(Request request, Response response) throws IOException, ServletException {
            request.setAttribute(ATTRIBUTE, new ConnectionCloser(request.getCoyoteRequest()));
            getNext().invoke(request, response);
        }
    }
}
