package io.soabench.engine.server.peer;

/** A message as its client has sent it. Immutable, if its bytes are not changed. */
public final class PeerMessage {
    private final String path;
    private final String contentType;
    private final String soapAction;
    private final byte[] body;

    /**
     * Makes a message.
     *
     * @param path the path of the service
     * @param contentType the value of Content-Type, may be empty
     * @param soapAction the value of SOAPAction, may be empty
     * @param body the content
     */
    public PeerMessage(String path, String contentType, String soapAction, byte[] body) {
        this.path = path;
        this.contentType = contentType;
        this.soapAction = soapAction;
        this.body = body;
    }

    String path() {
        return path;
    }

    String contentType() {
        return contentType;
    }

    String soapAction() {
        return soapAction;
    }

    byte[] body() {
        return body;
    }
}
