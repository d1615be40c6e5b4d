package io.soabench.bpmn;

/** A SOAP fault with which a partner answered. An adapter makes a BPMN error of it. */
public final class PartnerFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String code;

    PartnerFault(String code, String sentence) {
        super(sentence);
        this.code = code;
    }

    /** Returns the error code for boundary events: the local name of the element in the fault's detail, or {@code fault} where it has none. */
    public String code() {
        return code;
    }
}
