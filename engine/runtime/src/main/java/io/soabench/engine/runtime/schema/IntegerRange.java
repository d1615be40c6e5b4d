package io.soabench.engine.runtime.schema;

import java.math.BigInteger;

/**
 * The values of an integer type.
 *
 * @param min least value, null for none
 * @param max largest value, null for none
 * @param low least value that a long holds
 * @param high largest value that a long holds
 */
record IntegerRange(BigInteger min, BigInteger max, long low, long high) {
    private static final int LONG_DIGITS = 18;

    static IntegerRange of(String least, String most) {
        BigInteger min = least == null ? null : new BigInteger(least);
        BigInteger max = most == null ? null : new BigInteger(most);
        // Beyond these a number has more digits than are taken as a long.
        long low = min == null || min.bitLength() >= Long.SIZE - 1 ? Long.MIN_VALUE : min.longValueExact();
        long high = max == null || max.bitLength() >= Long.SIZE - 1 ? Long.MAX_VALUE : max.longValueExact();
        return new IntegerRange(min, max, low, high);
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** Returns the number of characters of the sign. */
    static int sign(String text) {
        return !text.isEmpty() && (text.charAt(0) == '-' || text.charAt(0) == '+') ? 1 : 0;
    }

    /** Returns whether a text without white space is a number of this range. */
    boolean contains(String text) {
        int from = sign(text);
        int length = text.length();
        if (from == length) {
            return false;
        }
        long value = 0;
        int significant = 0;
        for (int i = from; i < length; i++) {
            char c = text.charAt(i);
            if (!isDigit(c)) {
                return false;
            }
            if (significant > 0 || c != '0') {
                significant++;
            }
            if (significant <= LONG_DIGITS) {
                value = value * 10 + (c - '0');
            }
        }
        boolean negative = text.charAt(0) == '-';
        if (significant <= LONG_DIGITS) {
            long signed = negative ? -value : value;
            return signed >= low && signed <= high;
        }
        return containsLong(text.substring(length - significant), negative);
    }

    /**
     * Checks a number for the range of a long. Digits are counted first: a number of a million digits must not be
     * computed to find it too large.
     */
    private boolean containsLong(String digits, boolean negative) {
        BigInteger bound = negative ? min : max;
        if (bound == null) {
            return true;
        }
        BigInteger most = bound.abs();
        return bound.signum() == (negative ? -1 : 1)
                && digits.length() <= most.toString().length()
                && new BigInteger(digits).compareTo(most) <= 0;
    }
}
