package io.soabench.start;

import io.soabench.contracts.source.XmlElement;
import io.soabench.contracts.source.XmlNode;
import io.soabench.contracts.tree.Text;
import io.soabench.contracts.tree.XmlTree;
import io.soabench.contracts.wsdl.Part;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.engine.bpel.model.BoundReceipt;
import io.soabench.engine.bpel.model.ExpressionSource;
import io.soabench.engine.bpel.model.FromSpec;
import io.soabench.engine.bpel.model.LiteralSource;
import io.soabench.engine.bpel.model.ProcessModel;
import io.soabench.engine.bpel.model.ReplyNode;
import io.soabench.engine.bpel.model.Variable;
import io.soabench.engine.bpel.xpath.XPath;
import io.soabench.generators.soap.RequestText;
import io.soabench.plan.AnswerFormula;
import io.soabench.start.VariableAssignments.Write;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;

/**
 * The part of a process's answer that its text determines for every request and every answer of its partners.
 * The part consists of the elements of the literal in the answer, the texts that no copy changes, and the place of
 * the request's identifier. Any other text may vary.
 *
 * <p>Nothing is guessed or run, so the check does not depend on an engine. If the text leaves the answer's elements
 * open, no answer is known.
 */
final class KnownAnswer {

    private static final String PLACE = "${";

    private final WsdlDefinitions wsdl;
    private final VariableAssignments writes;
    private final ProcessModel model;
    private final BoundReceipt start;
    private final List<QName> identified;

    /**
     * Creates the answer of one process.
     *
     * @param wsdl with its messages
     * @param start the reception that clients call
     * @param identified the element of the request with the identifier, from the root of the body on; empty: none
     */
    KnownAnswer(ProcessModel model, WsdlDefinitions wsdl, BoundReceipt start, List<QName> identified) {
        this.model = model;
        this.wsdl = wsdl;
        this.writes = new VariableAssignments(model);
        this.start = start;
        this.identified = List.copyOf(identified);
    }

    /**
     * Returns the element in the body of the right answer, as a check has it; empty when it is not known.
     *
     * @param form the same element made from the WSDL
     */
    Optional<XmlTree> body(XmlTree form) {
        Optional<Variable> variable = answered();
        Optional<List<Write>> all = variable.flatMap(writes::copiesTo);
        if (all.isEmpty()
                || all.get().isEmpty()
                || all.get().stream().anyMatch(write -> write.place().isMessage())) {
            return Optional.empty();
        }
        return all.get().get(0).place().root().isPresent() ? element(form, all.get()) : parts(form, all.get());
    }

    /** Returns the variable that all answers, but for faults, are in. */
    private Optional<Variable> answered() {
        List<ReplyNode> replies = model.activities(ReplyNode.class).stream()
                .filter(each ->
                        each.partnerLink().index() == start.partnerLink().index())
                .filter(each -> each.operation().name().equals(start.operation().name()))
                .filter(each -> each.faultName().isEmpty())
                .toList();
        Set<Integer> variables = new HashSet<>();
        replies.forEach(
                each -> variables.add(each.variable().map(Variable::index).orElse(-1)));
        return variables.size() == 1 ? replies.get(0).variable() : Optional.empty();
    }

    // ---- an element

    private Optional<XmlTree> element(XmlTree form, List<Write> all) {
        List<Write> whole =
                all.stream().filter(write -> write.place().path().isEmpty()).toList();
        if (whole.stream().allMatch(this::isText)) {
            return whole.size() == all.size() ? Optional.of(XmlTree.of(form.name(), text(all))) : Optional.empty();
        }
        List<XmlElement> literals = whole.stream()
                .map(write -> write.copy().source())
                .filter(LiteralSource.class::isInstance)
                .flatMap(source -> ((LiteralSource) source).literal().elements())
                .toList();
        boolean same = literals.size() == whole.size()
                && literals.stream()
                        .allMatch(each -> each.name().equals(form.name()) && each.isSameAs(literals.get(0)));
        if (!same) {
            return Optional.empty();
        }
        List<Write> open = new ArrayList<>(all);
        open.removeAll(whole);
        Optional<XmlTree> known = filled(literals.get(0), List.of(), whole, open);
        // A copy to a place that the literal does not have makes the answer unknown.
        return known.filter(each -> open.isEmpty());
    }

