package io.soabench.engine.server.admin;

import java.util.function.BooleanSupplier;

/** A request to the admin interface. Immutable, but for the bytes, which nobody changes. */
public final class AdminRequest {
    private final String method;
    private final String path;
    private final String query;
    private final byte[] body;
    private final BooleanSupplier gone;

    /**
     * A request.
     *
     * @param path without query
     * @param query what follows the question mark, empty for nothing
     * @param body empty for none
     * @param gone whether whoever has asked has gone away since
     */
    AdminRequest(String method, String path, String query, byte[] body, BooleanSupplier gone) {
        this.method = method;
        this.path = path;
        this.query = query;
        this.body = body;
        this.gone = gone;
    }

    /** Of HTTP. */
    public String method() {
        return method;
    }

    /** Without query. */
    public String path() {
        return path;
    }

    /** What follows the question mark, empty for nothing. */
    public String query() {
        return query;
    }

    /** Empty for none. */
    public byte[] body() {
        return body;
    }

    /** Whether whoever has asked has gone away since. */
    public BooleanSupplier gone() {
        return gone;
    }
}
