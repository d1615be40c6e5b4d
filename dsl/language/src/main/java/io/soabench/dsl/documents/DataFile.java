package io.soabench.dsl.documents;

import io.soabench.contracts.tree.XmlText;
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
 * An XML file with the content of a request: an envelope of SOAP, or the element in its body.
 *
 * @param root the root element; empty if the file is not well-formed
 * @param body the first element in the body of an envelope, else the root element; empty if the body is
 * @param problem its first error, with line and column
 */
public record DataFile(Optional<QName> root, Optional<QName> body, Optional<String> problem) {

    private static final int DEPTH_OF_CONTENT = 3;

    /** Reads a file; a document type declaration counts as a problem. */
    public static DataFile read(Path file) {
        XMLInputFactory factory = XMLInputFactory.newInstance();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        try (var in = Files.newInputStream(file)) {
            XMLStreamReader reader = factory.createXMLStreamReader(in);
            QName root = null;
            QName body = null;
            boolean inBody = false;
            int depth = 0;
            while (reader.hasNext()) {
                int event = reader.next();
                if (event == XMLStreamConstants.DTD) {
                    return broken("has a document type declaration, which is not read; remove it");
                }
                if (event == XMLStreamConstants.START_ELEMENT) {
                    depth++;
                    root = depth == 1 ? reader.getName() : root;
                    inBody |= depth == 2 && isSoap(reader.getName(), "Body");
                    body = inBody && depth == DEPTH_OF_CONTENT && body == null ? reader.getName() : body;
                } else if (event == XMLStreamConstants.END_ELEMENT) {
                    depth--;
                }
            }
            return new DataFile(
                    Optional.ofNullable(root),
                    Optional.ofNullable(root != null && isSoap(root, "Envelope") ? body : root),
                    Optional.empty());
        } catch (XMLStreamException e) {
            Location place = e.getLocation();
            String where = place == null ? "" : " at " + place.getLineNumber() + ":" + place.getColumnNumber();
            return broken("is not well-formed XML" + where);
        } catch (IOException e) {
            return broken("cannot be read: " + e.getMessage());
        }
    }

    /**
     * Returns why the file is not a message with that element in its body. An envelope with a fault is taken for any
     * answer.
     *
     * @param whose the words before the expected element
     */
    public Optional<String> mismatch(QName expected, String whose) {
        boolean enveloped = root.filter(name -> isSoap(name, "Envelope")).isPresent();
        boolean fault = enveloped && body.filter(name -> isSoap(name, "Fault")).isPresent();
        if (fault || body.filter(expected::equals).isPresent()) {
            return Optional.empty();
        }
        return Optional.of((enveloped
                        ? body.map(found -> "has the element " + found + " in its envelope's body")
                                .orElse("has nothing in its envelope's body")
                        : "has the root element " + root.orElseThrow())
                + ", but " + whose + expected);
    }

    private static boolean isSoap(QName name, String local) {
        return name.getLocalPart().equals(local) && XmlText.isSoap(name.getNamespaceURI());
    }

    private static DataFile broken(String problem) {
        return new DataFile(Optional.empty(), Optional.empty(), Optional.of(problem));
    }
}
