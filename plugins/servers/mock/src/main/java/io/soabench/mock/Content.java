package io.soabench.mock;

/**
 * The bytes of an answer, shared by everyone who sends it: whoever gets them must not change them (no copy is made, since
 * this is on the path of every request).
 */
public final class Content {

    /** No bytes. */
    public static final Content EMPTY = new Content(new byte[0]);

    private final byte[] bytes;

    /** Takes the array over. */
    public Content(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The bytes themselves, only to be read. */
    public byte[] bytes() {
        return bytes;
    }

    /** How many there are. */
    public int length() {
        return bytes.length;
    }
}
