package io.soabench.ide.feature;

import io.soabench.contracts.source.Location;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Places of declarations in a schema. The schema reader does not keep them. */
final class XmlPlaces {

    private static final String SCHEMA = "http://www.w3.org/2001/XMLSchema";

    private XmlPlaces() {}

    /**
     * Returns the first declaration of an element of a local name in a file; empty if none is found, or the file is not
     * XML.
     */
    static Optional<Location> element(Path file, String name) {
        XMLInputFactory factory = XMLInputFactory.newInstance();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        try (InputStream in = Files.newInputStream(file)) {
            XMLStreamReader reader = factory.createXMLStreamReader(in);
            while (reader.hasNext()) {
                if (reader.next() == XMLStreamConstants.START_ELEMENT
                        && reader.getLocalName().equals("element")
                        && SCHEMA.equals(reader.getNamespaceURI())
                        && name.equals(reader.getAttributeValue(null, "name"))) {
                    return Optional.of(
                            new Location(file.toString(), reader.getLocation().getLineNumber(), 1));
                }
            }
        } catch (IOException | XMLStreamException e) {
            return Optional.empty();
        }
        return Optional.empty();
    }
}
