package io.soabench.engine.runtime.journal.codec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A source of bytes, from which numbers and texts are read. The bytes may be malformed.
 *
 * <p>Threading: one thread.
 */
final class ByteSource {
    private final byte[] bytes;
    private int at;

    ByteSource(byte[] bytes) {
        this.bytes = bytes;
    }

    int remaining() {
        return bytes.length - at;
    }

    long number() throws MalformedRecordException {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            if (at == bytes.length) {
                throw new MalformedRecordException("The bytes end inside of a number.");
            }
            byte next = bytes[at++];
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new MalformedRecordException("A number before byte " + at + " has more than 64 bits.");
    }

    int fixed() throws MalformedRecordException {
        if (remaining() < Integer.BYTES) {
            throw new MalformedRecordException("The bytes end inside of a number.");
        }
        return bytes[at++] << 24 | (bytes[at++] & 0xFF) << 16 | (bytes[at++] & 0xFF) << 8 | (bytes[at++] & 0xFF);
    }

    /**
     * Reads a number of values that take at least one byte each.
     *
     * @param others the number of further values that must follow
     */
    int count(long others) throws MalformedRecordException {
        long count = number();
        if (count < 0 || count > remaining() - others) {
            throw new MalformedRecordException("The bytes after byte " + at + " are fewer than they should be.");
        }
        return (int) count;
    }

    byte[] raw(int length) throws MalformedRecordException {
        if (length < 0 || length > remaining()) {
            throw new MalformedRecordException("The bytes after byte " + at + " are fewer than they should be.");
        }
        at += length;
        return Arrays.copyOfRange(bytes, at - length, at);
    }

    String text() throws MalformedRecordException {
        long head = number();
        long length = head >>> 2;
        if (length > remaining()) {
            throw new MalformedRecordException("The bytes end inside of a text at byte " + at + ".");
        }
        int from = at;
        at += (int) length;
        return switch ((int) (head & 3)) {
            case ByteSink.LATIN_1 -> new String(bytes, from, (int) length, StandardCharsets.ISO_8859_1);
            case ByteSink.UTF_8 -> new String(bytes, from, (int) length, StandardCharsets.UTF_8);
            case ByteSink.UTF_16 -> chars(from, (int) length);
            default -> throw new MalformedRecordException("The text before byte " + at + " has an unknown form.");
        };
    }

    private String chars(int from, int length) throws MalformedRecordException {
        if (length % 2 != 0) {
            throw new MalformedRecordException("The text at byte " + from + " has half a char.");
        }
        char[] chars = new char[length / 2];
        for (int i = 0; i < chars.length; i++) {
            chars[i] = (char) (bytes[from + 2 * i] << 8 | (bytes[from + 2 * i + 1] & 0xFF));
        }
        return new String(chars);
    }

    /** Checks that no bytes are left. */
    void end() throws MalformedRecordException {
        if (remaining() > 0) {
            throw new MalformedRecordException("After the last value " + remaining() + " bytes are left over.");
        }
    }
}
