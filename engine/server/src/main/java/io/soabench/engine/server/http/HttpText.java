package io.soabench.engine.server.http;

/**
 * The tests of the characters of HTTP (RFC 9110, section 5.6) and of URIs (RFC 3986), and comparisons that make no strings.
 * No state.
 */
final class HttpText {
    private static final int ASCII = 128;
    private static final int DELETE = 127;
    private static final boolean[] TOKEN = letters("!#$%&'*+-.^_`|~");
    private static final boolean[] NAME = letters("-._~!$&'()*+,;=%");
    private static final boolean[] LITERAL = letters("-._~!$&'()*+,;=:");

    private HttpText() {}

    private static boolean[] letters(String more) {
        boolean[] table = new boolean[ASCII];
        for (char c = 0; c < ASCII; c++) {
            table[c] =
                    (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || more.indexOf(c) >= 0;
        }
        return table;
    }

    /** Returns whether a byte may stand in a token: a method, a name of a header. */
    static boolean isToken(byte b) {
        return b >= 0 && TOKEN[b];
    }

    /** Returns whether a byte may stand nowhere in a line. */
    static boolean isControl(byte b) {
        return (b >= 0 && b < ' ' && b != '\t') || b == DELETE;
    }

    static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    /** Returns the first place from {@code from} on that is not blank. */
    static int afterBlanks(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && isBlank(bytes[at])) {
            at++;
        }
        return at;
    }

    /** Returns the place behind the last byte that is not blank. */
    static int beforeBlanks(byte[] bytes, int from, int to) {
        int at = to;
        while (at > from && isBlank(bytes[at - 1])) {
            at--;
        }
        return at;
    }

    /** Returns whether these bytes are a word in any case; {@code word} is in lower case. */
    static boolean isWord(byte[] bytes, int from, int to, String word) {
        return to - from == word.length() && startsWith(bytes, from, word);
    }

    /**
     * Returns whether the bytes from a place on are a word in any case. The caller checks that there are enough bytes.
     */
    static boolean startsWith(byte[] bytes, int from, String word) {
        for (int i = 0; i < word.length(); i++) {
            byte b = bytes[from + i];
            if ((b >= 'A' && b <= 'Z' ? b + 32 : b) != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether these bytes are a host and perhaps a port (RFC 9110, section 7.2). An empty range is valid, too.
     */
    static boolean isAuthority(byte[] bytes, int from, int to) {
        int at = from;
        if (at < to && bytes[at] == '[') {
            at++;
            while (at < to && bytes[at] >= 0 && LITERAL[bytes[at]]) {
                at++;
            }
            if (at == from + 1 || at == to || bytes[at] != ']') {
                return false;
            }
            at++;
        } else {
            while (at < to && bytes[at] >= 0 && NAME[bytes[at]]) {
                at++;
            }
        }
        if (at < to && bytes[at] == ':') {
            at++;
            while (at < to && isDigit(bytes[at])) {
                at++;
            }
        }
        return at == to;
    }

    /**
     * Checks that no line of an unfinished head ends with LF alone, so that it is refused at once instead of waiting
     * for its end.
     *
     * @param from the first place to check; the bytes before are checked already
     * @param head the place where the head begins
     */
    static void requireLineEnds(byte[] bytes, int from, int head, int to) throws RefusedHttpException {
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\n' && (i == head || bytes[i - 1] != '\r')) {
                throw new RefusedHttpException(
                        400, "A line ends with LF alone instead of CR LF (RFC 9112, section 2.2).");
            }
        }
    }
}