    /** Returns an element of the literal with the copies into it, and removes these copies from the list. */
    private Optional<XmlTree> filled(XmlElement element, List<QName> path, List<Write> whole, List<Write> open) {
        List<Write> here =
                open.stream().filter(write -> write.place().path().equals(path)).toList();
        open.removeAll(here);
        List<XmlElement> children = element.elements().toList();
        List<XmlNode> texts = element.children().stream()
                .filter(each -> !(each instanceof XmlElement))
                .toList();
        String text = element.text().strip();
        boolean mixed = !children.isEmpty() && !(texts.isEmpty() || text.isEmpty());
        if (mixed
                || (!here.isEmpty()
                        && !(children.isEmpty() && element.attributes().isEmpty()))
                || isPlace(element, text)) {
            return Optional.empty();
        }
        List<XmlTree.Attribute> attributes = element.attributes().entrySet().stream()
                .map(each -> new XmlTree.Attribute(each.getKey(), Text.of(each.getValue())))
                .toList();
        if (children.isEmpty()) {
            if (!here.stream().allMatch(this::isText)) {
                return Optional.empty();
            }
            String known = here.isEmpty() ? text : copied(here, whole);
            return Optional.of(
                    new XmlTree(element.name(), attributes, known.isEmpty() ? List.of() : List.of(Text.of(known))));
        }
        List<XmlTree> filled = new ArrayList<>();
        for (XmlElement child : children) {
            List<QName> below = new ArrayList<>(path);
            below.add(child.name());
            filled(child, below, whole, open).ifPresent(filled::add);
        }
        return filled.size() == children.size()
                ? Optional.of(new XmlTree(element.name(), attributes, List.copyOf(filled)))
                : Optional.empty();
    }

    /** Returns whether a text would be read as a placeholder in an expected answer. */
    private static boolean isPlace(XmlElement element, String text) {
        return text.contains(PLACE) || element.attributes().values().stream().anyMatch(each -> each.contains(PLACE));
    }

    /** Returns whether a copy changes only the text of an element. */
    private boolean isText(Write write) {
        return !write.copy().keepSrcElementName().orElse(false)
                && write.place().isPlain(wsdl)
                && isText(write.copy().source());
    }

    private boolean isText(FromSpec source) {
        if (source instanceof LiteralSource literal) {
            return literal.literal().elements().findAny().isEmpty();
        }
        boolean value = source instanceof ExpressionSource from
                && XPath.parse(from.expression().expression().text())
                        .expression()
                        .filter(path -> path.result().kind() == XPath.Kind.VALUE)
                        .isPresent();
        return value
                || DataPlace.of(source).filter(place -> place.isPlain(wsdl)).isPresent();
    }

    /**
     * Returns the placeholder of the identifier. It certainly comes back if it is copied after each literal, in the
     * same assign, and no other value is.
     */
    private String copied(List<Write> here, List<Write> whole) {
        boolean sure = here.size() == whole.size()
                && whole.stream()
                        .allMatch(literal -> here.stream()
                                        .filter(write -> write.assign() == literal.assign()
                                                && write.position() > literal.position())
                                        .count()
                                == 1)
                && here.stream().allMatch(write -> isIdentifier(write.copy().source()));
        return sure ? RequestText.PLACEHOLDER : AnswerFormula.ANY;
    }

    private boolean isIdentifier(FromSpec source) {
        return !identified.isEmpty()
                && DataPlace.of(source)
                        .filter(place -> start.variable()
                                .filter(order ->
                                        order.index() == place.variable().index())
                                .isPresent())
                        .filter(place -> writes.isOnly(place.variable(), start))
                        .filter(place -> path(place).equals(identified))
                        .isPresent();
    }

    /**
     * Returns the path from the root of the body on. For a part that is a type, its element in the wrapper is the
     * second one.
     */
    private List<QName> path(DataPlace place) {
        return place.fromRoot().orElseGet(() -> {
            List<QName> all = new ArrayList<>(identified.subList(0, 1));
            place.part().ifPresent(part -> all.add(new QName(part.name())));
            all.addAll(place.path());
            return all;
        });
    }

    // ---- parts that are simple types, in a wrapper

    private Optional<XmlTree> parts(XmlTree form, List<Write> all) {
        List<XmlTree> parts = new ArrayList<>();
        int understood = 0;
        for (XmlTree part : form.elements()) {
            List<Write> here = all.stream()
                    .filter(write -> write.place()
                            .part()
                            .map(Part::name)
                            .equals(Optional.of(part.name().getLocalPart())))
                    .toList();
            if (here.isEmpty()
                    || !here.stream()
                            .allMatch(write -> write.place().path().isEmpty()
                                    && write.place().isPlain(wsdl))) {
                return Optional.empty();
            }
            understood += here.size();
            parts.add(XmlTree.of(part.name(), text(here)));
        }
        return understood == all.size() && !parts.isEmpty() ? Optional.of(form.withContent(parts)) : Optional.empty();
    }

    /** Returns the text that results from these copies alone. Without one of them, the process would not answer. */
    private String text(List<Write> here) {
        if (here.size() != 1) {
            return AnswerFormula.ANY;
        }
        FromSpec source = here.get(0).copy().source();
        Optional<String> constant = Optional.empty();
        if (source instanceof LiteralSource literal
                && literal.literal().elements().findAny().isEmpty()) {
            constant = Optional.of(literal.literal().text().strip());
        } else if (source instanceof ExpressionSource from) {
            constant = XPath.parse(from.expression().expression().text())
                    .expression()
                    .flatMap(XPath::literal)
                    .map(String::strip);
        }
        if (constant.isPresent()) {
            return constant.get().contains(PLACE) ? AnswerFormula.ANY : constant.get();
        }
        return isIdentifier(source) ? RequestText.PLACEHOLDER : AnswerFormula.ANY;
    }
}
