package io.soabench.mock;

/**
 * The bytes of an answer, shared by all its senders, which must not change them. No copy is made, because every request
 * would pay for it.
 */
public final class AnswerBytes {

    /** The content without bytes. */
    public static final AnswerBytes EMPTY = new AnswerBytes(new byte[0]);

    private final byte[] bytes;

    /** Wraps the array, which the caller must not change any more. */
    public AnswerBytes(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Returns the bytes themselves, only to be read. */
    public byte[] bytes() {
        return bytes;
    }

    /** Returns the number of bytes. */
    public int length() {
        return bytes.length;
    }
}
