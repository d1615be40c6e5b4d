package io.soabench.orchestra.front;

import java.util.Iterator;
import javax.xml.namespace.QName;
import javax.xml.soap.Detail;
import javax.xml.soap.SOAPConnection;
import javax.xml.soap.SOAPConnectionFactory;
import javax.xml.soap.SOAPException;
import javax.xml.soap.SOAPFault;
import javax.xml.soap.SOAPMessage;
import org.w3c.dom.Node;

/** A connection that writes the name of a declared fault into its {@code faultcode}; see {@link DeclaredFaultInvoker}. */
final class DeclaredFaultConnection extends SOAPConnection {

    private final SOAPConnection connection;

    private DeclaredFaultConnection(SOAPConnection connection) {
        this.connection = connection;
    }

    /** The factory that SAAJ makes by its name. */
    public static final class Factory extends SOAPConnectionFactory {

        private static volatile SOAPConnectionFactory connections;

        /** Makes SAAJ use this factory in front of its own. */
        static synchronized void install() {
            if (connections == null) {
                try {
                    connections = SOAPConnectionFactory.newInstance();
                } catch (SOAPException e) {
                    throw new IllegalStateException("the SOAP client of Orchestra is not there: " + e.getMessage(), e);
                }
                System.setProperty(SOAPConnectionFactory.class.getName(), Factory.class.getName());
            }
        }

        @Override
        public SOAPConnection createConnection() throws SOAPException {
            return new DeclaredFaultConnection(connections.createConnection());
        }
    }

    @Override
    public SOAPMessage call(SOAPMessage request, Object endpoint) throws SOAPException {
        SOAPMessage answer = connection.call(request, endpoint);
        if (answer != null
                && answer.getSOAPBody() != null
                && answer.getSOAPBody().hasFault()) {
            SOAPFault fault = answer.getSOAPBody().getFault();
            QName element = element(fault.getDetail());
            QName name = element == null ? null : DeclaredFaultInvoker.declared(element);
            if (name != null) {
                fault.setFaultCode(name);
            }
        }
        return answer;
    }

    /** Returns the name of the first element in the detail, or {@code null}. */
    private static QName element(Detail detail) {
        if (detail != null) {
            for (Iterator<?> entries = detail.getDetailEntries(); entries.hasNext(); ) {
                Node entry = (Node) entries.next();
                return new QName(entry.getNamespaceURI(), entry.getLocalName());
            }
        }
        return null;
    }

    @Override
    public void close() throws SOAPException {
        connection.close();
    }
}
