package io.soabench.start;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * The text of an XML document in which a few places are changed and every other byte stays as it is. A document in UTF-16 is
 * decoded; in every other document each byte is a character, because names of XML that matter here are ASCII in all of them.
 */
record DocumentText(Charset charset, String text) {

    /** The text of a document. */
    static DocumentText of(byte[] content) {
        Charset charset = charset(content);
        return new DocumentText(charset, new String(content, charset));
    }

    /** The encoding that the first bytes of a document show (XML 1.0, appendix F). */
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

    /** A value as it stands in the text: a document whose bytes are characters is taken for UTF-8. */
    String written(String value) {
        return isBytes() ? new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1) : value;
    }

    /** The text as it is read: a document whose bytes are characters is taken for UTF-8. */
    String decoded() {
        return isBytes() ? new String(bytes(text), StandardCharsets.UTF_8) : text;
    }

    /** The bytes of a changed text. */
    byte[] bytes(String changed) {
        return changed.getBytes(charset);
    }
}
