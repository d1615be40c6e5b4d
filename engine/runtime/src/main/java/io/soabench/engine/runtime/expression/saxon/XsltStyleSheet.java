package io.soabench.engine.runtime.expression.saxon;

import io.soabench.engine.runtime.expression.StyleSheet;
import io.soabench.engine.runtime.expression.XPathValues;
import io.soabench.engine.runtime.expression.budget.EvaluationBudget;
import io.soabench.engine.runtime.expression.counting.CompilationBudget;
import io.soabench.engine.runtime.expression.counting.CountedEvaluation;
import io.soabench.engine.runtime.expression.counting.CountedTreeModel;
import io.soabench.engine.runtime.expression.counting.SaxonBudget;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.xml.Attribute;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.ElementReader;
import io.soabench.engine.runtime.xml.RefusedXmlException;
import io.soabench.engine.runtime.xml.XmlLimits;
import io.soabench.engine.runtime.xml.XmlOutput;
import java.io.ByteArrayInputStream;
import java.io.Reader;
import java.io.StringReader;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.transform.ErrorListener;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Source;
import javax.xml.transform.Templates;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import net.sf.saxon.Configuration;
import net.sf.saxon.TransformerFactoryImpl;
import net.sf.saxon.event.Builder;
import net.sf.saxon.jaxp.TemplatesImpl;
import net.sf.saxon.jaxp.TransformerImpl;
import net.sf.saxon.om.AxisInfo;
import net.sf.saxon.om.FingerprintedQName;
import net.sf.saxon.om.Item;
import net.sf.saxon.om.NamespaceUri;
import net.sf.saxon.om.NodeInfo;
import net.sf.saxon.str.StringView;
import net.sf.saxon.trans.XPathException;
import net.sf.saxon.trans.XsltController;
import net.sf.saxon.tree.util.Orphan;
import net.sf.saxon.type.Type;
import net.sf.saxon.value.DateTimeValue;
import net.sf.saxon.value.SequenceExtent;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;

/**
 * An XSLT style sheet of a process (WS-BPEL 2.0, section 8.4). Thread-safe. It reads nothing but the files of the process, by
 * {@code xsl:import}, {@code xsl:include}, {@code document()} and {@code unparsed-text()}, and writes nothing but its result.
 */
public final class XsltStyleSheet implements StyleSheet {
    private static final String ALLOWED_PROTOCOLS = "http://saxon.sf.net/feature/allowedProtocols";
    private static final String EXTERNAL_FUNCTIONS = "http://saxon.sf.net/feature/allow-external-functions";
    private static final String SCHEME = "process:/";

    /** Names of classes that the processor puts before the message of an error in them. */
    private static final Pattern CLASSES = Pattern.compile("^(([a-z0-9]+\\.)+[A-Z]\\w*(: |; ))+");

    /** An estimate of the bytes of a node, to find the number of nodes. */
    private static final int NODE_BYTES = 48;

    private final String name;
    private final Files files;
    private final Templates templates;
    private final String broken;

    /**
     * A file of a process.
     *
     * @param name its name in the archive
     * @param content its bytes; not to be changed
     */
    @SuppressWarnings("ArrayRecordComponent") // Handed on, never compared.
    public record File(String name, byte[] content) {}

    /** The files of a process. */
    @FunctionalInterface
    public interface Files {
        /**
         * Returns a file.
         *
         * @param base name of the file that refers to it
         * @param address the address in the reference
         * @return null when there is no such file
         */
        File read(String base, String address);
    }

    /**
     * Compiles a style sheet. One that has errors raises a fault when it is used.
     *
     * @param name name of its file
     * @param files the source of this file and of those that it refers to
     */
    public XsltStyleSheet(String name, Files files) {
        this.name = name;
        this.files = files;
        Templates compiled = null;
        String reason = null;
        try {
            SaxonConfiguration configuration = new SaxonConfiguration(true);
            TransformerFactory factory = factory(configuration);
            compiled = CompilationBudget.compile(() -> factory.newTemplates(resolve("/" + name, "")));
            SaxonBudget.count(((TemplatesImpl) compiled).getImplementation().getUnderlyingCompiledStylesheet());
        } catch (TransformerException | RuntimeException | StackOverflowError e) {
            // The processor refuses the style sheet in this way.
            reason = reason(e);
        }
        this.templates = reason == null ? compiled : null;
        this.broken = reason;
    }

