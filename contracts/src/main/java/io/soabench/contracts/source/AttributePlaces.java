package io.soabench.contracts.source;

import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A finder of the places of attributes. Readers of XML do not report them, so the text of a start tag is read again.
 * The text is known to be well-formed; where it does not begin with the tag expected, nothing is found rather than
 * something wrong.
 */
final class AttributePlaces {
    private final String file;
    private final String text;
    private final List<Integer> lines = new ArrayList<>(List.of(0));

    /**
     * Creates the places of one document.
     *
     * @param encoding the name of its character encoding; nothing is found if it is unknown here
     */
    AttributePlaces(String file, byte[] content, String encoding) {
        this.file = file;
        this.text = decoded(content, encoding);
        for (int i = 0; i < text.length(); i++) {
            boolean pair = text.charAt(i) == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n';
            if (text.charAt(i) == '\n' || (text.charAt(i) == '\r' && !pair)) {
                lines.add(i + 1);
            }
        }
    }

    private static String decoded(byte[] content, String encoding) {
        if (encoding == null || !Charset.isSupported(encoding)) {
            return "";
        }
        String text = new String(content, Charset.forName(encoding));
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    /**
     * Returns the attributes of a start tag.
     *
     * @param name of the element, with its prefix as written
     * @param offset of {@code <}, in characters
     */
    Map<String, Location> of(String name, int offset) {
        if (offset < 0 || !text.startsWith("<" + name, offset)) {
            return Map.of();
        }
        Map<String, Location> places = new HashMap<>();
        int at = afterSpace(offset + 1 + name.length());
        while (at < text.length() && text.charAt(at) != '>' && text.charAt(at) != '/') {
            int equals = text.indexOf('=', at);
            int open = equals < 0 ? text.length() : afterSpace(equals + 1);
            int close = open < text.length() ? text.indexOf(text.charAt(open), open + 1) : -1;
            if (close < 0) {
                return Map.of();
            }
            places.put(text.substring(at, equals).strip(), place(at));
            at = afterSpace(close + 1);
        }
        return Collections.unmodifiableMap(places);
    }

    private int afterSpace(int offset) {
        int at = offset;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private Location place(int offset) {
        int found = Collections.binarySearch(lines, offset);
        int line = found >= 0 ? found : -found - 2;
        return new Location(file, line + 1, offset - lines.get(line) + 1);
    }
}
