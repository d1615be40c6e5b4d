package io.soabench.contracts.source;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Deviations that the standard forbids, other engines tolerate, and that have one meaning only. A deviation is accepted
 * only if a model or a command names its word; it is a warning then.
 */
public enum Leniency {
    /** Definitions count that only documents have which the imported ones import (rule SA00010). */
    TRANSITIVE_IMPORTS("transitive-imports"),
    /** Definitions that are equal in content count once, wherever they stand (rule SA00014). */
    SAME_DEFINITIONS("same-definitions"),
    /**
     * An import means its document, even if it gives another namespace (rules SA00011 and SA00012; WSDL 1.1, section
     * 2.1.1).
     */
    IMPORT_NAMESPACES("import-namespaces"),
    /** {@code true} and {@code 1} stand for {@code yes}, {@code false} and {@code 0} for {@code no}. */
    BOOLEAN_WORDS("boolean-words"),
    /** The children of an element stand in another order than that of the grammar. */
    CHILD_ORDER("child-order"),
    /** A message exchange that is declared nowhere is one of the process (rule SA00061). */
    UNDECLARED_EXCHANGES("undeclared-exchanges"),
    /** {@code query} as an attribute, the patterns {@code in}, {@code out} and {@code out-in}, and the name of XPath 1.0, as in version 1.1. */
    OLD_SYNTAX("old-syntax"),
    /** {@code portType} names another port type than that of the partner link (rule SA00005). */
    OTHER_PORT_TYPES("other-port-types"),
    /** A property alias does not name the part of a message that has one only (rule SA00020). */
    SINGLE_PARTS("single-parts"),
    /** Attributes without effect where they stand, such as {@code pattern} where there is one message. */
    NEEDLESS_ATTRIBUTES("needless-attributes"),
    /** Declarations of XML Schema stand in {@code types} of a WSDL document, without a {@code schema} (WSDL 1.1, section 2.2). */
    BARE_DECLARATIONS("bare-declarations"),
    /**
     * Parts of types, or several parts, in document style: elements side by side in the body (Basic Profile 1.1, R2201 and R2204).
     * Several parts of a fault: entries of its detail side by side (WSDL 1.1, section 3.6).
     */
    DOCUMENT_PARTS("document-parts"),
    /** WSDL documents beside the process that it does not import, and that have mistakes: they give no addresses. */
    UNUSED_DOCUMENTS("unused-documents"),
    /** A partner that is to be initialised has no address: calls of it raise {@code uninitializedPartnerRole}. */
    MISSING_ADDRESSES("missing-addresses"),
    /** In XPath 2.0 and XQuery a property is its node, not a value of its type (WS-BPEL 2.0, section 7.2). */
    UNTYPED_PROPERTIES("untyped-properties"),
    /** A copy from a whole part of a message does nothing where that part was never assigned (WS-BPEL 2.0, section 8.1). */
    UNASSIGNED_PARTS("unassigned-parts");

    /** The word for all of them. */
    public static final String ALL = "all";

    private final String word;

    Leniency(String word) {
        this.word = word;
    }

    /** Returns the word that asks for it. */
    public String word() {
        return word;
    }

    /** Returns all words and {@value #ALL}, for sentences. */
    public static String words() {
        return Arrays.stream(values()).map(Leniency::word).collect(Collectors.joining(", ")) + ", " + ALL;
    }

    /**
     * Reads words separated by commas; none for a blank text.
     *
     * @throws IllegalArgumentException with a sentence for an unknown word
     */
    public static Set<Leniency> read(String words) {
        Set<Leniency> read = EnumSet.noneOf(Leniency.class);
        for (String part : words.split(",", -1)) {
            String one = part.strip();
            if (one.equals(ALL)) {
                read.addAll(EnumSet.allOf(Leniency.class));
            } else if (!words.isBlank()) {
                read.add(of(one).orElseThrow(() -> new IllegalArgumentException(
                        "accept=" + words + " has the unknown word '" + one + "'; use some of " + words())));
            }
        }
        return Collections.unmodifiableSet(read);
    }

    /** Reads words as {@link #read} does, without those that are unknown. */
    public static Set<Leniency> known(String words) {
        Set<Leniency> known = EnumSet.noneOf(Leniency.class);
        for (String part : words.split(",", -1)) {
            String one = part.strip();
            if (one.equals(ALL)) {
                return Set.of(values());
            }
            of(one).ifPresent(known::add);
        }
        return Collections.unmodifiableSet(known);
    }

    private static Optional<Leniency> of(String word) {
        return Arrays.stream(values()).filter(one -> one.word.equals(word)).findFirst();
    }
}
