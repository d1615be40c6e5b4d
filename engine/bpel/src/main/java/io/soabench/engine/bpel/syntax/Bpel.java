package io.soabench.engine.bpel.syntax;

import java.util.List;
import java.util.Set;

/** The names of WS-BPEL 2.0: namespaces, languages, types of imports, standard faults. */
public final class Bpel {
    /** The namespace of executable processes. */
    public static final String NAMESPACE = "http://docs.oasis-open.org/wsbpel/2.0/process/executable";
    /** The namespace of abstract processes, which cannot be run. */
    public static final String ABSTRACT = "http://docs.oasis-open.org/wsbpel/2.0/process/abstract";
    /** The name of XPath 1.0 as expression and query language; the default. */
    public static final String XPATH = "urn:oasis:names:tc:wsbpel:2.0:sublang:xpath1.0";
    /** The name of XPath 1.0 in BPEL4WS 1.1; read as {@link #XPATH}. */
    public static final String OLD_XPATH = "http://www.w3.org/TR/1999/REC-xpath-19991116";
    /** The name of XPath 2.0 as expression and query language. */
    public static final String XPATH_2 = "urn:oasis:names:tc:wsbpel:2.0:sublang:xpath2.0";
    /** The name of XQuery 1.0 as expression and query language. */
    public static final String XQUERY = "urn:oasis:names:tc:wsbpel:2.0:sublang:xquery1.0";
    /** The names of all supported expression and query languages. */
    public static final List<String> LANGUAGES = List.of(XPATH, XPATH_2, XQUERY);
    /** The value of {@code importType} for WSDL 1.1. */
    public static final String IMPORT_WSDL = "http://schemas.xmlsoap.org/wsdl/";
    /** The value of {@code importType} for XML Schema. */
    public static final String IMPORT_SCHEMA = "http://www.w3.org/2001/XMLSchema";
    /** The standard faults of appendix A, in namespace {@link #NAMESPACE}. */
    public static final Set<String> STANDARD_FAULTS = Set.of(
            "ambiguousReceive",
            "completionConditionFailure",
            "conflictingReceive",
            "conflictingRequest",
            "correlationViolation",
            "invalidBranchCondition",
            "invalidExpressionValue",
            "invalidVariables",
            "joinFailure",
            "mismatchedAssignmentFailure",
            "missingReply",
            "missingRequest",
            "scopeInitializationFailure",
            "selectionFailure",
            "subLanguageExecutionFault",
            "uninitializedPartnerRole",
            "uninitializedVariable",
            "unsupportedReference",
            "xsltInvalidSource",
            "xsltStylesheetNotFound");

    private Bpel() {}
}
