package io.soabench.messages;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** A SOAP fault with which a partner answered. An adapter makes an error of its engine of it. */
public final class PartnerFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String code;

    PartnerFault(String code, String sentence) {
        super(sentence);
        this.code = code;
    }

    /** Returns the error code: the local name of the element in the fault's detail, or {@code fault} where it has none. */
    public String code() {
        return code;
    }

    /** Reads a fault at whose element a reader stands. */
    static PartnerFault read(String partner, XMLStreamReader in) throws XMLStreamException {
        String code = "fault";
        String sentence = "";
        boolean detail = false;
        int depth = 1;
        while (depth > 0) {
            int event = in.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                depth++;
                if (detail && depth == 3) {
                    code = in.getLocalName();
                    detail = false;
                } else if (depth == 2 && in.getLocalName().equals("faultstring")) {
                    sentence = in.getElementText();
                    depth--;
                } else if (depth == 2) {
                    detail = in.getLocalName().equals("detail");
                }
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
            }
        }
        return new PartnerFault(code, "partner " + partner + " answered a fault: " + sentence);
    }
}
