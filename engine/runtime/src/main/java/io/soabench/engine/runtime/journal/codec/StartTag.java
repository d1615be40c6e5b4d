package io.soabench.engine.runtime.journal.codec;

import io.soabench.engine.runtime.journal.DictionaryEntry;
import io.soabench.engine.runtime.xml.Attribute;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.Namespace;

/**
 * A start tag without values: the names of an element, of its attributes and of its namespace declarations. It is an
 * entry of the dictionary.
 *
 * <p>Immutable, except {@link #round} and {@link #place}, which belong to the encoder that has the tag.
 */
final class StartTag {
    private final Element element;
    private final DictionaryEntry entry;
    private final int hash;
    private final Namespace[] declarations;

    /** The number of the record of the encoder in which the position was given. */
    long round;

    /** The position among the entries of that record. */
    int place;

    private StartTag(Element element, DictionaryEntry entry) {
        this.element = element;
        this.entry = entry;
        hash = hash(element);
        declarations = element.declarations().toArray(Namespace[]::new);
    }

    /** Returns the tag of an element. */
    static StartTag of(Element element) {
        ByteSink sink = new ByteSink();
        sink.text(element.prefix());
        sink.text(element.namespace());
        sink.text(element.name());
        sink.number(element.declarationCount());
        for (int i = 0; i < element.declarationCount(); i++) {
            sink.text(element.declaration(i).prefix());
            sink.text(element.declaration(i).uri());
        }
        sink.number(element.attributeCount());
        Attribute[] attributes = new Attribute[element.attributeCount()];
        for (int i = 0; i < attributes.length; i++) {
            Attribute attribute = element.attribute(i);
            sink.text(attribute.prefix());
            sink.text(attribute.namespace());
            sink.text(attribute.name());
            attributes[i] = new Attribute(attribute.prefix(), attribute.namespace(), attribute.name(), "");
        }
        Element empty = Element.of(
                element.prefix(),
                element.namespace(),
                element.name(),
                attributes,
                element.declarations().toArray(Namespace[]::new),
                null);
        return new StartTag(empty, DictionaryEntry.of(sink.toByteArray()));
    }

    /** Returns the tag in an entry of a dictionary. The bytes of the entry may be malformed. */
    static StartTag read(DictionaryEntry entry) throws MalformedRecordException {
        ByteSource source = new ByteSource(entry.bytes());
        String prefix = source.text();
        String namespace = source.text();
        String name = source.text();
        Namespace[] declarations = new Namespace[source.count(0)];
        for (int i = 0; i < declarations.length; i++) {
            String declared = source.text();
            declarations[i] = new Namespace(declared, source.text());
        }
        Attribute[] attributes = new Attribute[source.count(0)];
        for (int i = 0; i < attributes.length; i++) {
            String attributePrefix = source.text();
            String attributeNamespace = source.text();
            attributes[i] = new Attribute(attributePrefix, attributeNamespace, source.text(), "");
        }
        source.end();
        return new StartTag(Element.of(prefix, namespace, name, attributes, declarations, null), entry);
    }

    DictionaryEntry entry() {
        return entry;
    }

    int attributeCount() {
        return element.attributeCount();
    }

    /** Returns an attribute of this tag with a value. */
    Attribute attribute(int index, String value) {
        Attribute attribute = element.attribute(index);
        return new Attribute(attribute.prefix(), attribute.namespace(), attribute.name(), value);
    }

    /** Returns an element with this tag. It keeps the arrays, which the caller must not change. */
    Element element(Attribute[] attributes, Object[] content) {
        return Element.of(element.prefix(), element.namespace(), element.name(), attributes, declarations, content);
    }

    /** Returns a hash code that is equal for elements with the same tag. */
    static int hash(Element element) {
        int hash = element.name().hashCode() * 31 + element.namespace().hashCode();
        hash = hash * 31 + element.prefix().hashCode();
        for (int i = 0; i < element.declarationCount(); i++) {
            hash = hash * 31 + element.declaration(i).prefix().hashCode();
            hash = hash * 31 + element.declaration(i).uri().hashCode();
        }
        for (int i = 0; i < element.attributeCount(); i++) {
            hash = hash * 31 + element.attribute(i).name().hashCode();
        }
        return hash;
    }

    int hash() {
        return hash;
    }

    /** Returns whether an element with a hash code has this tag. */
    boolean isOf(Element other, int otherHash) {
        return hash == otherHash
                && element.name().equals(other.name())
                && element.namespace().equals(other.namespace())
                && element.prefix().equals(other.prefix())
                && hasDeclarationsOf(other)
                && hasAttributesOf(other);
    }

    private boolean hasDeclarationsOf(Element other) {
        if (declarations.length != other.declarationCount()) {
            return false;
        }
        for (int i = 0; i < declarations.length; i++) {
            if (!declarations[i].equals(other.declaration(i))) {
                return false;
            }
        }
        return true;
    }

    private boolean hasAttributesOf(Element other) {
        if (element.attributeCount() != other.attributeCount()) {
            return false;
        }
        for (int i = 0; i < element.attributeCount(); i++) {
            Attribute mine = element.attribute(i);
            Attribute its = other.attribute(i);
            if (!mine.name().equals(its.name())
                    || !mine.namespace().equals(its.namespace())
                    || !mine.prefix().equals(its.prefix())) {
                return false;
            }
        }
        return true;
    }
}
