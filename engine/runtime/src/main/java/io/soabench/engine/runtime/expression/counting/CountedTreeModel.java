package io.soabench.engine.runtime.expression.counting;

import net.sf.saxon.event.Builder;
import net.sf.saxon.event.PipelineConfiguration;
import net.sf.saxon.om.AttributeMap;
import net.sf.saxon.om.NamespaceMap;
import net.sf.saxon.om.NodeName;
import net.sf.saxon.om.TreeModel;
import net.sf.saxon.s9api.Location;
import net.sf.saxon.str.UnicodeString;
import net.sf.saxon.trans.XPathException;
import net.sf.saxon.tree.linked.LinkedTreeBuilder;
import net.sf.saxon.type.SchemaType;

/**
 * A tree model that counts the nodes which a style sheet makes. Names are kept in the nodes: Saxon's usual trees enter
 * them in a table that never shrinks.
 */
public final class CountedTreeModel extends TreeModel {
    private static final int NODE_BYTES = 64;

    private final CountedEvaluation evaluation;
    private long bytes;

    public CountedTreeModel(CountedEvaluation evaluation) {
        this.evaluation = evaluation;
    }

    @Override
    public Builder makeBuilder(PipelineConfiguration pipe) {
        return new Counting(pipe);
    }

    @Override
    public String getName() {
        return "counted";
    }

    private void count(long nodes, long characters) {
        evaluation.budget().items(nodes);
        evaluation.nodes().add(nodes);
        bytes += nodes * NODE_BYTES + characters;
        evaluation.budget().sequence(bytes);
    }

    private final class Counting extends LinkedTreeBuilder {
        Counting(PipelineConfiguration pipe) {
            super(pipe);
        }

        @Override
        public void startElement(
                NodeName name,
                SchemaType type,
                AttributeMap attributes,
                NamespaceMap namespaces,
                Location location,
                int properties)
                throws XPathException {
            long characters = 0;
            for (var attribute : attributes) {
                characters += attribute.getValue().length();
            }
            count(1L + attributes.size(), characters);
            super.startElement(name, type, attributes, namespaces, location, properties);
        }

        @Override
        public void characters(UnicodeString text, Location location, int properties) throws XPathException {
            count(1, text.length());
            super.characters(text, location, properties);
        }

        @Override
        public void comment(UnicodeString text, Location location, int properties) throws XPathException {
            count(1, text.length());
            super.comment(text, location, properties);
        }
    }
}
