package io.soabench.contracts.source;

import static java.util.Map.entry;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Schemas that documents refer to at their public addresses, which are never asked: this module has its own. Thread-safe.
 */
public final class StandardDocuments {
    /** The namespace of endpoint references (WS-BPEL 2.0, section 6.3). */
    public static final String SERVICE_REFERENCES = "http://docs.oasis-open.org/wsbpel/2.0/serviceref";

    /** The namespace of WS-Addressing 1.0. */
    public static final String ADDRESSING = "http://www.w3.org/2005/08/addressing";

    /** The namespace of WS-Addressing as submitted to the W3C in August 2004, which older processes use. */
    public static final String SUBMITTED_ADDRESSING = "http://schemas.xmlsoap.org/ws/2004/08/addressing";

    private static final String PREFIX = "standard:";
    private static final String REFERENCES = PREFIX + "serviceref.xsd";
    private static final String XML = PREFIX + "xml.xsd";
    private static final String ENDPOINTS = PREFIX + "addressing.xsd";
    private static final String SUBMITTED_ENDPOINTS = PREFIX + "addressing-2004.xsd";
    private static final String ENCODING = PREFIX + "soap-encoding.xsd";
    private static final String MEDIA_TYPES = PREFIX + "xmlmime.xsd";
    private static final String OLD_MEDIA_TYPES = PREFIX + "xmlmime-2004.xsd";
    private static final String SIGNATURES = PREFIX + "xmldsig.xsd";
    private static final String ATTACHMENTS = PREFIX + "swaref.xsd";

    private static final Map<String, String> ADDRESSES = Map.ofEntries(
            entry(SERVICE_REFERENCES, REFERENCES),
            entry(SERVICE_REFERENCES + "/", REFERENCES),
            entry(SERVICE_REFERENCES + "/ws-bpel_serviceref.xsd", REFERENCES),
            entry("http://docs.oasis-open.org/wsbpel/2.0/OS/serviceref/ws-bpel_serviceref.xsd", REFERENCES),
            entry("http://docs.oasis-open.org/wsbpel/2.0/CS01/serviceref/ws-bpel_serviceref.xsd", REFERENCES),
            entry(ADDRESSING, ENDPOINTS),
            entry(ADDRESSING + "/", ENDPOINTS),
            entry(ADDRESSING + "/ws-addr.xsd", ENDPOINTS),
            entry("http://www.w3.org/2006/03/addressing/ws-addr.xsd", ENDPOINTS),
            entry(SUBMITTED_ADDRESSING, SUBMITTED_ENDPOINTS),
            entry(SUBMITTED_ADDRESSING + "/", SUBMITTED_ENDPOINTS),
            entry("http://www.w3.org/XML/1998/namespace", XML),
            entry("http://www.w3.org/2001/xml.xsd", XML),
            entry("http://www.w3.org/2001/03/xml.xsd", XML),
            entry("http://www.w3.org/2009/01/xml.xsd", XML),
            entry("http://schemas.xmlsoap.org/soap/encoding/", ENCODING),
            entry("http://schemas.xmlsoap.org/soap/encoding", ENCODING),
            entry("http://www.w3.org/2005/05/xmlmime", MEDIA_TYPES),
            entry("http://www.w3.org/2005/05/xmlmime.xsd", MEDIA_TYPES),
            entry("http://www.w3.org/2004/11/xmlmime", OLD_MEDIA_TYPES),
            entry("http://www.w3.org/2004/11/xmlmime.xsd", OLD_MEDIA_TYPES),
            entry("http://www.w3.org/2000/09/xmldsig#", SIGNATURES),
            entry("http://www.w3.org/2000/09/xmldsig", SIGNATURES),
            entry("http://www.w3.org/TR/xmldsig-core/xmldsig-core-schema.xsd", SIGNATURES),
            entry("http://www.w3.org/TR/2002/REC-xmldsig-core-20020212/xmldsig-core-schema.xsd", SIGNATURES),
            entry("http://www.w3.org/TR/2008/REC-xmldsig-core-20080610/xmldsig-core-schema.xsd", SIGNATURES),
            entry("http://ws-i.org/profiles/basic/1.1/xsd", ATTACHMENTS),
            entry("http://ws-i.org/profiles/basic/1.1/swaref.xsd", ATTACHMENTS),
            entry("http://ws-i.org/profiles/basic/1.1/ws-i_swaref.xsd", ATTACHMENTS));

    private static final Set<String> NAMES = Set.copyOf(ADDRESSES.values());

    /** Addresses of XML Schema's own schema, whose types each processor has. */
    private static final Set<String> BUILT_IN =
            Set.of("http://www.w3.org/2001/XMLSchema", "http://www.w3.org/2001/XMLSchema.xsd");

    private StandardDocuments() {}

    /** Returns the name of the schema found at a public address, or of that for a namespace. */
    public static Optional<String> name(String address) {
        return Optional.ofNullable(ADDRESSES.get(address.replaceFirst("^https:", "http:")));
    }

    /** Returns true for an address of the schema for schemas, which no document needs to bring. */
    public static boolean isBuiltIn(String address) {
        return BUILT_IN.contains(address.replaceFirst("^https:", "http:"));
    }

    /** Returns true for a name given by {@link #name}. */
    public static boolean isName(String name) {
        return NAMES.contains(name);
    }

    /** Returns the content under a name given by {@link #name}. */
    static Optional<byte[]> content(String name) {
        if (!isName(name)) {
            return Optional.empty();
        }
        try (InputStream in = StandardDocuments.class.getResourceAsStream(name.substring(PREFIX.length()))) {
            return Optional.of(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
