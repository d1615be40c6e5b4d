package io.soabench.mock;

/**
 * What a mock wants to know of a request message.
 *
 * @param defect why the message cannot be understood; {@link Defect#NONE} when it can
 * @param element expanded name of the body's first element, or empty when the body is empty
 * @param uiid the identifier as found in the message, or empty
 * @param step the step as found in the message, or empty
 */
public record Scan(Defect defect, String element, String uiid, String step) {

    /** What can be wrong with a message (SOAP 1.1, section 4.4.1, says how that is answered). */
    public enum Defect {
        NONE,
        /** Not XML, or XML that is no SOAP envelope, or one with a document type declaration. */
        MALFORMED,
        /** A SOAP envelope of another version. */
        VERSION,
        /** Larger than a mock reads. */
        TOO_LARGE
    }

    /** A message that cannot be understood. */
    public static Scan of(Defect defect) {
        return new Scan(defect, "", "", "");
    }
}
