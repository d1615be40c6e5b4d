package io.soabench.engine.server.registry;

import io.soabench.engine.runtime.xml.QualifiedName;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The two requests to a UDDI registry, and the data in their answers. No state. */
final class UddiMessages {
    private static final String UDDI = "urn:uddi-org:api_v3";

    /** The kinds of access points that are the address of a service (UDDI 3.0.2, section 3.5.2.1). */
    private static final Set<String> ENDPOINT = Set.of("", "endPoint", "http");

    private UddiMessages() {}

    /** Makes the request for the tModels of a port type ("Using WSDL in a UDDI Registry", section 2.4.1). */
    static String findTModel(QualifiedName portType) {
        String namespace =
                portType.namespace().isEmpty() ? "" : reference("uddi:uddi.org:xml:namespace", portType.namespace());
        return envelope("<find_tModel xmlns=\"" + UDDI + "\"><findQualifiers><findQualifier>exactMatch</findQualifier>"
                + "</findQualifiers><name>" + escaped(portType.name()) + "</name><categoryBag>"
                + reference("uddi:uddi.org:wsdl:types", "portType") + namespace + "</categoryBag></find_tModel>");
    }

    /**
     * Makes the request for the bindings that refer to one of some tModels.
     *
     * @param keys the keys of the tModels, at least one
     */
    static String findBinding(List<String> keys) {
        return envelope("<find_binding xmlns=\"" + UDDI + "\"><findQualifiers><findQualifier>orAllKeys</findQualifier>"
                + "</findQualifiers><tModelBag>"
                + keys.stream()
                        .map(key -> "<tModelKey>" + escaped(key) + "</tModelKey>")
                        .collect(Collectors.joining())
                + "</tModelBag></find_binding>");
    }

    private static String reference(String key, String value) {
        return "<keyedReference tModelKey=\"" + key + "\" keyValue=\"" + escaped(value) + "\"/>";
    }

    private static String envelope(String body) {
        return "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>" + body
                + "</s:Body></s:Envelope>";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }

    /**
     * Returns the keys in the answer to {@link #findTModel}, in its order.
     *
     * @throws IOException when the answer is not XML
     */
    static List<String> keys(byte[] tModelList) throws IOException {
        List<String> keys = new ArrayList<>();
        read(tModelList, "tModelInfo", element -> keys.add(element.getAttributeValue(null, "tModelKey")));
        return keys;
    }

    /**
     * Returns the addresses in the answer to {@link #findBinding}, in its order, each once.
     *
     * @throws IOException when the answer is not XML
     */
    static List<String> accessPoints(byte[] bindingDetail) throws IOException {
        List<String> addresses = new ArrayList<>();
        read(bindingDetail, "accessPoint", element -> {
            String use = element.getAttributeValue(null, "useType");
            String address = element.getElementText().strip();
            if (ENDPOINT.contains(use == null ? "" : use) && !addresses.contains(address)) {
                addresses.add(address);
            }
        });
        return addresses;
    }

    /** The action for an element at its start tag. */
    @FunctionalInterface
    private interface ElementAction {
        void take(XMLStreamReader element) throws XMLStreamException;
    }

    private static void read(byte[] document, String name, ElementAction action) throws IOException {
        try {
            XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
            factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
            factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
            XMLStreamReader reader = factory.createXMLStreamReader(new ByteArrayInputStream(document));
            while (reader.hasNext()) {
                if (reader.next() == XMLStreamConstants.START_ELEMENT
                        && name.equals(reader.getLocalName())
                        && UDDI.equals(reader.getNamespaceURI())) {
                    action.take(reader);
                }
            }
        } catch (XMLStreamException e) {
            throw new IOException("the answer cannot be read: " + e.getMessage(), e);
        }
    }
}