    private TransformerFactory factory(SaxonConfiguration configuration) throws TransformerException {
        TransformerFactoryImpl factory = new TransformerFactoryImpl(configuration);
        factory.getConfiguration().setUnparsedTextURIResolver(this::text);
        // The linked tree keeps names in its nodes. The other trees enter them in a table that never shrinks.
        factory.getConfiguration().setTreeModel(Builder.LINKED_TREE);
        SaxonFunctions.closed(factory.getConfiguration());
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setFeature(EXTERNAL_FUNCTIONS, false);
        factory.setAttribute(ALLOWED_PROTOCOLS, "");
        factory.setURIResolver(this::resolve);
        factory.setErrorListener(new Silent());
        return factory;
    }

    /** Returns the text for {@code unparsed-text()} and the like, which read files of the process, too. */
    private Reader text(URI address, String encoding, Configuration configuration) throws XPathException {
        boolean own = SCHEME.startsWith(address.getScheme() + ":") && address.getPath() != null;
        File file = own ? files.read(name, address.getPath()) : null;
        if (file == null) {
            throw new XPathException("there is no file '" + address + "' in the archive of the process", "FOUT1170");
        }
        try {
            Charset charset = encoding == null ? StandardCharsets.UTF_8 : Charset.forName(encoding);
            return new StringReader(
                    charset.newDecoder().decode(ByteBuffer.wrap(file.content())).toString());
        } catch (CharacterCodingException e) {
            throw new XPathException("the file '" + file.name() + "' is not in the encoding expected", "FOUT1190");
        } catch (IllegalArgumentException e) {
            throw new XPathException("the encoding '" + encoding + "' is not known", "FOUT1190");
        }
    }

    private Source resolve(String address, String base) throws TransformerException {
        String from = base.startsWith(SCHEME) ? base.substring(SCHEME.length()).replace("%20", " ") : name;
        File file = files.read(from, address);
        if (file == null) {
            throw new TransformerException("there is no file '" + address + "' in the archive of the process");
        }
        InputSource input = new InputSource(new ByteArrayInputStream(file.content()));
        input.setSystemId(SCHEME + file.name().replace(" ", "%20"));
        return new SAXSource(reader(), input);
    }

    /** Returns a parser that takes no document types, hence no entities from elsewhere. */
    private static XMLReader reader() throws TransformerException {
        try {
            SAXParserFactory parsers = SAXParserFactory.newDefaultNSInstance();
            parsers.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            parsers.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            return new ShallowReader(parsers.newSAXParser().getXMLReader());
        } catch (SAXException | ParserConfigurationException e) {
            throw new TransformerException(e);
        }
    }

    @Override
    public Object transform(
            Element source, Map<String, Object> parameters, OffsetDateTime now, EvaluationBudget budget) {
        if (templates == null) {
            throw StandardFault.SUB_LANGUAGE_EXECUTION_FAULT.thrown(
                    "The style sheet '" + name + "' cannot be used: " + broken);
        }
        BoundedOutput result = new BoundedOutput(budget);
        result.writeBytes("<r>".getBytes(StandardCharsets.UTF_8));
        CountedEvaluation outer = CountedEvaluation.CURRENT.get();
        CountedEvaluation evaluation = CountedEvaluation.of(budget);
        try {
            Transformer transformer = templates.newTransformer();
            boolean text = "text".equals(transformer.getOutputProperty(OutputKeys.METHOD));
            transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
            transformer.setOutputProperty(OutputKeys.ENCODING, "UTF-8");
            transformer.setOutputProperty(OutputKeys.INDENT, "no");
            transformer.setOutputProperty(OutputKeys.METHOD, "xml");
            transformer.setURIResolver(this::resolve);
            transformer.setErrorListener(new Silent());
            XsltController controller = ((TransformerImpl) transformer).getUnderlyingController();
            controller.setCurrentDateTime(DateTimeValue.fromOffsetDateTime(now));
            Configuration configuration = controller.getConfiguration();
            for (Map.Entry<String, Object> parameter : parameters.entrySet()) {
                evaluation.nodes().add(weight(parameter.getValue()) / NODE_BYTES);
                transformer.setParameter(parameter.getKey(), parameter(parameter.getValue(), configuration));
            }
            NodeInfo document = configuration.buildDocumentTree(source(source)).getRootNode();
            evaluation.nodes().add(source.weight() / NODE_BYTES);
            controller.setModel(new CountedTreeModel(evaluation));
            CountedEvaluation.CURRENT.set(evaluation);
            run(transformer, document, new StreamResult(result));
            result.writeBytes("</r>".getBytes(StandardCharsets.UTF_8));
            Element all = new ElementReader(XmlLimits.DEFAULT).read(result.toByteArray());
            return text ? all.text() : value(all);
        } catch (TransformerException | RefusedXmlException e) {
            if (budget.refusal() != null) {
                throw budget.refusal();
            }
            throw StandardFault.SUB_LANGUAGE_EXECUTION_FAULT.thrown(
                    "The style sheet '" + name + "' failed: " + e.getMessage());
        } finally {
            CountedEvaluation.CURRENT.set(outer);
        }
    }

