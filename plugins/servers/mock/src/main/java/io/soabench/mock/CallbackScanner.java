package io.soabench.mock;

import com.fasterxml.aalto.UncheckedStreamException;
import java.util.List;
import java.util.Set;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * A scanner that finds in a request the data of its callback: the values to copy, and the address of the reply. It
 * reads WS-Addressing in version 1.0 of 2005 and in the submission of 2004. Immutable, safe for use by many threads.
 */
final class CallbackScanner {

    private static final Set<String> ADDRESSING =
            Set.of("http://www.w3.org/2005/08/addressing", "http://schemas.xmlsoap.org/ws/2004/08/addressing");

    private final List<ElementPath> copies;

    CallbackScanner(List<List<String>> copies) {
        this.copies = copies.stream().map(ElementPath::of).toList();
    }

    /**
     * The data of a callback in a request.
     *
     * @param values the copies in their order; empty texts where the request has no such element
     * @param addressing namespace of its version of WS-Addressing; empty when it uses none
     * @param replyTo address of the callback; empty when the request has none, or has the anonymous address, which
     *     cannot be called
     * @param messageId its identifier; empty when there is none
     */
    record Found(List<String> values, String addressing, String replyTo, String messageId) {}

    /** Reads a request that was understood before. */
    Found read(byte[] bytes, int length, String charset) {
        Reading reading = new Reading(copies);
        try {
            XMLStreamReader reader = RequestScanner.reader(bytes, length, charset);
            try {
                reading.run(reader);
            } finally {
                reader.close();
            }
        } catch (XMLStreamException | UncheckedStreamException e) {
            // The rest after the identifier may be malformed; then the values found before count.
            return reading.found();
        }
        return reading.found();
    }

    private static final class Reading {
        private final List<ElementPath.Walk> walks;
        private String addressing = "";
        private String replyTo = "";
        private String messageId = "";

        Reading(List<ElementPath> copies) {
            walks = copies.stream().map(ElementPath::walk).toList();
        }

        Found found() {
            boolean address = replyTo.startsWith("http://") || replyTo.startsWith("https://");
            boolean anonymous = ADDRESSING.stream().anyMatch(replyTo::startsWith);
            return new Found(
                    walks.stream().map(ElementPath.Walk::found).toList(),
                    addressing,
                    address && !anonymous ? replyTo : "",
                    messageId);
        }

        /** Reads the message. Depth 1 is the envelope, 2 header and body, 3 their children. */
        void run(XMLStreamReader reader) throws XMLStreamException {
            int depth = 0;
            boolean body = false;
            String header = "";
            while (reader.hasNext()) {
                switch (reader.next()) {
                    case XMLStreamConstants.START_ELEMENT -> {
                        depth++;
                        if (depth == 2) {
                            body = reader.getLocalName().equals("Body");
                        } else if (body) {
                            int below = depth - 2;
                            walks.forEach(walk -> walk.start(below, reader));
                        } else if (depth == 3) {
                            header = ADDRESSING.contains(String.valueOf(reader.getNamespaceURI()))
                                    ? reader.getLocalName()
                                    : "";
                            addressing = header.isEmpty() ? addressing : reader.getNamespaceURI();
                        } else if (depth == 4
                                && header.equals("ReplyTo")
                                && reader.getLocalName().equals("Address")) {
                            header = "Address";
                        }
                    }
                    case XMLStreamConstants.END_ELEMENT -> {
                        if (body && depth > 2) {
                            int below = depth - 2;
                            walks.forEach(walk -> walk.end(below));
                        } else if (depth == 4 && header.equals("Address")) {
                            header = "ReplyTo";
                        }
                        depth--;
                    }
                    case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA ->
                        text(reader.getText(), body, depth, header);
                    default -> {
                        // Comments and processing instructions have no meaning.
                    }
                }
            }
        }

        private void text(String text, boolean body, int depth, String header) {
            if (body) {
                walks.stream().filter(walk -> walk.takesText(depth - 2)).forEach(walk -> walk.text(text));
            } else if (header.equals("Address")) {
                replyTo = (replyTo + text).strip();
            } else if (depth == 3 && header.equals("MessageID")) {
                messageId = (messageId + text).strip();
            }
        }
    }
}
