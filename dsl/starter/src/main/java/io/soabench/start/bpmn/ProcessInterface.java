package io.soabench.start.bpmn;

import java.util.stream.Collectors;

/**
 * The documents of a contract for a copied process: the requests and answers of clients, and the requests to partners.
 */
public final class ProcessInterface {

    /** Path of the identifier in a request of a client. */
    public static final String REQUEST_ID = "c:request/c:id";

    /** Path of the identifier in a request to a partner. */
    public static final String PARTNER_ID = "p:call/p:id";

    private static final String CLIENTS = "urn:soabench:process";
    private static final String PARTNERS = "urn:soabench:partner";

    /** The WSDL document of each partner. */
    public static final String PARTNER = wsdl(
            "partner",
            "p",
            PARTNERS,
            "Partner",
            "call",
            "call",
            "result",
            "          <xsd:element name=\"id\" type=\"xsd:string\"/>\n",
            "          <xsd:element name=\"status\" type=\"xsd:string\"/>\n");

    private final BpmnCopy copy;
    private final String name;
    private final String namespace;

    /** Makes the contract of the only copy of a testbed. */
    public ProcessInterface(BpmnCopy copy) {
        this(copy, "process", CLIENTS);
    }

    private ProcessInterface(BpmnCopy copy, String name, String namespace) {
        this.copy = copy;
        this.name = name;
        this.namespace = namespace;
    }

    /**
     * Makes the contract of one of several copies. Its messages are in a namespace of their own.
     *
     * @param name that no other copy of the testbed has: letters, digits, hyphens and underscores
     */
    public static ProcessInterface named(BpmnCopy copy, String name) {
        return new ProcessInterface(copy, name, CLIENTS + ":" + name);
    }

    /** Returns the WSDL document that clients of the process use. */
    public String process() {
        String elements = "          <xsd:element name=\"id\" type=\"xsd:string\"/>\n"
                + copy.values().entrySet().stream()
                        .map(each -> "          <xsd:element name=\"" + each.getKey() + "\" type=\"xsd:"
                                + RequestValues.type(each.getValue()) + "\"/>\n")
                        .collect(Collectors.joining());
        return wsdl(
                name,
                "c",
                namespace,
                "Process",
                "start",
                "request",
                "answer",
                elements,
                "          <xsd:element name=\"id\" type=\"xsd:string\"/>\n          <xsd:element name=\"end\" type=\"xsd:string\"/>\n");
    }

    /** Returns a request with the values by which the gateways decide. */
    public String request() {
        String values = copy.values().entrySet().stream()
                .map(each -> element(each.getKey(), escaped(RequestValues.text(each.getValue()))))
                .collect(Collectors.joining());
        return message("request", values);
    }

    /** Returns the answer to that request: its identifier, and the end event that is reached. */
    public String answer() {
        return message("answer", element("end", copy.end().orElse("${any}")));
    }

    private String message(String element, String values) {
        return "<c:" + element + " xmlns:c=\"" + namespace + "\">\n" + element("id", "${uiid}") + values + "</c:"
                + element + ">\n";
    }

    private static String element(String name, String content) {
        return "  <c:" + name + ">" + content + "</c:" + name + ">\n";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private static String wsdl(
            String name,
            String prefix,
            String namespace,
            String portType,
            String operation,
            String request,
            String answer,
            String requestElements,
            String answerElements) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <definitions name="@name" targetNamespace="@namespace"
                    xmlns="http://schemas.xmlsoap.org/wsdl/"
                    xmlns:@prefix="@namespace"
                    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
                    xmlns:xsd="http://www.w3.org/2001/XMLSchema">
                  <types>
                    <xsd:schema targetNamespace="@namespace" elementFormDefault="qualified">
                      <xsd:element name="@request">
                        <xsd:complexType>
                          <xsd:sequence>
                @requestElements          </xsd:sequence>
                        </xsd:complexType>
                      </xsd:element>
                      <xsd:element name="@answer">
                        <xsd:complexType>
                          <xsd:sequence>
                @answerElements          </xsd:sequence>
                        </xsd:complexType>
                      </xsd:element>
                    </xsd:schema>
                  </types>
                  <message name="@request"><part name="body" element="@prefix:@request"/></message>
                  <message name="@answer"><part name="body" element="@prefix:@answer"/></message>
                  <portType name="@portType">
                    <operation name="@operation">
                      <input message="@prefix:@request"/>
                      <output message="@prefix:@answer"/>
                    </operation>
                  </portType>
                  <binding name="@portTypeSoap" type="@prefix:@portType">
                    <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
                    <operation name="@operation">
                      <soap:operation soapAction="@namespace:@operation"/>
                      <input><soap:body use="literal"/></input>
                      <output><soap:body use="literal"/></output>
                    </operation>
                  </binding>
                  <service name="@portTypeService">
                    <port name="@portTypePort" binding="@prefix:@portTypeSoap"><soap:address location="http://127.0.0.1:8080/@name"/></port>
                  </service>
                </definitions>
                """
                .replace("@requestElements", requestElements)
                .replace("@answerElements", answerElements)
                .replace("@namespace", namespace)
                .replace("@name", name)
                .replace("@prefix", prefix)
                .replace("@portType", portType)
                .replace("@operation", operation)
                .replace("@request", request)
                .replace("@answer", answer);
    }
}
