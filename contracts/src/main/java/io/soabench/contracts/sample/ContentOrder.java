package io.soabench.contracts.sample;

import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import javax.xml.namespace.QName;
import org.apache.ws.commons.schema.XmlSchemaAll;
import org.apache.ws.commons.schema.XmlSchemaAny;
import org.apache.ws.commons.schema.XmlSchemaChoice;
import org.apache.ws.commons.schema.XmlSchemaCollection;
import org.apache.ws.commons.schema.XmlSchemaComplexContentExtension;
import org.apache.ws.commons.schema.XmlSchemaComplexContentRestriction;
import org.apache.ws.commons.schema.XmlSchemaComplexType;
import org.apache.ws.commons.schema.XmlSchemaContent;
import org.apache.ws.commons.schema.XmlSchemaElement;
import org.apache.ws.commons.schema.XmlSchemaGroup;
import org.apache.ws.commons.schema.XmlSchemaGroupRef;
import org.apache.ws.commons.schema.XmlSchemaParticle;
import org.apache.ws.commons.schema.XmlSchemaSequence;
import org.apache.ws.commons.schema.XmlSchemaType;

/**
 * A comparison of the elements in an element with the content model of its type: their order, number and alternatives
 * (XML Schema 1.0, part 1, section 3.8.4). A particle leads from a set of positions between the elements to another
 * one, so that no alternative is tried twice. A wildcard takes any element. For one comparison.
 */
final class ContentOrder {

    /** Groups and derivations within each other; more are a circle. */
    private static final int DEEPEST = 100;

    private final XmlSchemaCollection schemas;
    private final List<QName> elements;
    private final BiPredicate<QName, XmlSchemaElement> standsFor;
    private final Set<QName> expected = new LinkedHashSet<>();
    private int farthest;
    private boolean understood = true;

    /**
     * Creates a comparison.
     *
     * @param standsFor whether an element of a name is one of a declaration, or replaces it
     */
    ContentOrder(XmlSchemaCollection schemas, List<QName> elements, BiPredicate<QName, XmlSchemaElement> standsFor) {
        this.schemas = schemas;
        this.elements = elements;
        this.standsFor = standsFor;
    }

    /**
     * The first place where elements and content model part.
     *
     * @param index of the element that may not stand there, from 0; the number of elements when one is missing at the end
     * @param expected the elements that may stand there; none when no further one may
     */
    record Difference(int index, List<QName> expected) {}

    /** Compares the elements with a type. Empty when they fit, and where the type is not understood. */
    Optional<Difference> of(XmlSchemaComplexType type) {
        BitSet start = new BitSet();
        start.set(0);
        BitSet ends = content(type, start, 0);
        return !understood || ends.get(elements.size())
                ? Optional.empty()
                : Optional.of(new Difference(farthest, List.copyOf(expected)));
    }

    private BitSet content(XmlSchemaType from, BitSet starts, int depth) {
        if (depth > DEEPEST || !(from instanceof XmlSchemaComplexType type)) {
            understood = false;
            return starts;
        }
        XmlSchemaContent content =
                type.getContentModel() == null ? null : type.getContentModel().getContent();
        if (content instanceof XmlSchemaComplexContentExtension extension) {
            BitSet middle = content(schemas.getTypeByQName(extension.getBaseTypeName()), starts, depth + 1);
            return particle(extension.getParticle(), middle, depth + 1);
        }
        if (content instanceof XmlSchemaComplexContentRestriction restriction) {
            return particle(restriction.getParticle(), starts, depth + 1);
        }
        understood &= content == null;
        return particle(type.getParticle(), starts, depth + 1);
    }

    /** Returns the positions behind a particle, repeated as often as it may be. */
    private BitSet particle(Object member, BitSet starts, int depth) {
        if (member == null) {
            return starts;
        }
        if (depth > DEEPEST || !(member instanceof XmlSchemaParticle particle)) {
            understood = false;
            return starts;
        }
        BitSet ends = new BitSet();
        BitSet at = (BitSet) starts.clone();
        if (particle.getMinOccurs() == 0) {
            ends.or(starts);
        }
        for (long times = 1; times <= particle.getMaxOccurs() && !at.isEmpty(); times++) {
            BitSet next = once(particle, at, depth);
            if (times >= particle.getMinOccurs()) {
                next.andNot(ends);
                ends.or(next);
            } else if (next.equals(at)) {
                // Further repetitions reach no new positions.
                ends.or(next);
                break;
            }
            at = next;
        }
        return ends;
    }

    private BitSet once(XmlSchemaParticle particle, BitSet starts, int depth) {
        BitSet ends = new BitSet();
        if (particle instanceof XmlSchemaElement element) {
            for (int at = starts.nextSetBit(0); at >= 0; at = starts.nextSetBit(at + 1)) {
                if (takes(element, at)) {
                    ends.set(at + 1);
                }
            }
        } else if (particle instanceof XmlSchemaAny) {
            for (int at = starts.nextSetBit(0); at >= 0 && at < elements.size(); at = starts.nextSetBit(at + 1)) {
                reach(at + 1);
                ends.set(at + 1);
            }
        } else if (particle instanceof XmlSchemaSequence sequence) {
            ends.or(starts);
            for (Object item : sequence.getItems()) {
                ends = particle(item, ends, depth + 1);
            }
        } else if (particle instanceof XmlSchemaChoice choice) {
            for (Object item : choice.getItems()) {
                ends.or(particle(item, starts, depth + 1));
            }
        } else if (particle instanceof XmlSchemaAll all) {
            for (int at = starts.nextSetBit(0); at >= 0; at = starts.nextSetBit(at + 1)) {
                all(all.getItems(), at, ends);
            }
        } else if (particle instanceof XmlSchemaGroupRef reference) {
            XmlSchemaGroup group = schemas.getGroupByQName(reference.getRefName());
            Object referred =
                    reference.getParticle() != null || group == null ? reference.getParticle() : group.getParticle();
            understood &= referred != null;
            ends.or(particle(referred, starts, depth + 1));
        } else {
            understood = false;
        }
        return ends;
    }

    /** Adds the positions behind elements in any order, each as often as it may be: at most once. */
    private void all(List<?> items, int start, BitSet ends) {
        Set<Object> left = new LinkedHashSet<>(items);
        int at = start;
        Optional<Object> taken;
        do {
            if (left.stream().noneMatch(item -> ((XmlSchemaParticle) item).getMinOccurs() > 0)) {
                ends.set(at);
            }
            int here = at;
            taken = left.stream()
                    .filter(item -> item instanceof XmlSchemaElement element && takes(element, here))
                    .findFirst();
            taken.ifPresent(left::remove);
            at++;
        } while (taken.isPresent());
    }

    private boolean takes(XmlSchemaElement element, int at) {
        if (element.getMaxOccurs() == 0) {
            return false;
        }
        if (at < elements.size() && standsFor.test(elements.get(at), element)) {
            reach(at + 1);
            return true;
        }
        reach(at);
        if (at == farthest) {
            expected.add(TypePlace.nameOf(element));
        }
        return false;
    }

    private void reach(int position) {
        if (position > farthest) {
            farthest = position;
            expected.clear();
        }
    }
}
