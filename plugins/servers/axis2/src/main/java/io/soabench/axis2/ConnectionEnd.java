package io.soabench.axis2;

import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;

/**
 * Closes the connection of a request without an answer, which servlets cannot do; Tomcat does so when a client has gone. To be used before
 * the request is completed.
 */
final class ConnectionEnd {

    private static final String ATTRIBUTE = "soabench.connection";

    private final org.apache.coyote.Request connection;

    private ConnectionEnd(org.apache.coyote.Request connection) {
        this.connection = connection;
    }

    /** That of a request which came through the {@link Entry}. */
    static ConnectionEnd of(ServletRequest request) {
        return (ConnectionEnd) request.getAttribute(ATTRIBUTE);
    }

    /** Closes it. An asynchronous request is completed by that. */
    void close() {
        connection.action(ActionCode.CLOSE_NOW, new IOException("a planned failure closes the connection"));
    }

    /** Lets each request find its connection. */
    static final class Entry extends ValveBase {

        Entry() {
            super(true);
        }

        @Override
        public void invoke(Request request, Response response) throws IOException, ServletException {
            request.setAttribute(ATTRIBUTE, new ConnectionEnd(request.getCoyoteRequest()));
            getNext().invoke(request, response);
        }
    }
}
