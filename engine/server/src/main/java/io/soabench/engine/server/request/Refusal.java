package io.soabench.engine.server.request;

/** The kinds of refused requests, which the log limits separately. */
enum Refusal {
    OVERLOAD("a request for overload"),
    CONNECTION("a connection beyond the limit"),
    MEMORY("a request for which there is no memory"),
    SLOW("a client that sends or reads too slowly"),
    HTTP("bytes that are no acceptable HTTP"),
    TLS("a connection without an acceptable TLS handshake"),
    TARGET("a request for something that is not here"),
    CONTENT("a message that is not acceptable"),
    NOT_TAKEN("a one-way message that no instance takes"),
    REPLICA("a message that may be for a replica that is being started again");

    private final String label;

    Refusal(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }
}
