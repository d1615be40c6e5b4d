package io.soabench.contracts.wsdl;

import io.soabench.contracts.source.Location;
import io.soabench.contracts.source.XmlElement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.ws.commons.schema.XmlSchemaCollection;

/** The definitions while they are collected; afterwards only read. In document order. */
final class WsdlTables {
    final Set<String> files = new LinkedHashSet<>();
    final Map<String, WsdlDocument> documents = new LinkedHashMap<>();
    final Map<QName, Message> messages = new LinkedHashMap<>();
    final Map<QName, PortType> portTypes = new LinkedHashMap<>();
    final Map<QName, Binding> bindings = new LinkedHashMap<>();
    final Map<QName, Service> services = new LinkedHashMap<>();
    final Map<QName, PartnerLinkType> partnerLinkTypes = new LinkedHashMap<>();
    final Map<QName, Property> properties = new LinkedHashMap<>();
    final List<PropertyAlias> aliases = new ArrayList<>();
    final Map<String, Location> schemaPlaces = new LinkedHashMap<>();
    final List<SchemaSources.Schema> schemaTexts = new ArrayList<>();
    final Map<String, String> includedSchemas = new LinkedHashMap<>();
    final List<XmlElement> schemaTrees = new ArrayList<>();
    final Map<String, XmlElement> includedTrees = new LinkedHashMap<>();
    final Provenance provenance = new Provenance();
    final XmlSchemaCollection schemas = new XmlSchemaCollection();
}
