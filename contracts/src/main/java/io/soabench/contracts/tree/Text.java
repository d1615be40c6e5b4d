package io.soabench.contracts.tree;

import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * Text of an element or attribute.
 *
 * @param text unescaped; ignored when {@code qualified} is present
 * @param qualified a name that is written with the prefix of its namespace, e.g. the value of {@code xsi:type}
 */
public record Text(String text, Optional<QName> qualified) implements Content {

    /** Returns that text. */
    public static Text of(String text) {
        return new Text(text, Optional.empty());
    }

    /** Returns a qualified name as text. */
    public static Text of(QName name) {
        return new Text("", Optional.of(name));
    }
}
