package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.Set;

/**
 * The meaning of {@code keepSrcElementName} of a copy (WS-BPEL 2.0, section 8.4.2).
 *
 * @param written whether the attribute is written, so that the copy must be from element to element (SA00042)
 * @param source whether an element keeps the name it has in the source
 * @param allowed the names that the root of the target's variable or part may get (SA00094); null when it may get any
 */
public record ElementNaming(boolean written, boolean source, Set<QualifiedName> allowed) {
    /** What holds where the attribute is not written: an element gets the name of the one that it replaces. */
    public static final ElementNaming DEFAULT = new ElementNaming(false, false, null);

    /** Makes the set unmodifiable. */
    public ElementNaming {
        allowed = allowed == null ? null : Set.copyOf(allowed);
    }
}
