package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.Set;

/**
 * The effect of {@code keepSrcElementName} of a copy (WS-BPEL 2.0, section 8.4.2).
 *
 * @param written whether the copy has the attribute, so that source and target must be elements (SA00042)
 * @param source whether an element keeps the name that it has in the source
 * @param allowed the names that the root of the variable or part may get (SA00094); null for any name
 */
public record ElementNaming(boolean written, boolean source, Set<QualifiedName> allowed) {
    /** The naming of copies without the attribute: an element gets the name of the element that it replaces. */
    public static final ElementNaming DEFAULT = new ElementNaming(false, false, null);

    /** Makes the set unmodifiable. */
    public ElementNaming {
        allowed = allowed == null ? null : Set.copyOf(allowed);
    }
}
