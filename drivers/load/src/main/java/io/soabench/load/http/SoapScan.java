package io.soabench.load.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A scanner for the first element of a SOAP body, and for elements in it. It does not parse the message: it walks over
 * the markup, keeps the namespace declarations of Envelope, Body and that element, and stops there. SOAP 1.1 and 1.2.
 * It does not check that the rest is well formed, only where it {@linkplain #ends ends}, and refuses document type
 * declarations. Belongs to one thread; makes no garbage unless it is asked for text.
 */
final class SoapScan {

    /** The kinds of messages. */
    enum Kind {
        /** No envelope, or its body was not found in the bytes given. */
        NO_SOAP,
        /** The body has no element. */
        EMPTY,
        /** The body holds a fault. */
        FAULT,
        /** The body holds another element. */
        ELEMENT
    }

    private static final byte[] ENVELOPE = ascii("Envelope");
    private static final byte[] HEADER = ascii("Header");
    private static final byte[] BODY = ascii("Body");
    private static final byte[] FAULT = ascii("Fault");
    private static final byte[] XMLNS = ascii("xmlns");
    private static final byte[] COMMENT_END = ascii("-->");
    private static final byte[] CDATA_END = ascii("]]>");
    private static final byte[] INSTRUCTION_END = ascii("?>");
    private static final int MOST_DECLARATIONS = 64;
    private static final int MOST_DETAIL = 200;
    private static final int MOST_DEPTH = 64;
    private static final byte[] CDATA_BEGIN = ascii("<![CDATA[");
    private static final Pattern REFERENCE = Pattern.compile("&(#x[0-9A-Fa-f]+|#[0-9]+|lt|gt|quot|apos|amp);");

    private byte[] bytes = new byte[0];
    private int size;
    private int at;

    /** The start tag read last. */
    private int nameBegin;

    private int colon;
    private int nameEnd;
    private boolean selfClosing;

    /** Declarations in scope: start and end of the prefix and of the value. */
    private final int[] declarations = new int[MOST_DECLARATIONS * 4];

    private int declared;

    /** Namespaces as start and end within {@link #bytes}; start &lt; 0: none. */
    private int envelopeNs;

    private int envelopeNsEnd;
    private int elementNs;
    private int elementNsEnd;

    /** The offset behind the start tag of the body's element, and the declarations in scope there. */
    private int bodyAt;

    private int bodyDeclared;
    private boolean bodySelfClosing;

    /** The number of declarations outside of an element, by its depth. */
    private final int[] scopes = new int[MOST_DEPTH];

    /** The value found last: its bytes, or its text when it is not in one piece. */
    private int valueBegin;

    private int valueEnd;
    private String valueText;

    /** Looks at the first bytes of a message. */
    Kind scan(byte[] message, int count) {
        bytes = message;
        size = count;
        at = 0;
        declared = 0;
        if (count >= 3 && (byte) 0xEF == message[0] && (byte) 0xBB == message[1] && (byte) 0xBF == message[2]) {
            at = 3;
        } else if (count >= 2
                && (message[0] == 0 || message[1] == 0 || message[0] == (byte) 0xFE || message[0] == (byte) 0xFF)) {
            boolean little = message[0] == (byte) 0xFF || message[1] == 0;
            bytes = new String(message, 0, count, little ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_16BE)
                    .replace("\uFEFF", "")
                    .getBytes(StandardCharsets.UTF_8);
            size = bytes.length;
        }
        if (nextTag() != Tag.START || !localIs(ENVELOPE) || selfClosing) {
            return Kind.NO_SOAP;
        }
        resolve();
        envelopeNs = elementNs;
        envelopeNsEnd = elementNsEnd;
        int envelopeDeclared = declared;
        for (Tag tag = nextTag(); tag == Tag.START; tag = nextTag()) {
            resolve();
            boolean soap = sameNamespace();
            if (soap && localIs(BODY)) {
                return selfClosing ? Kind.EMPTY : bodyElement();
            }
            if (!soap || !localIs(HEADER) || !skipElement()) {
                return Kind.NO_SOAP;
            }
            declared = envelopeDeclared;
        }
        return Kind.NO_SOAP;
    }

    private Kind bodyElement() {
        Tag tag = nextTag();
        if (tag != Tag.START) {
            return tag == Tag.END ? Kind.EMPTY : Kind.NO_SOAP;
        }
        resolve();
        bodyAt = at;
        bodyDeclared = declared;
        bodySelfClosing = selfClosing;
        return localIs(FAULT) && sameNamespace() ? Kind.FAULT : Kind.ELEMENT;
    }

    /**
     * Finds the first element at a path below the body's element, after a {@link #scan} that found that one.
     *
     * @param namespaces of the elements, the body's first
     * @param locals their names
     */
    boolean find(List<byte[]> namespaces, List<byte[]> locals) {
        at = bodyAt;
        declared = bodyDeclared;
        selfClosing = bodySelfClosing;
        if (locals.size() == 1) {
            takeValue();
            return true;
        }
        int depth = selfClosing ? 0 : 1;
        int matched = 1;
        while (depth > 0) {
            int before = declared;
            Tag tag = nextTag();
            if (tag == Tag.NONE) {
                return false;
            }
            if (tag == Tag.END) {
                declared = depth < MOST_DEPTH ? scopes[depth] : declared;
                depth--;
                matched = Math.min(matched, depth);
                continue;
            }
            resolve();
            boolean fits = matched == depth && depth < locals.size() && is(namespaces.get(depth), locals.get(depth));
            if (fits && depth + 1 == locals.size()) {
                takeValue();
                return true;
            }
            if (selfClosing) {
                declared = before;
            } else {
                depth++;
                if (depth < MOST_DEPTH) {
                    scopes[depth] = before;
                }
                matched = fits ? depth : matched;
            }
        }
        return false;
    }

    /** Takes the text of the element whose start tag was read last. */
    private void takeValue() {
        valueText = null;
        valueBegin = at;
        valueEnd = at;
        if (selfClosing) {
            return;
        }
        while (valueEnd < size && bytes[valueEnd] != '<') {
            valueEnd++;
        }
        if (valueEnd + 1 < size && bytes[valueEnd + 1] != '/') {
            valueText = pieces();
            return;
        }
        while (valueBegin < valueEnd && isSpace(bytes[valueBegin])) {
            valueBegin++;
        }
        while (valueBegin < valueEnd && isSpace(bytes[valueEnd - 1])) {
            valueEnd--;
        }
    }

    /** Returns the text of an element that has comments, CDATA sections or elements in it; what stands in those elements is not its own. */
    private String pieces() {
        StringBuilder text = new StringBuilder();
        int inner = 0;
        while (at < size) {
            int begin = at;
            if (bytes[at] != '<') {
                while (at < size && bytes[at] != '<') {
                    at++;
                }
                text.append(inner == 0 ? text(begin, at) : "");
            } else if (begins(CDATA_BEGIN)) {
                skipBehind(CDATA_END);
                int content = begin + CDATA_BEGIN.length;
                text.append(
                        inner == 0
                                ? new String(
                                        bytes,
                                        content,
                                        Math.max(0, at - CDATA_END.length - content),
                                        StandardCharsets.UTF_8)
                                : "");
            } else if (at + 1 < size && bytes[at + 1] == '!') {
                skipBehind(COMMENT_END);
            } else if (at + 1 < size && bytes[at + 1] == '?') {
                skipBehind(INSTRUCTION_END);
            } else {
                Tag tag = nextTag();
                if (tag == Tag.NONE || (tag == Tag.END && inner-- == 0)) {
                    break;
                }
                inner += tag == Tag.START && !selfClosing ? 1 : 0;
            }
        }
        return text.toString().strip();
    }

    private boolean begins(byte[] mark) {
        return at + mark.length <= size && Arrays.equals(bytes, at, at + mark.length, mark, 0, mark.length);
    }

    /** Returns whether the bytes of the value that was found are these. */
    boolean valueIs(ByteBuffer other, int begin, int length) {
        if (valueText != null || valueEnd - valueBegin != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (bytes[valueBegin + i] != other.get(begin + i)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the value that was found, without references and white space around it. */
    String value() {
        return valueText == null ? text(valueBegin, valueEnd).strip() : valueText;
    }

    /** Returns whether the message ends with the end of its envelope, or with a comment or instruction behind that. */
    boolean ends() {
        int end = size;
        while (end > 0 && isSpace(bytes[end - 1])) {
            end--;
        }
        if (end < 2 || bytes[--end] != '>') {
            return false;
        }
        if (bytes[end - 1] == '-' || bytes[end - 1] == '?') {
            return true;
        }
        while (end > 0 && isSpace(bytes[end - 1])) {
            end--;
        }
        int begin = end - ENVELOPE.length;
        return begin > 1
                && Arrays.equals(bytes, begin, end, ENVELOPE, 0, ENVELOPE.length)
                && (bytes[begin - 1] == ':' || bytes[begin - 1] == '/');
    }

    /** Returns whether the body's element has that name. */
    boolean is(byte[] namespace, byte[] local) {
        return Arrays.equals(bytes, localBegin(), nameEnd, local, 0, local.length)
                && (elementNs < 0
                        ? namespace.length == 0
                        : Arrays.equals(bytes, elementNs, elementNsEnd, namespace, 0, namespace.length)
                                || (contains(elementNs, elementNsEnd, '&')
                                        && text(elementNs, elementNsEnd)
                                                .equals(new String(namespace, StandardCharsets.UTF_8))));
    }

    /** Returns the expanded name of the body's element, for people. */
    String element() {
        String local = text(localBegin(), nameEnd);
        return elementNs < 0 ? local : "{" + text(elementNs, elementNsEnd) + "}" + local;
    }

    /** Returns the code and reason of the fault, for people. */
    String fault() {
        String code = "";
        String reason = "";
        while (code.isEmpty() || reason.isEmpty()) {
            Tag tag = nextTag();
            if (tag == Tag.NONE) {
                break;
            }
            if (tag == Tag.START && !selfClosing) {
                String local = text(localBegin(), nameEnd);
                int end = at;
                while (end < size && bytes[end] != '<') {
                    end++;
                }
                String content = text(at, Math.min(end, at + 2 * MOST_DETAIL)).strip();
                if (code.isEmpty() && (local.equals("faultcode") || local.equals("Value"))) {
                    code = content;
                } else if (reason.isEmpty() && (local.equals("faultstring") || local.equals("Text"))) {
                    reason = content;
                }
            }
        }
        return reason.isEmpty() ? code : code + ": " + reason;
    }

    private enum Tag {
        START,
        END,
        NONE
    }

    /** Goes behind the next start or end tag; NONE when the bytes end before. */
    private Tag nextTag() {
        while (at < size) {
            if (bytes[at] != '<') {
                at++;
            } else if (at + 1 >= size) {
                return Tag.NONE;
            } else {
                switch (bytes[at + 1]) {
                    case '?' -> skipBehind(INSTRUCTION_END);
                    case '!' -> {
                        if (at + 2 < size && bytes[at + 2] == '-') {
                            skipBehind(COMMENT_END);
                        } else if (at + 2 < size && bytes[at + 2] == '[') {
                            skipBehind(CDATA_END);
                        } else {
                            return Tag.NONE;
                        }
                    }
                    case '/' -> {
                        while (at < size && bytes[at] != '>') {
                            at++;
                        }
                        at++;
                        return at <= size ? Tag.END : Tag.NONE;
                    }
                    default -> {
                        return startTag() ? Tag.START : Tag.NONE;
                    }
                }
            }
        }
        return Tag.NONE;
    }

    private boolean startTag() {
        at++;
        nameBegin = at;
        colon = -1;
        while (at < size && !isSpace(bytes[at]) && bytes[at] != '>' && bytes[at] != '/') {
            if (bytes[at] == ':') {
                colon = at;
            }
            at++;
        }
        nameEnd = at;
        selfClosing = false;
        while (at < size) {
            if (bytes[at] == '>') {
                at++;
                return true;
            }
            if (bytes[at] == '/') {
                selfClosing = true;
                at++;
            } else if (isSpace(bytes[at])) {
                at++;
            } else if (!attribute()) {
                return false;
            }
        }
        return false;
    }

    private boolean attribute() {
        int begin = at;
        while (at < size && bytes[at] != '=' && bytes[at] != '>' && !isSpace(bytes[at])) {
            at++;
        }
        int end = at;
        while (at < size && (isSpace(bytes[at]) || bytes[at] == '=')) {
            at++;
        }
        if (at >= size || (bytes[at] != '"' && bytes[at] != '\'')) {
            return false;
        }
        byte quote = bytes[at++];
        int value = at;
        while (at < size && bytes[at] != quote) {
            at++;
        }
        if (at >= size) {
            return false;
        }
        boolean prefixed = end - begin > XMLNS.length && bytes[begin + XMLNS.length] == ':';
        if ((prefixed || end - begin == XMLNS.length)
                && Arrays.equals(bytes, begin, begin + XMLNS.length, XMLNS, 0, XMLNS.length)
                && declared < MOST_DECLARATIONS) {
            int i = declared++ * 4;
            declarations[i] = prefixed ? begin + XMLNS.length + 1 : end;
            declarations[i + 1] = end;
            declarations[i + 2] = value;
            declarations[i + 3] = at;
        }
        at++;
        return true;
    }

    /** Sets the namespace of the start tag read last. */
    private void resolve() {
        int prefixEnd = colon < 0 ? nameBegin : colon;
        elementNs = -1;
        elementNsEnd = -1;
        for (int i = (declared - 1) * 4; i >= 0; i -= 4) {
            if (Arrays.equals(bytes, declarations[i], declarations[i + 1], bytes, nameBegin, prefixEnd)) {
                if (declarations[i + 2] < declarations[i + 3]) {
                    elementNs = declarations[i + 2];
                    elementNsEnd = declarations[i + 3];
                }
                return;
            }
        }
    }

    private boolean sameNamespace() {
        return elementNs < 0
                ? envelopeNs < 0
                : envelopeNs >= 0 && Arrays.equals(bytes, elementNs, elementNsEnd, bytes, envelopeNs, envelopeNsEnd);
    }

    /** Goes behind the end of the element whose start tag was read last. */
    private boolean skipElement() {
        int depth = selfClosing ? 0 : 1;
        int before = declared;
        while (depth > 0) {
            Tag tag = nextTag();
            declared = before;
            if (tag == Tag.NONE) {
                return false;
            }
            if (tag == Tag.END) {
                depth--;
            } else if (!selfClosing) {
                depth++;
            }
        }
        return true;
    }

    private void skipBehind(byte[] mark) {
        at += 2;
        while (at + mark.length <= size && !Arrays.equals(bytes, at, at + mark.length, mark, 0, mark.length)) {
            at++;
        }
        at = at + mark.length <= size ? at + mark.length : size;
    }

    private int localBegin() {
        return colon < 0 ? nameBegin : colon + 1;
    }

    private boolean localIs(byte[] name) {
        return Arrays.equals(bytes, localBegin(), nameEnd, name, 0, name.length);
    }

    private boolean contains(int begin, int end, char wanted) {
        for (int i = begin; i < end; i++) {
            if (bytes[i] == wanted) {
                return true;
            }
        }
        return false;
    }

    /** Returns a range as text, with the characters to which its references refer. */
    private String text(int begin, int end) {
        String text = new String(bytes, begin, end - begin, StandardCharsets.UTF_8);
        // One pass: the text of a reference may itself look like the beginning of another one.
        return text.indexOf('&') < 0 ? text : REFERENCE.matcher(text).replaceAll(SoapScan::replacement);
    }

    private static String replacement(MatchResult reference) {
        String name = reference.group(1);
        String text =
                switch (name) {
                    case "lt" -> "<";
                    case "gt" -> ">";
                    case "quot" -> "\"";
                    case "apos" -> "'";
                    case "amp" -> "&";
                    default -> character(name, reference.group());
                };
        return Matcher.quoteReplacement(text);
    }

    /** Returns the character with a number; the reference itself when there is no such character. */
    private static String character(String number, String reference) {
        try {
            int point = number.startsWith("#x")
                    ? Integer.parseInt(number.substring(2), 16)
                    : Integer.parseInt(number.substring(1));
            return Character.isValidCodePoint(point) ? Character.toString(point) : reference;
        } catch (NumberFormatException e) {
            return reference;
        }
    }

    private static boolean isSpace(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
