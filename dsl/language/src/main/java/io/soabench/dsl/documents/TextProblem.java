package io.soabench.dsl.documents;

import io.soabench.model.issue.Place;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The first bytes of a file that are not text: not UTF-8 or, in an XML document, not in the declared encoding.
 *
 * @param place of the first such byte
 * @param message description of the byte, with its offset
 */
public record TextProblem(Place place, String message) {

    private static final Pattern DECLARED =
            Pattern.compile("^<\\?xml[^>]*?encoding\\s*=\\s*[\"']([A-Za-z0-9._-]+)[\"']");
    private static final int LONGEST_DECLARATION = 200;

    /** Returns the problem of the bytes of a file. */
    public static Optional<TextProblem> of(Path file) {
        try {
            return of(file, Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    /** Returns the problem of the bytes of a file with this content. */
    static Optional<TextProblem> of(Path file, byte[] content) {
        Charset charset;
        try {
            charset = charset(content);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            return Optional.of(new TextProblem(
                    Place.startOf(file),
                    "the encoding \"" + e.getMessage()
                            + "\" that the document declares is not known; save it as UTF-8"));
        }
        CharsetDecoder decoder = charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(content);
        CharBuffer out = CharBuffer.allocate((int) Math.ceil(content.length * (double) decoder.maxCharsPerByte()) + 1);
        CoderResult result = decoder.decode(in, out, true);
        if (!result.isError()) {
            return Optional.empty();
        }
        int offset = in.position();
        int line = 1;
        int column = 1;
        for (char each : out.flip().toString().toCharArray()) {
            line += each == '\n' ? 1 : 0;
            column = each == '\n' ? 1 : column + 1;
        }
        String declared = charset.equals(StandardCharsets.UTF_8) ? "" : ", which the document declares";
        return Optional.of(new TextProblem(
                new Place(file, line, column),
                String.format(
                        Locale.ROOT,
                        "byte 0x%02X at offset %d is no text in %s%s; save the file in UTF-8",
                        content[offset],
                        offset,
                        charset,
                        declared)));
    }

    /**
     * Returns the encoding of a file. For an XML document, it follows from the first bytes (XML 1.0, appendix F);
     * otherwise it is UTF-8.
     */
    private static Charset charset(byte[] content) {
        int first = content.length > 1 ? (content[0] & 0xFF) << 8 | (content[1] & 0xFF) : 0;
        Charset wide = first == 0xFEFF || first == 0x003C ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_16LE;
        if (first == 0xFEFF || first == 0xFFFE) {
            String begin = new String(content, 2, Math.min(content.length, LONGEST_DECLARATION) - 2, wide);
            return begin.stripLeading().startsWith("<") ? wide : StandardCharsets.UTF_8;
        }
        if (first == 0x003C || first == 0x3C00) {
            return wide;
        }
        String start =
                new String(content, 0, Math.min(content.length, LONGEST_DECLARATION), StandardCharsets.ISO_8859_1);
        Matcher declared = DECLARED.matcher(start.startsWith("\u00EF\u00BB\u00BF") ? start.substring(3) : start);
        return declared.find() ? Charset.forName(declared.group(1)) : StandardCharsets.UTF_8;
    }
}