    /**
     * Runs a transformation. The processor reports some mistakes of a style sheet as a bug of its own; these become
     * failures of the style sheet.
     */
    private static void run(Transformer transformer, Source source, StreamResult result) throws TransformerException {
        try {
            transformer.transform(source, result);
        } catch (RuntimeException | StackOverflowError e) {
            throw new TransformerException(reason(e), e);
        }
    }

    private static String reason(Throwable error) {
        return error.getMessage() == null
                ? "the processor ended with " + error.getClass().getSimpleName()
                : CLASSES.matcher(error.getMessage()).replaceFirst("");
    }

    private Object value(Element all) {
        if (all.firstElement() == null) {
            return all.text();
        }
        if (all.elements().size() != 1) {
            throw StandardFault.SUB_LANGUAGE_EXECUTION_FAULT.thrown(
                    "The style sheet '" + name + "' yields " + all.elements().size() + " elements instead of one.");
        }
        return all.firstElement();
    }

    /** Returns the value of a parameter for the processor: nodes remain nodes, in trees of their own. */
    private static Object parameter(Object value, Configuration configuration) throws XPathException {
        if (!(value instanceof List<?> values)) {
            return value instanceof Element || value instanceof Attribute ? node(value, configuration) : value;
        }
        List<Item> nodes = new ArrayList<>(values.size());
        for (Object one : values) {
            nodes.add(node(one, configuration));
        }
        return SequenceExtent.makeSequenceExtent(nodes);
    }

    /** Returns an estimate of the bytes of the elements of a parameter. */
    private static long weight(Object value) {
        if (value instanceof List<?> values) {
            return values.stream().mapToLong(XsltStyleSheet::weight).sum();
        }
        return value instanceof Element element ? element.weight() : 0;
    }

    private static NodeInfo node(Object value, Configuration configuration) throws XPathException {
        if (value instanceof Element element) {
            NodeInfo document = configuration.buildDocumentTree(source(element)).getRootNode();
            return document.iterateAxis(AxisInfo.CHILD).next();
        }
        Orphan node = new Orphan(configuration);
        node.setNodeKind(Type.TEXT);
        if (value instanceof Attribute attribute) {
            node.setNodeKind(Type.ATTRIBUTE);
            node.setNodeName(new FingerprintedQName(
                    attribute.prefix(), NamespaceUri.of(attribute.namespace()), attribute.name()));
        }
        node.setStringValue(StringView.of(XPathValues.toText(value)));
        return node;
    }

    private static Source source(Element element) {
        XmlOutput output = new XmlOutput();
        output.element(element);
        return new StreamSource(new ByteArrayInputStream(output.array(), 0, output.size()));
    }

    /** A listener that turns errors into exceptions. */
    private static final class Silent implements ErrorListener {
        @Override
        public void warning(TransformerException exception) {
            // Not an error.
        }

        @Override
        public void error(TransformerException exception) throws TransformerException {
            throw exception;
        }

        @Override
        public void fatalError(TransformerException exception) throws TransformerException {
            throw exception;
        }
    }
}
