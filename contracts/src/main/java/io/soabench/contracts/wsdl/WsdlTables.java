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
    /** The names of all files, in the order in which they were reached. */
    final Set<String> files = new LinkedHashSet<>();

    /** The WSDL documents, by file name. */
    final Map<String, WsdlDocument> documents = new LinkedHashMap<>();

    final Map<QName, Message> messages = new LinkedHashMap<>();
    final Map<QName, PortType> portTypes = new LinkedHashMap<>();
    final Map<QName, Binding> bindings = new LinkedHashMap<>();
    final Map<QName, Service> services = new LinkedHashMap<>();
    final Map<QName, PartnerLinkType> partnerLinkTypes = new LinkedHashMap<>();
    final Map<QName, Property> properties = new LinkedHashMap<>();
    final List<PropertyAlias> aliases = new ArrayList<>();

    /** The places of the first schemas, by target namespace. */
    final Map<String, Location> schemaPlaces = new LinkedHashMap<>();

    /** The texts of schemas, inline and imported. */
    final List<SchemaSources.Schema> schemaTexts = new ArrayList<>();

    /** The texts of included and redefined documents, by the key that stands as their location. */
    final Map<String, String> includedTexts = new LinkedHashMap<>();

    /** The schemas of {@link #schemaTexts} as trees. */
    final List<XmlElement> schemaTrees = new ArrayList<>();

    /** The documents of {@link #includedTexts} as trees, by the same key. */
    final Map<String, XmlElement> includedTrees = new LinkedHashMap<>();

    final Provenance provenance = new Provenance();
    final XmlSchemaCollection schemas = new XmlSchemaCollection();
}
