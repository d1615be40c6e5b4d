package io.soabench.contracts.source;

/** The name productions of Namespaces in XML 1.0, section 3. */
public final class XmlNames {
    private XmlNames() {}

    /** Returns true if the text is an NCName: a name without colon. */
    public static boolean isNcName(String text) {
        if (text.isEmpty() || !isStart(text.codePointAt(0))) {
            return false;
        }
        return text.codePoints().allMatch(XmlNames::isPart);
    }

    private static boolean isStart(int c) {
        return c == '_' || Character.isLetter(c);
    }

    private static boolean isPart(int c) {
        return isStart(c)
                || c == '-'
                || c == '.'
                || c == 0xB7
                || Character.isDigit(c)
                || Character.getType(c) == Character.NON_SPACING_MARK
                || Character.getType(c) == Character.COMBINING_SPACING_MARK
                || Character.getType(c) == Character.ENCLOSING_MARK;
    }
}
