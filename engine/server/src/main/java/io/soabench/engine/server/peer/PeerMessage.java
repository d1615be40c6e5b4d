package io.soabench.engine.server.peer;

/** A message as its client has sent it. Immutable, if its bytes are not changed. */
public final class PeerMessage {
    private final String path;
    private final String contentType;
    private final String soapAction;
    private final String key;
    private final byte[] body;

    /**
     * Makes a message.
     *
     * @param path the path of the service
     * @param contentType the value of Content-Type, may be empty
     * @param soapAction the value of SOAPAction, may be empty
     * @param key the value of Idempotency-Key; null for none
     * @param body the content
     */
    public PeerMessage(String path, String contentType, String soapAction, String key, byte[] body) {
        this.path = path;
        this.contentType = contentType;
        this.soapAction = soapAction;
        this.key = key;
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

    String key() {
        return key;
    }

    byte[] body() {
        return body;
    }
}
