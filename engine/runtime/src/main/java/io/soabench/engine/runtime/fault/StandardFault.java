package io.soabench.engine.runtime.fault;

import io.soabench.engine.runtime.xml.QualifiedName;

/** The faults of WS-BPEL 2.0, appendix A, and those this engine adds for partners that fail without a declared fault. */
public enum StandardFault {
    /** Two receives for one partner link, operation and correlation set, see section 10.4. */
    AMBIGUOUS_RECEIVE("ambiguousReceive"),
    /** A completion condition that can no longer hold. */
    COMPLETION_CONDITION_FAILURE("completionConditionFailure"),
    /** Two receives waiting for the same message. */
    CONFLICTING_RECEIVE("conflictingReceive"),
    /** Two open requests of the same kind. */
    CONFLICTING_REQUEST("conflictingRequest"),
    /** A message whose correlation values differ from those of its set, or a set used before it has values. */
    CORRELATION_VIOLATION("correlationViolation"),
    /** A counter value of forEach or repeat that is not an unsigned integer. */
    INVALID_BRANCH_CONDITION("invalidBranchCondition"),
    /** A value that does not fit an expression's type. */
    INVALID_EXPRESSION_VALUE("invalidExpressionValue"),
    /** A variable that breaks its schema. */
    INVALID_VARIABLES("invalidVariables"),
    /** No link condition of an activity holds, and the activity does not suppress the fault. */
    JOIN_FAILURE("joinFailure"),
    /** A copy between things that do not fit. */
    MISMATCHED_ASSIGNMENT_FAILURE("mismatchedAssignmentFailure"),
    /** A reply without an open request. */
    MISSING_REQUEST("missingRequest"),
    /** An instance or scope that ended without the reply it owed. */
    MISSING_REPLY("missingReply"),
    /** A partner that has no address. */
    PARTNER_REFERENCE_UNAVAILABLE("partnerReferenceUnavailable"),
    /** A scope's initialisation that failed. */
    SCOPE_INITIALIZATION_FAILURE("scopeInitializationFailure"),
    /** A query that selects no node or several. */
    SELECTION_FAILURE("selectionFailure"),
    /** An expression that cannot be evaluated. */
    SUB_LANGUAGE_EXECUTION_FAULT("subLanguageExecutionFault"),
    /** A style sheet that was not found. */
    XSLT_STYLESHEET_NOT_FOUND("xsltStylesheetNotFound"),
    /** Input that a style sheet cannot take. */
    XSLT_INVALID_SOURCE("xsltInvalidSource"),
    /** An endpoint reference that this engine cannot read. */
    UNSUPPORTED_REFERENCE("unsupportedReference"),
    /** A variable read before it has a value. */
    UNINITIALIZED_VARIABLE("uninitializedVariable"),
    /** A partner link used before it has an address. */
    UNINITIALIZED_PARTNER_ROLE("uninitializedPartnerRole"),
    /** A partner that was not reached, did not answer in time, or answered without SOAP. This engine's own. */
    PARTNER_FAILURE("partnerFailure", StandardFault.ENGINE_NAMESPACE),
    /** A value, a number of activities or a search above its limit. This engine's own. */
    LIMIT_EXCEEDED("limitExceeded", StandardFault.ENGINE_NAMESPACE),
    /** An instance that was ended from outside. This engine's own. */
    TERMINATED("terminated", StandardFault.ENGINE_NAMESPACE),
    /**
     * An instance that was ended by an error of the engine, or because memory or stack was exhausted. This engine's
     * own.
     */
    INTERNAL_ERROR("internalError", StandardFault.ENGINE_NAMESPACE);

    /** Namespace of the standard's faults. */
    public static final String BPEL_NAMESPACE = "http://docs.oasis-open.org/wsbpel/2.0/process/executable";

    /** Namespace of the faults that only this engine knows. */
    public static final String ENGINE_NAMESPACE = "http://soabench.io/engine/faults";

    private final String namespace;
    private final String name;

    StandardFault(String name) {
        this(name, StandardFault.BPEL_NAMESPACE);
    }

    StandardFault(String name, String namespace) {
        this.namespace = namespace;
        this.name = name;
    }

    /** Returns the fault's name. */
    public QualifiedName qualifiedName() {
        return new QualifiedName(namespace, name);
    }

    /** Returns the fault as a value, without data. */
    public Fault because(String reason) {
        return Fault.of(qualifiedName(), reason);
    }

    /** Returns the fault as an exception, for leaving an evaluation. */
    public FaultException thrown(String reason) {
        return new FaultException(because(reason));
    }
}
