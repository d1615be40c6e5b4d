package io.soabench.engine.runtime.schema;

import io.soabench.contracts.wsdl.SchemaSources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;

/** The schema documents of a process under addresses of their own, one for each namespace. */
final class SchemaText {
    private static final String BASE = "file:///schemas/";
    private static final String XML =
            """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/XML/1998/namespace">
              <xs:attribute name="lang" type="xs:string"/>
              <xs:attribute name="space" type="xs:NCName"/>
              <xs:attribute name="base" type="xs:anyURI"/>
              <xs:attribute name="id" type="xs:ID"/>
            </xs:schema>""";

    private static final Pattern COMPARISON = Pattern.compile("<([^\\s<>:/]+:)?(unique|key|keyref)[\\s>/]");

    private final Map<String, String> texts = new LinkedHashMap<>();
    private final Map<String, String> byNamespace = new LinkedHashMap<>();

    SchemaText(SchemaSources sources) {
        Map<String, List<String>> documents = new LinkedHashMap<>();
        for (SchemaSources.Schema schema : sources.schemas()) {
            String address = BASE + "document" + texts.size() + ".xsd";
            texts.put(address, schema.text());
            documents
                    .computeIfAbsent(schema.targetNamespace(), key -> new ArrayList<>())
                    .add(address);
        }
        texts.putAll(sources.included());
        documents.forEach(this::namespace);
    }

    private void namespace(String namespace, List<String> addresses) {
        if (addresses.size() == 1) {
            byNamespace.put(namespace, addresses.get(0));
            return;
        }
        StringBuilder all = new StringBuilder(empty(namespace));
        all.setLength(all.length() - "/>".length());
        all.append('>');
        addresses.forEach(address ->
                all.append("<xs:include schemaLocation=\"").append(address).append("\"/>"));
        String address = BASE + "namespace" + byNamespace.size() + ".xsd";
        texts.put(address, all.append("</xs:schema>").toString());
        byNamespace.put(namespace, address);
    }

    private static String empty(String namespace) {
        return "<xs:schema xmlns:xs=\"" + XMLConstants.W3C_XML_SCHEMA_NS_URI + "\""
                + (namespace.isEmpty() ? "" : " targetNamespace=\"" + escaped(namespace) + "\"") + "/>";
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }

    Set<String> namespaces() {
        return byNamespace.keySet();
    }

    /** Returns the address of the schema of a namespace, made up when there is none. */
    String address(String namespace) {
        return byNamespace.computeIfAbsent(namespace, key -> {
            String address = BASE + "other" + texts.size() + ".xsd";
            texts.put(address, key.equals(XMLConstants.XML_NS_URI) ? XML : empty(key));
            return address;
        });
    }

    /** Returns whether some value must differ from others, or be among them. */
    boolean comparesValues() {
        return texts.values().stream().anyMatch(text -> COMPARISON.matcher(text).find());
    }

    /** Returns all documents. */
    Iterable<String> documents() {
        return texts.values();
    }

    /** Returns the document at an address; null when there is none. */
    String text(String address) {
        return texts.get(address);
    }
}
