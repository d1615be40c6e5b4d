package io.soabench.engine.runtime.schema;

import java.util.regex.Pattern;

/** Characters that a part of a pattern takes. Immutable. */
final class CharacterSet {
    private static final int ASCII = 128;

    private final boolean[] usual = new boolean[ASCII];
    private final Pattern all;

    /** Makes the set of a character class in the syntax of the Java platform. */
    CharacterSet(String javaClass) {
        all = Pattern.compile(javaClass, Pattern.DOTALL);
        for (int point = 0; point < ASCII; point++) {
            usual[point] = matches(point);
        }
    }

    private boolean matches(int point) {
        return all.matcher(Character.toString(point)).matches();
    }

    boolean has(int point) {
        return point < ASCII ? usual[point] : matches(point);
    }
}
