package io.soabench.engine.runtime.xml;

import java.security.SecureRandom;
import java.util.Arrays;

/**
 * A check of a document before it is parsed. One pass over the bytes counts structures for which a parser may take more
 * than its share of time or memory, and refuses a document beyond the limits.
 *
 * <p>The parser keeps names in a table whose hash is known, looks for double attributes and declarations pair by pair, and keeps names of namespaces. So all of these are bounded here, by a table of hashes with a secret, in time linear in the bytes. The check does not judge whether a document is well-formed: it stops at the place where a parser will stop. Belongs to one thread. The bytes are UTF-8,
 * or any other code that has the characters of markup where ASCII has them.
 */
final class MarkupCheck {
    private static final SecureRandom SECRETS = new SecureRandom();
    private static final byte[] COMMENT = {'-', '-', '>'};
    private static final byte[] SECTION = {']', ']', '>'};
    private static final byte[] INSTRUCTION = {'?', '>'};
    private static final byte[] SECTION_START = {'[', 'C', 'D', 'A', 'T', 'A', '['};
    private static final byte[] DECLARATION = {'x', 'm', 'l', 'n', 's'};
    private static final boolean[] ENDS_NAME = new boolean[256];

    static {
        for (char c : " \t\r\n/>=<\"'?&".toCharArray()) {
            ENDS_NAME[c] = true;
        }
    }

    private final XmlLimits limits;
    private final long seed = SECRETS.nextLong();
    private final long factor = SECRETS.nextLong() | 1;

    /** Hashes of the names so far, at most a quarter full; 0 is a free place. */
    private final long[] hashes;

    private byte[] bytes;
    private int at;
    private int end;
    private int names;
    private long steps;

    MarkupCheck(XmlLimits limits) {
        this.limits = limits;
        this.hashes = new long[Integer.highestOneBit(limits.names()) * 8];
    }

    /** Returns the number of different names of the last document, in the part that was read. */
    int names() {
        return names;
    }

    /** Returns the number of bytes and places of the table that were read for the last document. */
    long steps() {
        return steps;
    }

    /**
     * Checks a document.
     *
     * @throws RefusedXmlException when it exceeds a limit
     */
    void check(byte[] document, int offset, int length) throws RefusedXmlException {
        bytes = document;
        at = offset;
        end = offset + length;
        steps = length;
        names = 0;
        Arrays.fill(hashes, 0);
        try {
            markup();
        } finally {
            bytes = null;
        }
    }

    private void markup() throws RefusedXmlException {
        int depth = 0;
        int elements = 0;
        while (true) {
            while (at < end && bytes[at] != '<') {
                at++;
            }
            at++;
            if (at >= end) {
                return;
            }
            switch (bytes[at]) {
                case '/' -> {
                    depth--;
                    skipPast((byte) '>');
                }
                case '?' -> {
                    at++;
                    name();
                    skipPast(INSTRUCTION);
                }
                case '!' -> {
                    at++;
                    if (starts(COMMENT, 2)) {
                        at += 2;
                        skipPast(COMMENT);
                    } else if (starts(SECTION_START, SECTION_START.length)) {
                        skipPast(SECTION);
                    } else {
                        // A document type, which the parser refuses, or unknown markup.
                        return;
                    }
                }
                default -> {
                    if (++elements > limits.elements()) {
                        throw new RefusedXmlException("The document has more than " + limits.elements() + " elements.");
                    }
                    if (++depth > limits.depth()) {
                        throw new RefusedXmlException("The document nests more than " + limits.depth() + " elements.");
                    }
                    name();
                    if (!attributes()) {
                        return;
                    }
                    if (bytes[at - 2] == '/') {
                        depth--;
                    }
                }
            }
        }
    }

    private boolean starts(byte[] text, int length) {
        return at + length <= end && Arrays.equals(bytes, at, at + length, text, 0, length);
    }

    private void skipPast(byte last) {
        while (at < end && bytes[at] != last) {
            at++;
        }
        at++;
    }

    private void skipPast(byte[] text) {
        while (at < end && !(bytes[at] == text[0] && starts(text, text.length))) {
            at++;
        }
        at += text.length;
    }

    private void skipSpace() {
        while (at < end && bytes[at] <= ' ' && bytes[at] > 0) {
            at++;
        }
    }

    /** Reads to the end of a start tag; returns false when there is none. */
    private boolean attributes() throws RefusedXmlException {
        int attributes = 0;
        int declarations = 0;
        while (true) {
            skipSpace();
            if (at < end && bytes[at] == '/') {
                at++;
            }
            if (at >= end) {
                return false;
            }
            if (bytes[at] == '>') {
                at++;
                return true;
            }
            boolean declares = isDeclaration();
            if ((declares ? ++declarations : ++attributes) > limits.attributes()) {
                throw new RefusedXmlException("An element has more than " + limits.attributes()
                        + (declares ? " namespace declarations." : " attributes."));
            }
            int before = at;
            name();
            skipSpace();
            if (at == before || at >= end || bytes[at++] != '=') {
                return false;
            }
            skipSpace();
            if (at >= end || (bytes[at] != '"' && bytes[at] != '\'')) {
                return false;
            }
            int value = at + 1;
            byte quote = bytes[at++];
            skipPast(quote);
            if (declares && at - value > XmlLimits.NAME_CHARS) {
                throw new RefusedXmlException(
                        "The document has a namespace of more than " + XmlLimits.NAME_CHARS + " characters.");
            }
        }
    }

    private boolean isDeclaration() {
        int after = at + DECLARATION.length;
        return starts(DECLARATION, DECLARATION.length)
                && after < end
                && (bytes[after] == ':' || ENDS_NAME[bytes[after] & 0xFF]);
    }

    private void name() throws RefusedXmlException {
        int start = at;
        long hash = seed;
        while (at < end && !ENDS_NAME[bytes[at] & 0xFF]) {
            hash = (hash ^ bytes[at]) * factor;
            hash ^= hash >>> 32;
            at++;
        }
        if (at - start > XmlLimits.NAME_CHARS) {
            throw new RefusedXmlException(
                    "The document has a name of more than " + XmlLimits.NAME_CHARS + " characters.");
        }
        addName(hash == 0 ? 1 : hash);
    }

    private void addName(long hash) throws RefusedXmlException {
        int mask = hashes.length - 1;
        int place = (int) (hash >>> 20) & mask;
        while (hashes[place] != 0) {
            steps++;
            if (hashes[place] == hash) {
                return;
            }
            place = (place + 1) & mask;
        }
        if (++names > limits.names()) {
            throw new RefusedXmlException("The document has more than " + limits.names() + " different names.");
        }
        hashes[place] = hash;
    }
}
