package io.soabench.engine.server.admin;

import java.util.function.BooleanSupplier;

/** A request to the admin interface. Immutable, if its bytes are not changed. */
public final class AdminRequest {
    private final String method;
    private final String path;
    private final String query;
    private final byte[] body;
    private final BooleanSupplier gone;

    /**
     * Makes a request.
     *
     * @param method the method of HTTP
     * @param path the path without query
     * @param query the text behind the question mark, empty for none
     * @param body the content, empty for none
     * @param gone the test whether the client has closed its connection since then
     */
    AdminRequest(String method, String path, String query, byte[] body, BooleanSupplier gone) {
        this.method = method;
        this.path = path;
        this.query = query;
        this.body = body;
        this.gone = gone;
    }

    /** Returns the method of HTTP. */
    public String method() {
        return method;
    }

    /** Returns the path without query. */
    public String path() {
        return path;
    }

    /** Returns the text behind the question mark, empty for none. */
    public String query() {
        return query;
    }

    /** Returns the content, empty for none. */
    public byte[] body() {
        return body;
    }

    /** Returns the test whether the client has closed its connection since then. */
    public BooleanSupplier gone() {
        return gone;
    }
}
