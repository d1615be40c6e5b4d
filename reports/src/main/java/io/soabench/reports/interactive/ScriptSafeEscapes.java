package io.soabench.reports.interactive;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;

/**
 * The escapes of JSON inside a script element. A text of a model with {@code </script>} or {@code <!--} would end or change the element
 * (HTML Living Standard, 4.12.1.3), so the characters of markup are written as {@code \}{@code uXXXX}.
 */
public final class ScriptSafeEscapes extends CharacterEscapes {

    private static final long serialVersionUID = 1;

    private static final int[] ASCII = ascii();

    private static int[] ascii() {
        int[] escapes = standardAsciiEscapesForJSON();
        for (char c : new char[] {'<', '>', '&'}) {
            escapes[c] = ESCAPE_STANDARD;
        }
        return escapes;
    }

    @Override
    public int[] getEscapeCodesForAscii() {
        return ASCII.clone();
    }

    @Override
    public SerializableString getEscapeSequence(int character) {
        // All escapes are the standard ones.
        return null;
    }
}
