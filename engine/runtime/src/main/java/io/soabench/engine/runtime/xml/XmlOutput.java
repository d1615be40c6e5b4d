package io.soabench.engine.runtime.xml;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A growing array of UTF-8 bytes to which elements are written directly.
 *
 * <p>Declares a namespace where it is first needed; an element's own declarations are kept, for values which are qualified
 * names. Belongs to one thread and is reusable: {@link #clear()} keeps the array, unless it is larger than 64 KiB.
 */
public final class XmlOutput {
    private static final int KEPT_BYTES = 64 * 1024;
    private static final int START_BYTES = 2048;

    /** The character that stands for one that cannot be written. */
    private static final char REPLACEMENT = '\uFFFD';

    private byte[] bytes = new byte[START_BYTES];
    private int size;

    private String[] prefixes = new String[16];
    private String[] uris = new String[16];
    private int scopeSize;

    /** Returns the array of the bytes. Its first {@link #size()} bytes are valid until the next write. */
    public byte[] array() {
        return bytes;
    }

    /** Returns the number of bytes written. */
    public int size() {
        return size;
    }

    /** Removes the written bytes and the declarations. */
    public void clear() {
        size = 0;
        scopeSize = 0;
        if (bytes.length > KEPT_BYTES) {
            bytes = new byte[START_BYTES];
        }
    }

    /** Returns the written bytes, as an array of its own. */
    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    /** Writes bytes unchanged. */
    public void raw(byte[] source) {
        ensure(source.length);
        System.arraycopy(source, 0, bytes, size, source.length);
        size += source.length;
    }

    /** Writes text unchanged, in UTF-8. */
    public void raw(String text) {
        int length = text.length();
        ensure(length);
        byte[] target = bytes;
        int at = size;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                size = at;
                raw(text.substring(i).getBytes(StandardCharsets.UTF_8));
                return;
            }
            target[at++] = (byte) c;
        }
        size = at;
    }

    /** Writes one ASCII character. */
    public void raw(char c) {
        ensure(1);
        bytes[size++] = (byte) c;
    }

    /** Writes a number in decimal digits. */
    public void number(int value) {
        if (value < 0) {
            raw(Integer.toString(value));
            return;
        }
        int digits = 1;
        for (int rest = value / 10; rest > 0; rest /= 10) {
            digits++;
        }
        ensure(digits);
        int rest = value;
        for (int at = size + digits - 1; at >= size; at--) {
            bytes[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        size += digits;
    }

    /** Replaces bytes written before, for a length that is known only later. */
    public void overwrite(int position, byte[] source) {
        System.arraycopy(source, 0, bytes, position, source.length);
    }

    /**
     * Declares a namespace that bytes written with {@link #raw(byte[])} have declared around the following elements.
     */
    public void declared(String prefix, String uri) {
        bind(prefix, uri);
    }

    /** Writes an element, its declarations, attributes and content. */
    public void element(Element element) {
        int scope = scopeSize;
        raw('<');
        String prefix = element.prefix();
        boolean declare = elementNeedsDeclaration(element);
        if (declare && prefix.isEmpty() && element.namespace().isEmpty()) {
            declare = !uriOf("").isEmpty();
        }
        name(prefix, element.name());
        for (int i = 0; i < element.declarationCount(); i++) {
            Namespace declaration = element.declaration(i);
            if (declare && declaration.prefix().equals(prefix)) {
                continue;
            }
            if (!declare
                    && declaration.prefix().equals(prefix)
                    && !declaration.uri().equals(element.namespace())) {
                // The prefix belongs to the element's own name; a renamed element may carry an outdated declaration.
                continue;
            }
            if (!declaration.uri().equals(uriOf(declaration.prefix()))) {
                declaration(declaration.prefix(), declaration.uri());
            }
        }
        if (declare) {
            declaration(prefix, element.namespace());
        }
        for (int i = 0; i < element.attributeCount(); i++) {
            attribute(element.attribute(i), scope);
        }
        int count = element.size();
        if (count == 0) {
            raw('/');
            raw('>');
        } else {
            raw('>');
            for (int i = 0; i < count; i++) {
                if (element.item(i) instanceof Element child) {
                    element(child);
                } else {
                    escaped((String) element.item(i), false);
                }
            }
            raw('<');
            raw('/');
            name(prefix, element.name());
            raw('>');
        }
        scopeSize = scope;
    }

    private boolean elementNeedsDeclaration(Element element) {
        String bound = uriOf(element.prefix());
        return bound == null || !bound.equals(element.namespace());
    }

    private void attribute(Attribute attribute, int scope) {
        raw(' ');
        if (attribute.namespace().isEmpty()) {
            raw(attribute.name());
        } else if (attribute.prefix().equals("xml")) {
            name("xml", attribute.name());
        } else {
            String prefix = attributePrefix(attribute, scope);
            name(prefix, attribute.name());
        }
        raw('=');
        raw('"');
        escaped(attribute.value(), true);
        raw('"');
    }

    private String attributePrefix(Attribute attribute, int scope) {
        for (int i = scopeSize - 1; i >= 0; i--) {
            if (uris[i].equals(attribute.namespace())
                    && !prefixes[i].isEmpty()
                    && attribute.namespace().equals(uriOf(prefixes[i]))) {
                return prefixes[i];
            }
        }
        String prefix = attribute.prefix();
        for (int n = 1; prefix.isEmpty() || boundSince(scope, prefix); n++) {
            prefix = "ns" + n;
        }
        // The declaration follows a blank already written; another one separates it from the attribute.
        size--;
        declaration(prefix, attribute.namespace());
        raw(' ');
        return prefix;
    }

    private boolean boundSince(int scope, String prefix) {
        // Also a prefix bound further out must stay free, for the element's name may use it.
        return uriOf(prefix) != null || scopeHas(scope, prefix);
    }

    private boolean scopeHas(int scope, String prefix) {
        for (int i = scope; i < scopeSize; i++) {
            if (prefixes[i].equals(prefix)) {
                return true;
            }
        }
        return false;
    }

    private void declaration(String prefix, String uri) {
        raw(" xmlns");
        if (!prefix.isEmpty()) {
            raw(':');
            raw(prefix);
        }
        raw('=');
        raw('"');
        escaped(uri, true);
        raw('"');
        bind(prefix, uri);
    }

    private void name(String prefix, String name) {
        if (!prefix.isEmpty()) {
            raw(prefix);
            raw(':');
        }
        raw(name);
    }

    private void bind(String prefix, String uri) {
        if (scopeSize == prefixes.length) {
            prefixes = Arrays.copyOf(prefixes, scopeSize * 2);
            uris = Arrays.copyOf(uris, scopeSize * 2);
        }
        prefixes[scopeSize] = prefix;
        uris[scopeSize++] = uri;
    }

    private String uriOf(String prefix) {
        for (int i = scopeSize - 1; i >= 0; i--) {
            if (prefixes[i].equals(prefix)) {
                return uris[i];
            }
        }
        return prefix.isEmpty() ? "" : null;
    }

    /** Writes character data with the markup characters escaped; in an attribute value also quotes and line ends. */
    public void escaped(String text, boolean inAttribute) {
        int length = text.length();
        ensure(length);
        byte[] target = bytes;
        int at = size;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= 0x80 || SPECIAL[c]) {
                size = at;
                escapedSlowly(text, i, inAttribute);
                return;
            }
            target[at++] = (byte) c;
        }
        size = at;
    }

    private static final boolean[] SPECIAL = new boolean[128];

    static {
        for (int c = 0; c < ' '; c++) {
            SPECIAL[c] = true;
        }
        SPECIAL['\n'] = true;
        SPECIAL['<'] = true;
        SPECIAL['>'] = true;
        SPECIAL['&'] = true;
        SPECIAL['"'] = true;
    }

    private void escapedSlowly(String text, int from, boolean inAttribute) {
        int length = text.length();
        for (int i = from; i < length; i++) {
            char c = text.charAt(i);
            switch (c) {
                case '<' -> raw("&lt;");
                case '>' -> raw("&gt;");
                case '&' -> raw("&amp;");
                case '"' -> raw(inAttribute ? "&quot;" : "\"");
                case '\t', '\n' -> {
                    if (inAttribute) {
                        raw(c == '\t' ? "&#9;" : "&#10;");
                    } else {
                        raw(c);
                    }
                }
                case '\r' -> raw("&#13;");
                default -> {
                    if (c < 0x80) {
                        raw(c);
                    } else if (Character.isHighSurrogate(c)
                            && i + 1 < length
                            && Character.isLowSurrogate(text.charAt(i + 1))) {
                        codePoint(Character.toCodePoint(c, text.charAt(++i)));
                    } else {
                        // A process may have cut a pair in two. UTF-8 has no half of it.
                        codePoint(Character.isSurrogate(c) ? REPLACEMENT : c);
                    }
                }
            }
        }
    }

    private void codePoint(int codePoint) {
        ensure(4);
        if (codePoint < 0x800) {
            bytes[size++] = (byte) (0xC0 | (codePoint >> 6));
        } else if (codePoint < 0x10000) {
            bytes[size++] = (byte) (0xE0 | (codePoint >> 12));
            bytes[size++] = (byte) (0x80 | ((codePoint >> 6) & 0x3F));
        } else {
            bytes[size++] = (byte) (0xF0 | (codePoint >> 18));
            bytes[size++] = (byte) (0x80 | ((codePoint >> 12) & 0x3F));
            bytes[size++] = (byte) (0x80 | ((codePoint >> 6) & 0x3F));
        }
        bytes[size++] = (byte) (0x80 | (codePoint & 0x3F));
    }

    private void ensure(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }
}
