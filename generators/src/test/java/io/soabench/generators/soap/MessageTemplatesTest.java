package io.soabench.generators.soap;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.contracts.sample.NoInstanceException;
import io.soabench.contracts.wsdl.Port;
import io.soabench.contracts.wsdl.Service;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.plugin.MessageTemplate;
import io.soabench.plugin.MessageTemplate.Value;
import io.soabench.plugin.ServiceOperation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MessageTemplatesTest {

    private static final String WSDL =
            """
            <definitions name="shop" targetNamespace="urn:shop" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="urn:shop"
                xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
              <types>
                <xsd:schema targetNamespace="urn:shop" elementFormDefault="qualified">
                  <xsd:element name="order">
                    <xsd:complexType>
                      <xsd:sequence>
                        <xsd:element name="item">
                          <xsd:complexType>
                            <xsd:sequence>
                              <xsd:element name="pieces" type="xsd:positiveInteger"/>
                              <xsd:element name="price" type="s:Price"/>
                            </xsd:sequence>
                            <xsd:attribute name="number" type="xsd:long" use="required"/>
                          </xsd:complexType>
                        </xsd:element>
                        <xsd:element name="urgent" type="xsd:boolean"/>
                        <xsd:element name="weight" type="xsd:double"/>
                        <xsd:element name="nothing"><xsd:complexType/></xsd:element>
                      </xsd:sequence>
                    </xsd:complexType>
                  </xsd:element>
                  <xsd:element name="receipt" type="xsd:string"/>
                  <xsd:complexType name="Price">
                    <xsd:simpleContent>
                      <xsd:extension base="xsd:decimal"><xsd:attribute name="currency" type="xsd:string" use="required"/></xsd:extension>
                    </xsd:simpleContent>
                  </xsd:complexType>
                </xsd:schema>
              </types>
              <message name="order"><part name="body" element="s:order"/></message>
              <message name="receipt"><part name="body" element="s:receipt"/></message>
              <message name="count"><part name="a" type="xsd:int"/><part name="b" type="xsd:string"/></message>
              <portType name="Shop">
                <operation name="order"><input message="s:order"/><output message="s:receipt"/></operation>
                <operation name="count"><input message="s:count"/></operation>
              </portType>
              <binding name="ShopSoap" type="s:Shop">
                <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
                <operation name="order">
                  <soap:operation soapAction="urn:shop/order"/>
                  <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output>
                </operation>
                <operation name="count">
                  <soap:operation style="rpc"/>
                  <input><soap:body use="literal" namespace="urn:rpc"/></input>
                </operation>
              </binding>
              <service name="ShopService"><port name="ShopPort" binding="s:ShopSoap"><soap:address location="http://127.0.0.1:1/"/></port></service>
            </definitions>
            """;

    @TempDir
    Path folder;

    private ServiceOperation operation(String name) throws IOException, NoInstanceException {
        WsdlDefinitions wsdl = WsdlDefinitions.load(Files.writeString(folder.resolve("shop.wsdl"), WSDL));
        assertThat(wsdl.problems()).isEmpty();
        Service service = wsdl.services().iterator().next();
        Port port = service.ports().iterator().next();
        SoapOperation operation = SoapOperation.of(service, port).stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        return new MessageTemplates(new DefaultMessages(wsdl)).of(operation);
    }

    private static String filled(MessageTemplate template) {
        StringBuilder text = new StringBuilder(template.text().get(0));
        for (int i = 0; i < template.values().size(); i++) {
            text.append('[').append(i + 1).append(']').append(template.text().get(i + 1));
        }
        return text.toString();
    }

    @Test
    void shouldHaveSimpleElementsAndAttributesAsValuesInTheirOrder() throws Exception {
        ServiceOperation order = operation("order");

        assertThat(order.soapAction()).isEqualTo("urn:shop/order");
        assertThat(order.input().namespace()).isEqualTo("urn:shop");
        assertThat(order.input().element()).isEqualTo("order");
        assertThat(order.input().values())
                .containsExactly(
                        new Value("item/@number", MessageTemplate.Type.INTEGER),
                        new Value("item/pieces", MessageTemplate.Type.INTEGER),
                        new Value("item/price/@currency", MessageTemplate.Type.TEXT),
                        new Value("item/price", MessageTemplate.Type.DECIMAL),
                        new Value("urgent", MessageTemplate.Type.BOOLEAN),
                        new Value("weight", MessageTemplate.Type.DOUBLE));
        assertThat(filled(order.input()))
                .isEqualTo("<ns1:order xmlns:ns1=\"urn:shop\"><ns1:item number=\"[1]\"><ns1:pieces>[2]</ns1:pieces>"
                        + "<ns1:price currency=\"[3]\">[4]</ns1:price></ns1:item><ns1:urgent>[5]</ns1:urgent>"
                        + "<ns1:weight>[6]</ns1:weight><ns1:nothing/></ns1:order>");
        assertThat(order.input().values().get(0).name()).isEqualTo("number");
        assertThat(order.output().values()).containsExactly(new Value("", MessageTemplate.Type.TEXT));
        assertThat(filled(order.output())).isEqualTo("<ns1:receipt xmlns:ns1=\"urn:shop\">[1]</ns1:receipt>");
    }

    @Test
    void shouldHaveThePartsOfAnRpcMessageAsValues() throws Exception {
        ServiceOperation count = operation("count");

        assertThat(count.output()).as("one-way").isNull();
        assertThat(count.input().namespace()).isEqualTo("urn:rpc");
        assertThat(count.input().values())
                .containsExactly(
                        new Value("a", MessageTemplate.Type.INTEGER), new Value("b", MessageTemplate.Type.TEXT));
        assertThat(filled(count.input()))
                .isEqualTo("<ns1:count xmlns:ns1=\"urn:rpc\"><a>[1]</a><b>[2]</b></ns1:count>");
    }
}
