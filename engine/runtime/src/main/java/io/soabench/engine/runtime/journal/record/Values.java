package io.soabench.engine.runtime.journal.record;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.journal.codec.MalformedRecordException;
import io.soabench.engine.runtime.journal.codec.PayloadDecoder;
import io.soabench.engine.runtime.journal.codec.PayloadEncoder;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The encodings of values that several types of records have. */
final class Values {
    private Values() {}

    /** Returns an unmodifiable list of the same elements, some of which may be null. Copies no list of {@link List#of}. */
    static List<Element> copy(List<Element> elements) {
        for (int i = 0; i < elements.size(); i++) {
            if (elements.get(i) == null) {
                return Collections.unmodifiableList(new ArrayList<>(elements));
            }
        }
        return List.copyOf(elements);
    }

    static Element present(Element element) throws MalformedRecordException {
        if (element == null) {
            throw new MalformedRecordException("An element is missing.");
        }
        return element;
    }

    static List<Element> present(List<Element> elements) throws MalformedRecordException {
        if (elements.contains(null)) {
            throw new MalformedRecordException("An element is missing.");
        }
        return elements;
    }

    static void write(Fault fault, PayloadEncoder encoder) {
        encoder.number(fault == null ? 0 : 1);
        if (fault != null) {
            write(fault.name(), encoder);
            write(fault.type(), encoder);
            encoder.elements(fault.data()).text(fault.reason());
        }
    }

    static Fault fault(PayloadDecoder decoder) throws MalformedRecordException {
        if (decoder.number(1) == 0) {
            return null;
        }
        QualifiedName name = name(decoder);
        if (name == null) {
            throw new MalformedRecordException("A fault has no name.");
        }
        QualifiedName type = name(decoder);
        List<Element> data = present(decoder.elements());
        return new Fault(name, type, data, decoder.text());
    }

    private static void write(QualifiedName name, PayloadEncoder encoder) {
        encoder.number(name == null ? 0 : 1);
        if (name != null) {
            encoder.text(name.namespace()).text(name.name());
        }
    }

    private static QualifiedName name(PayloadDecoder decoder) throws MalformedRecordException {
        if (decoder.number(1) == 0) {
            return null;
        }
        String namespace = decoder.text();
        return new QualifiedName(namespace, decoder.text());
    }

    static void write(List<String> texts, PayloadEncoder encoder) {
        encoder.number(texts.size());
        for (int i = 0; i < texts.size(); i++) {
            encoder.text(texts.get(i));
        }
    }

    static List<String> texts(PayloadDecoder decoder) throws MalformedRecordException {
        List<String> texts = new ArrayList<>();
        for (int count = decoder.count(); count > 0; count--) {
            texts.add(decoder.text());
        }
        return texts;
    }

    static void write(NavigableMap<String, String> texts, PayloadEncoder encoder) {
        encoder.number(texts.size());
        for (Map.Entry<String, String> entry : texts.entrySet()) {
            encoder.text(entry.getKey()).text(entry.getValue());
        }
    }

    static NavigableMap<String, String> map(PayloadDecoder decoder) throws MalformedRecordException {
        NavigableMap<String, String> texts = new TreeMap<>();
        for (int count = decoder.count(); count > 0; count--) {
            String key = decoder.text();
            texts.put(key, decoder.text());
        }
        return texts;
    }
}
