package io.soabench.start;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * The text of an XML document in which a few places are changed and every other byte stays the same. A document in
 * UTF-16 is decoded. In every other document each byte is one character, because the relevant names of XML are
 * ASCII in all these encodings.
 */
record DocumentText(Charset charset, String text) {

    /** Returns the text of a document. */
    static DocumentText of(byte[] content) {
        Charset charset = charset(content);
        return new DocumentText(charset, new String(content, charset));
    }

    /** Returns the encoding that the first bytes of a document show (XML 1.0, appendix F). */
    private static Charset charset(byte[] content) {
        int first = content.length < 2 ? 0 : (content[0] & 0xFF) << 8 | (content[1] & 0xFF);
        return switch (first) {
            case 0xFEFF, 0x003C -> StandardCharsets.UTF_16BE;
            case 0xFFFE, 0x3C00 -> StandardCharsets.UTF_16LE;
            default -> StandardCharsets.ISO_8859_1;
        };
    }

    private boolean isBytes() {
        return charset.equals(StandardCharsets.ISO_8859_1);
    }

    /** Returns a value as it stands in the text. A document whose bytes are characters is read as UTF-8. */
    String written(String value) {
        return isBytes() ? new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1) : value;
    }

    /** Returns the text as it is read: a document whose bytes are characters is taken for UTF-8. */
    String decoded() {
        return isBytes() ? new String(bytes(text), StandardCharsets.UTF_8) : text;
    }

    /** Returns the bytes of a changed text. */
    byte[] bytes(String changed) {
        return changed.getBytes(charset);
    }
}
