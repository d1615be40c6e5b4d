package io.soabench.ode;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * The server's parameters that are written into the descriptor of a package. The same package can thus be deployed in
 * memory and persistently, with either setting.
 *
 * @param inMemory whether instances live in memory only
 * @param faultOnFailure see {@link OdeSettings#faultOnFailure}
 */
record DescriptorParameters(boolean inMemory, boolean faultOnFailure) {

    private static final String RECOVERY = "http://ode.apache.org/activityRecovery";

    /**
     * The size limit of all unpacked files of a package. It is more than any process needs, and guards against an archive that unpacks without
     * end.
     */
    private static final int MOST_BYTES = 64 << 20;

    /**
     * Returns the same archive with the parameters in its descriptor.
     *
     * @throws IOException when it is no such package; the message is for the user
     */
    byte[] of(byte[] archive) throws IOException {
        return of(archive, MOST_BYTES);
    }

    /** Returns the archive as {@link #of(byte[])} does, with another limit for the bytes of all unpacked files. */
    byte[] of(byte[] archive, int mostBytes) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean described = false;
        int left = mostBytes;
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(archive));
                ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                byte[] content = in.readNBytes(left + 1);
                if (content.length > left) {
                    throw new IOException("the files of the package have more than " + mostBytes
                            + " bytes together; leave out files that the process does not need");
                }
                left -= content.length;
                if (entry.getName().equals(OdePackage.DESCRIPTOR)) {
                    content = descriptor(content);
                    described = true;
                }
                out.putNextEntry(new ZipEntry(entry.getName()));
                out.write(content);
                out.closeEntry();
            }
        }
        if (!described) {
            throw new IOException("the package has no " + OdePackage.DESCRIPTOR + " in its root folder");
        }
        return bytes.toByteArray();
    }

    /** Returns the descriptor with the parameters. */
    byte[] descriptor(byte[] xml) throws IOException {
        Document document = SafeXml.read(new ByteArrayInputStream(xml), OdePackage.DESCRIPTOR);
        NodeList flags = document.getElementsByTagNameNS(OdePackage.DESCRIPTOR_NAMESPACE, "in-memory");
        if (flags.getLength() == 0) {
            throw new IOException(OdePackage.DESCRIPTOR + " has no element in-memory");
        }
        for (int i = 0; i < flags.getLength(); i++) {
            flags.item(i).setTextContent(Boolean.toString(inMemory));
        }
        if (faultOnFailure) {
            NodeList invokes = document.getElementsByTagNameNS(OdePackage.DESCRIPTOR_NAMESPACE, "invoke");
            for (int i = 0; i < invokes.getLength(); i++) {
                Element handling = document.createElementNS(RECOVERY, "r:failureHandling");
                Element fault = document.createElementNS(RECOVERY, "r:faultOnFailure");
                fault.setTextContent("true");
                handling.appendChild(fault);
                invokes.item(i).appendChild(handling);
            }
        }
        return text(document).getBytes(StandardCharsets.UTF_8);
    }

    private static String text(Document document) {
        try {
            Transformer writer = TransformerFactory.newDefaultInstance().newTransformer();
            writer.setOutputProperty(OutputKeys.ENCODING, "UTF-8");
            StringWriter text = new StringWriter();
            writer.transform(new DOMSource(document), new StreamResult(text));
            return text.toString();
        } catch (TransformerException e) {
            throw new IllegalStateException("the Java platform cannot write XML", e);
        }
    }
}
