package io.soabench.engine.runtime.journal.codec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A growing array of bytes, to which numbers and texts are written.
 *
 * <p>Threading: one thread.
 */
final class ByteSink {
    static final int LATIN_1 = 0;
    static final int UTF_8 = 1;
    static final int UTF_16 = 2;

    private static final int START_BYTES = 512;
    private static final int KEPT_BYTES = 64 * 1024;
    private static final int MOST_VARINT = 10;

    private byte[] bytes = new byte[START_BYTES];
    private int size;

    /** Discards all bytes. A long array is replaced by a short one. */
    void clear() {
        size = 0;
        if (bytes.length > KEPT_BYTES) {
            bytes = new byte[START_BYTES];
        }
    }

    int size() {
        return size;
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    /** Writes an unsigned number, seven bits a byte, the lowest first (LEB128). */
    void number(long value) {
        ensure(MOST_VARINT);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    /** Writes a number of four bytes, the highest byte first. */
    void fixed(int value) {
        ensure(Integer.BYTES);
        bytes[size++] = (byte) (value >>> 24);
        bytes[size++] = (byte) (value >>> 16);
        bytes[size++] = (byte) (value >>> 8);
        bytes[size++] = (byte) value;
    }

    void raw(byte[] source) {
        ensure(source.length);
        System.arraycopy(source, 0, bytes, size, source.length);
        size += source.length;
    }

    /** Writes a text of any chars: its length in bytes, with its encoding in the two lowest bits, and its bytes. */
    void text(String text) {
        int length = text.length();
        int start = size;
        number(((long) length << 2) | LATIN_1);
        ensure(length);
        byte[] target = bytes;
        int at = size;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c > 0xFF) {
                size = start;
                wideText(text);
                return;
            }
            target[at++] = (byte) c;
        }
        size = at;
    }

    private void wideText(String text) {
        // UTF-8 cannot encode half of a surrogate pair, but a process may have made one.
        boolean whole = text.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
        byte[] encoded = whole ? text.getBytes(StandardCharsets.UTF_8) : chars(text);
        number(((long) encoded.length << 2) | (whole ? UTF_8 : UTF_16));
        raw(encoded);
    }

    private static byte[] chars(String text) {
        byte[] chars = new byte[2 * text.length()];
        for (int i = 0; i < text.length(); i++) {
            chars[2 * i] = (byte) (text.charAt(i) >>> 8);
            chars[2 * i + 1] = (byte) text.charAt(i);
        }
        return chars;
    }

    private void ensure(int more) {
        if (more > bytes.length - size) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, Math.addExact(size, more)));
        }
    }
}
