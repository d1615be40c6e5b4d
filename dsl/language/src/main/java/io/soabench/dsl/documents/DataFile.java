package io.soabench.dsl.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import javax.xml.namespace.QName;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * An XML file with the content of a request.
 *
 * @param root the root element; empty if the file is not well-formed
 * @param problem its first error, with line and column
 */
public record DataFile(Optional<QName> root, Optional<String> problem) {

    /** Reads a file; a document type declaration counts as a problem. */
    public static DataFile read(Path file) {
        XMLInputFactory factory = XMLInputFactory.newInstance();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        try (var in = Files.newInputStream(file)) {
            XMLStreamReader reader = factory.createXMLStreamReader(in);
            QName root = null;
            while (reader.hasNext()) {
                int event = reader.next();
                if (event == XMLStreamConstants.DTD) {
                    return broken("has a document type declaration, which is not read; remove it");
                }
                if (event == XMLStreamConstants.START_ELEMENT && root == null) {
                    root = reader.getName();
                }
            }
            return new DataFile(Optional.ofNullable(root), Optional.empty());
        } catch (XMLStreamException e) {
            Location place = e.getLocation();
            String where = place == null ? "" : " at " + place.getLineNumber() + ":" + place.getColumnNumber();
            return broken("is not well-formed XML" + where);
        } catch (IOException e) {
            return broken("cannot be read: " + e.getMessage());
        }
    }

    private static DataFile broken(String problem) {
        return new DataFile(Optional.empty(), Optional.of(problem));
    }
}
