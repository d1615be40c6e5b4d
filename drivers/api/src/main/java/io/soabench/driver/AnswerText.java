package io.soabench.driver;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The XML text of an HTTP answer. Its encoding is that of a byte order mark, else that of the parameter {@code charset} of the Content-Type,
 * else that of the XML declaration (RFC 7303, section 3.2). Stateless.
 */
public final class AnswerText {

    private static final Pattern CHARSET = Pattern.compile("(?i);\\s*charset\\s*=\\s*\"?([^\\s;\"]+)\"?");
    private static final Pattern DECLARED =
            Pattern.compile("^(<\\?xml[^>]*?)\\s+encoding\\s*=\\s*(?:\"[^\"]*\"|'[^']*')");

    private AnswerText() {}

    /**
     * Returns the message in an encoding that an XML parser finds by itself.
     *
     * @param contentType value of the header Content-Type; empty when there is none
     * @return the same array where nothing has to be changed, or its encoding is not known here
     */
    public static byte[] readable(byte[] message, String contentType) {
        Matcher named = CHARSET.matcher(contentType);
        if (hasMark(message) || !named.find()) {
            return message;
        }
        try {
            Charset charset = Charset.forName(named.group(1));
            String text = charset.newDecoder().decode(ByteBuffer.wrap(message)).toString();
            return DECLARED.matcher(text).replaceFirst("$1").getBytes(StandardCharsets.UTF_8);
        } catch (CharacterCodingException | IllegalCharsetNameException | UnsupportedCharsetException e) {
            // The parser reports the mistake in the message.
            return message;
        }
    }

    private static boolean hasMark(byte[] message) {
        int first = message.length < 2 ? 0 : (message[0] & 0xFF) << 8 | (message[1] & 0xFF);
        return first == 0xFEFF
                || first == 0xFFFE
                || (first == 0xEFBB && message.length > 2 && (message[2] & 0xFF) == 0xBF);
    }
}
