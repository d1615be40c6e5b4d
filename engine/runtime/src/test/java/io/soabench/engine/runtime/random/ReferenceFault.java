package io.soabench.engine.runtime.random;

import javax.xml.namespace.QName;
import org.w3c.dom.Element;

/** A fault on its way outwards through the {@link ReferenceInterpreter}. */
final class ReferenceFault extends RuntimeException {
    private static final long serialVersionUID = 1;
    private static final String BPEL = "http://docs.oasis-open.org/wsbpel/2.0/process/executable";

    private final transient QName name;
    private final transient Element data;
    private final transient QName messageType;

    /** A fault; data is one element, which is the part of a message when there is a message type. */
    ReferenceFault(QName name, Element data, QName messageType) {
        super(name.toString(), null, false, false);
        this.name = name;
        this.data = data;
        this.messageType = messageType;
    }

    static ReferenceFault standard(String name) {
        return new ReferenceFault(new QName(BPEL, name), null, null);
    }

    QName name() {
        return name;
    }

    Element data() {
        return data;
    }

    QName messageType() {
        return messageType;
    }

    /** As a client sees it. */
    String text() {
        return "fault " + name.getLocalPart() + (data == null ? "" : " " + data.getTextContent());
    }
}
