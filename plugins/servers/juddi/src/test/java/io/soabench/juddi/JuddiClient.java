package io.soabench.juddi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.juddi.v3.client.config.UDDIClient;
import org.uddi.api_v3.AccessPoint;
import org.uddi.api_v3.BindingTemplate;
import org.uddi.api_v3.CategoryBag;
import org.uddi.api_v3.FindBinding;
import org.uddi.api_v3.FindQualifiers;
import org.uddi.api_v3.FindTModel;
import org.uddi.api_v3.KeyedReference;
import org.uddi.api_v3.Name;
import org.uddi.api_v3.TModelBag;
import org.uddi.api_v3.TModelInfo;
import org.uddi.api_v3.TModelList;
import org.uddi.v3_service.UDDIInquiryPortType;

/** jUDDI's own client, asking a registry as people do who know nothing of us. */
final class JuddiClient {

    private final UDDIInquiryPortType inquiry;

    /**
     * A client of that inquiry.
     *
     * @param folder for its configuration
     */
    JuddiClient(Path folder, String address) throws Exception {
        inquiry = new UDDIClient(configuration(folder, address).toString())
                .getTransport("default")
                .getUDDIInquiryService();
    }

    private static Path configuration(Path folder, String address) throws IOException {
        return Files.writeString(
                folder.resolve("uddi.xml"),
                """
                <uddi>
                  <client name="test">
                    <nodes>
                      <node>
                        <name>default</name>
                        <properties/>
                        <description>under test</description>
                        <proxyTransport>org.apache.juddi.v3.client.transport.JAXWSTransport</proxyTransport>
                        <inquiryUrl>%s</inquiryUrl>
                      </node>
                    </nodes>
                  </client>
                </uddi>
                """
                        .formatted(address));
    }

    /** The addresses of services with that port type. */
    List<String> find(String namespace, String portType) throws Exception {
        TModelList portTypes = inquiry.findTModel(byName(namespace, portType));
        if (portTypes.getTModelInfos() == null) {
            return List.of();
        }
        FindBinding byPortType = new FindBinding();
        byPortType.setTModelBag(new TModelBag());
        portTypes.getTModelInfos().getTModelInfo().stream()
                .map(TModelInfo::getTModelKey)
                .forEach(byPortType.getTModelBag().getTModelKey()::add);
        return inquiry.findBinding(byPortType).getBindingTemplate().stream()
                .map(BindingTemplate::getAccessPoint)
                .map(AccessPoint::getValue)
                .toList();
    }

    private static FindTModel byName(String namespace, String portType) {
        FindTModel find = new FindTModel();
        find.setName(new Name(portType, null));
        find.setFindQualifiers(new FindQualifiers());
        find.getFindQualifiers().getFindQualifier().add("exactMatch");
        find.setCategoryBag(new CategoryBag());
        List<KeyedReference> categories = find.getCategoryBag().getKeyedReference();
        categories.add(new KeyedReference("uddi:uddi.org:wsdl:types", "", "portType"));
        categories.add(new KeyedReference("uddi:uddi.org:xml:namespace", "", namespace));
        return find;
    }
}
