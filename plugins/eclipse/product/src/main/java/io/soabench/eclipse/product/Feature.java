package io.soabench.eclipse.product;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

/**
 * A feature: a set of bundles under one name and version.
 *
 * @param name its identifier
 * @param version with its qualifier
 */
record Feature(String name, String version) {

    /**
     * Returns the feature in a jar.
     *
     * @throws IOException if the jar is neither a bundle nor a feature
     */
    static Feature of(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            ZipEntry description = file.getEntry("feature.xml");
            if (description == null) {
                throw new IOException(jar + " is neither a bundle nor a feature; leave it out, or wrap it");
            }
            try (InputStream in = file.getInputStream(description)) {
                Element feature = DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(in)
                        .getDocumentElement();
                return new Feature(feature.getAttribute("id"), feature.getAttribute("version"));
            }
        } catch (SAXException | ParserConfigurationException e) {
            throw new IOException("feature.xml of " + jar + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Returns the name of its file in an installation. */
    String fileName() {
        return name + "_" + version + ".jar";
    }
}
