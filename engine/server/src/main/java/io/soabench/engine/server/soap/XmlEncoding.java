package io.soabench.engine.server.soap;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A converter of XML messages in any encoding to UTF-8. The first of these decides: a byte order mark, the parameter
 * {@code charset} of the Content-Type, the XML declaration (RFC 7303, section 3.2; XML 1.0, appendix F). Messages in
 * UTF-8 stay unchanged. No state.
 */
final class XmlEncoding {
    private static final String UTF_8 = "utf-8";
    private static final String CHARSET = "charset=";
    private static final Pattern DECLARED =
            Pattern.compile("^<\\?xml(?:\\s[^>]*?)?(\\s+encoding\\s*=\\s*(?:\"([^\"]*)\"|'([^']*)'))");
    /** The number of first bytes of a document in which a declaration must begin. */
    private static final int DECLARATION_BYTES = 512;

    /** The beginning of the declaration of a document whose characters are single bytes of ASCII. */
    private static final byte[] OPENING = "<?xml".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] ENCODING = "encoding".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] UTF8 = UTF_8.getBytes(StandardCharsets.US_ASCII);
    /** The charset of EBCDIC documents; a Java without the module jdk.charsets does not have it. */
    private static final String EBCDIC = "IBM037";

    /** The beginnings of documents, each of which identifies a family of encodings. */
    private enum Beginning {
        UTF8_MARK(true, StandardCharsets.UTF_8, "\u00EF\u00BB\u00BF"),
        UTF32_BIG_MARK(true, Charset.forName("UTF-32BE"), "\0\0\u00FE\u00FF"),
        UTF32_LITTLE_MARK(true, Charset.forName("UTF-32LE"), "\u00FF\u00FE\0\0"),
        UTF16_BIG_MARK(true, StandardCharsets.UTF_16BE, "\u00FE\u00FF"),
        UTF16_LITTLE_MARK(true, StandardCharsets.UTF_16LE, "\u00FF\u00FE"),
        UTF32_BIG(false, Charset.forName("UTF-32BE"), "\0\0\0<"),
        UTF32_LITTLE(false, Charset.forName("UTF-32LE"), "<\0\0\0"),
        UTF16_BIG(false, StandardCharsets.UTF_16BE, "\0<"),
        UTF16_LITTLE(false, StandardCharsets.UTF_16LE, "<\0"),
        EBCDIC_DECLARATION(false, null, "Lo\u00A7\u0094");

        private final boolean mark;
        /** The charset; null for EBCDIC, see {@link #charset}. */
        private final Charset charset;
        /** The first bytes, one character for each. */
        private final String bytes;

        Beginning(boolean mark, Charset charset, String bytes) {
            this.mark = mark;
            this.charset = charset;
            this.bytes = bytes;
        }

        /**
         * Returns the charset of the family.
         *
         * @throws RefusedSoapException when this Java does not have it
         */
        Charset charset() throws RefusedSoapException {
            return charset == null ? named(EBCDIC, "its first bytes say") : charset;
        }

        /** Returns the beginning of a document; null if its characters seem to be single bytes of ASCII. */
        static Beginning of(byte[] bytes, int offset, int length) {
            if (length < 2 || (bytes[offset] == '<' && bytes[offset + 1] != 0)) {
                return null;
            }
            for (Beginning candidate : VALUES) {
                if (candidate.fits(bytes, offset, length)) {
                    return candidate;
                }
            }
            return null;
        }

        private boolean fits(byte[] document, int offset, int length) {
            boolean fits = length >= bytes.length();
            for (int i = 0; fits && i < bytes.length(); i++) {
                fits = (document[offset + i] & 0xFF) == bytes.charAt(i);
            }
            return fits;
        }

        private static final Beginning[] VALUES = values();
    }

    private XmlEncoding() {}

    /**
     * Returns the document in UTF-8.
     *
     * @param contentType value of Content-Type, empty for none
     * @return null when it is in UTF-8 already
     * @throws RefusedSoapException when the encoding is unknown or the bytes are not in it
     */
    static byte[] toUtf8(byte[] bytes, int offset, int length, String contentType) throws RefusedSoapException {
        Beginning beginning = Beginning.of(bytes, offset, length);
        String charset = charset(contentType);
        if (beginning == null
                && (charset == null || charset.equals(UTF_8))
                && declaresNothingElse(bytes, offset, length)) {
            return null;
        }
        int mark = beginning != null && beginning.mark ? beginning.bytes.length() : 0;
        Charset encoding;
        if (mark > 0) {
            encoding = beginning.charset();
        } else if (charset != null) {
            encoding = named(charset, "the Content-Type says");
        } else {
            encoding = declared(beginning, bytes, offset, length);
        }
        return text(encoding, bytes, offset + mark, length - mark).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the encoding that a content type names; null when it names none. Allocates nothing for UTF-8. */
    private static String charset(String contentType) {
        int at = contentType.indexOf(';');
        while (at >= 0) {
            int name = at + 1;
            while (name < contentType.length() && contentType.charAt(name) <= ' ') {
                name++;
            }
            if (contentType.regionMatches(true, name, CHARSET, 0, CHARSET.length())) {
                return value(contentType, name + CHARSET.length());
            }
            at = nextParameter(contentType, name);
        }
        return null;
    }

    /** Returns the place of the semicolon before the next parameter. Semicolons in quotes do not count. */
    private static int nextParameter(String contentType, int from) {
        boolean quoted = false;
        for (int at = from; at < contentType.length(); at++) {
            char c = contentType.charAt(at);
            quoted ^= c == '"';
            if (c == ';' && !quoted) {
                return at;
            }
        }
        return -1;
    }

    private static String value(String contentType, int from) {
        int end = nextParameter(contentType, from);
        int to = end < 0 ? contentType.length() : end;
        int start = from;
        while (start < to && (contentType.charAt(start) <= ' ' || contentType.charAt(start) == '"')) {
            start++;
        }
        while (to > start && (contentType.charAt(to - 1) <= ' ' || contentType.charAt(to - 1) == '"')) {
            to--;
        }
        boolean utf8 = to - start == UTF_8.length() && contentType.regionMatches(true, start, UTF_8, 0, to - start);
        return utf8 ? UTF_8 : contentType.substring(start, to);
    }

    /**
     * Returns whether a document of single-byte characters has no declaration, or one that names UTF-8 or no encoding.
     * Allocates nothing.
     */
    private static boolean declaresNothingElse(byte[] bytes, int offset, int length) {
        if (!startsWith(bytes, offset, length, OPENING)) {
            return true;
        }
        int end = offset + Math.min(length, DECLARATION_BYTES);
        for (int at = offset + OPENING.length; at < end && bytes[at] != '>'; at++) {
            if (startsWith(bytes, at, end - at, ENCODING)) {
                int name = at + ENCODING.length;
                while (name < end && bytes[name] != '"' && bytes[name] != '\'') {
                    name++;
                }
                return startsWith(bytes, name + 1, end - name - 1, UTF8)
                        && name + 1 + UTF8.length < end
                        && bytes[name + 1 + UTF8.length] == bytes[name];
            }
        }
        return true;
    }

    /** Returns whether bytes begin with a word in any case. */
    private static boolean startsWith(byte[] bytes, int offset, int length, byte[] lowerCase) {
        boolean starts = length >= lowerCase.length;
        for (int i = 0; starts && i < lowerCase.length; i++) {
            byte b = bytes[offset + i];
            starts = (b >= 'A' && b <= 'Z' ? b + 32 : b) == lowerCase[i];
        }
        return starts;
    }

    /**
     * Returns the declared charset. The declaration is read in the encoding that its first bytes suggest, and has to
     * agree with them.
     */
    private static Charset declared(Beginning beginning, byte[] bytes, int offset, int length)
            throws RefusedSoapException {
        Charset family = beginning == null ? StandardCharsets.ISO_8859_1 : beginning.charset();
        String start = new String(bytes, offset, Math.min(length, DECLARATION_BYTES), family);
        Matcher declaration = DECLARED.matcher(start);
        if (!declaration.find()) {
            return beginning == null ? StandardCharsets.UTF_8 : family;
        }
        String name = declaration.group(2) == null ? declaration.group(3) : declaration.group(2);
        Charset declared = named(name, "the XML declaration says");
        byte[] characters = declaration.group().getBytes(family);
        boolean agrees = declared.equals(family)
                || new String(characters, declared).equals(declaration.group())
                || (name.equalsIgnoreCase("utf-16") && isUtf16(family));
        if (!agrees) {
            throw new RefusedSoapException("The document is not well-formed XML: the XML declaration says '"
                    + printable(name) + "', but the document is in another encoding.");
        }
        return isUtf16(family) && name.equalsIgnoreCase("utf-16") ? family : declared;
    }

    private static boolean isUtf16(Charset charset) {
        return charset.equals(StandardCharsets.UTF_16BE) || charset.equals(StandardCharsets.UTF_16LE);
    }

    private static Charset named(String name, String source) throws RefusedSoapException {
        try {
            Charset charset = Charset.forName(name);
            if (charset.newDecoder() != null) {
                return charset;
            }
        } catch (IllegalCharsetNameException | UnsupportedCharsetException | UnsupportedOperationException e) {
            // The unknown encoding is refused below.
        } catch (IllegalArgumentException e) {
            // The text is not a name of an encoding and is refused below.
        }
        throw new RefusedSoapException(
                "The encoding '" + printable(name) + "', as " + source + ", is not known here; send UTF-8.");
    }

    private static String printable(String name) {
        String cut = name.length() > 40 ? name.substring(0, 40) + "…" : name;
        return cut.replaceAll("[^\\x20-\\x7e…]", "?");
    }

    /** Returns the document as text without its encoding declaration, which is wrong after the conversion. */
    private static String text(Charset encoding, byte[] bytes, int offset, int length) throws RefusedSoapException {
        CharBuffer decoded;
        try {
            decoded = encoding.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes, offset, length));
        } catch (CharacterCodingException e) {
            throw new RefusedSoapException(
                    "The document is not well-formed XML: its bytes are not " + encoding.name() + ".");
        }
        String text = decoded.toString();
        String start = text.substring(0, Math.min(text.length(), DECLARATION_BYTES));
        Matcher declaration = DECLARED.matcher(start);
        if (declaration.find()) {
            return text.substring(0, declaration.start(1)) + text.substring(declaration.end(1));
        }
        int end = start.indexOf('>');
        if (start.lastIndexOf('\0', 3) >= 0
                || (start.startsWith("<?xml") && start.lastIndexOf("encoding", end < 0 ? start.length() : end) >= 0)) {
            // Otherwise the parser would guess the encoding again.
            throw new RefusedSoapException("The document is not well-formed XML: its beginning is malformed, or not in "
                    + encoding.name() + ".");
        }
        return text;
    }
}
