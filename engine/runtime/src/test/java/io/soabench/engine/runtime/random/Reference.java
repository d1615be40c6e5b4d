package io.soabench.engine.runtime.random;

import io.soabench.contracts.wsdl.SchemaSources;
import io.soabench.engine.bpel.ProcessDefinition;
import io.soabench.engine.bpel.model.ProcessModel;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import javax.xml.XMLConstants;
import javax.xml.transform.Source;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

/** The expected behaviour of instances of a random process, by the {@link ReferenceInterpreter}. */
public final class Reference {
    private Reference() {}

    /**
     * The outcomes of instances that run one after the other.
     *
     * @param process any
     * @param instances how many
     * @param order seed of the order in which strands run and answers come; the outcome must not depend on it
     */
    public static List<Outcome> run(RandomProcess process, int instances, long order) {
        ProcessDefinition definition = process.definition();
        Schema schema = schema(definition);
        ReferenceData data = new ReferenceData();
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < instances; i++) {
            outcomes.add(run(definition.model(), schema, data, i, order + i));
        }
        return outcomes;
    }

    private static Schema schema(ProcessDefinition definition) {
        Source[] sources = definition.wsdl().schemaSources().schemas().stream()
                .map(SchemaSources.Schema::text)
                .map(text -> new StreamSource(new StringReader(text)))
                .toArray(Source[]::new);
        try {
            return SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI).newSchema(sources);
        } catch (SAXException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isValid(Schema schema, Element element) {
        try {
            schema.newValidator().validate(new DOMSource(element));
            return true;
        } catch (SAXException e) {
            return false;
        } catch (java.io.IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Outcome run(ProcessModel model, Schema schema, ReferenceData data, int instance, long order) {
        ExecutorService threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "strand");
            thread.setDaemon(true);
            return thread;
        });
        try {
            Strands strands = new Strands(threads, order);
            ReferenceMessages[] messages = new ReferenceMessages[1];
            Outside outside = new Outside(strands::later, (note, replied) -> {
                String operation = note.operation();
                boolean oneWay = operation.equals("hint");
                messages[0].deliver(new ReferenceMessages.Mail(
                        operation,
                        message(data, operation, note.id(), "token", note.token(), "text", note.text()),
                        oneWay ? any -> {} : replied));
                if (oneWay) {
                    replied.accept("");
                }
            });
            messages[0] = new ReferenceMessages(strands, data, outside);
            String id = "n" + instance;
            Map<String, String> reply = new HashMap<>();
            Consumer<String> replied = text -> reply.put(id, text);
            String count = Integer.toString(RandomProcess.count(instance));
            messages[0].deliver(
                    new ReferenceMessages.Mail("run", message(data, "request", id, "count", count), replied));
            ReferenceInterpreter interpreter =
                    new ReferenceInterpreter(model, strands, data, messages[0], element -> isValid(schema, element));
            Strands.Strand root = strands.start(() -> {
                try {
                    interpreter.run();
                    messages[0].end("fault missingReply");
                } catch (ReferenceFault e) {
                    messages[0].end(e.text());
                }
            });
            strands.run(messages[0]::isEnded);
            if (root.failure() != null) {
                throw root.failure();
            }
            return outside.outcome(id, messages[0].isEnded() ? reply.getOrDefault(id, "nothing") : "stuck");
        } finally {
            threads.shutdownNow();
        }
    }

    private static Element message(ReferenceData data, String name, String id, String... fields) {
        Element element = data.parse("<" + name + " xmlns='urn:random:client'><id/></" + name + ">");
        element.getFirstChild().setTextContent(id);
        for (int i = 0; i < fields.length; i += 2) {
            Element field = element.getOwnerDocument().createElementNS(element.getNamespaceURI(), fields[i]);
            field.setTextContent(fields[i + 1]);
            element.appendChild(field);
        }
        return element;
    }
}
