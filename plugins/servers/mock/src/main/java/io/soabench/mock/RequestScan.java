package io.soabench.mock;

/**
 * The data of a request message that a mock needs.
 *
 * @param defect reason why the message cannot be understood; {@link Defect#NONE} when it can
 * @param element expanded name of the body's first element, or empty when the body is empty
 * @param uiid the identifier as found in the message, or empty
 * @param step the step as found in the message, or empty
 */
public record RequestScan(Defect defect, String element, String uiid, String step) {

    /** The defects of a message; SOAP 1.1, section 4.4.1, defines their answers. */
    public enum Defect {
        NONE,
        /** The message is not XML, or not a SOAP envelope, or has a document type declaration. */
        MALFORMED,
        /** The SOAP envelope has another version. */
        VERSION,
        /** The message is larger than a mock reads. */
        TOO_LARGE
    }

    /** Creates the scan of a message that cannot be understood. */
    public static RequestScan of(Defect defect) {
        return new RequestScan(defect, "", "", "");
    }
}
