package io.soabench.engine.bpel.xpath;

import java.util.List;

/** The extensions of Apache ODE for expressions that this engine supports. */
public final class OdeExtensions {
    /** Their namespace. */
    public static final String NAMESPACE = "http://www.apache.org/ode/type/extension";
    /** The number of the instance, as a variable. */
    public static final String PID = "pid";
    /** A URL resolved against another one. */
    public static final String COMBINE_URL = "combineUrl";
    /** A URI template with values put in; variables without value vanish. */
    public static final String COMPOSE_URL = "composeUrl";
    /** A URI template with values put in; variables without value stay. */
    public static final String EXPAND_TEMPLATE = "expandTemplate";
    /** A text cut at a separator, as a list of elements. */
    public static final String SPLIT_TO_ELEMENTS = "splitToElements";

    /** The functions. */
    public static final List<String> FUNCTIONS = List.of(COMBINE_URL, COMPOSE_URL, EXPAND_TEMPLATE, SPLIT_TO_ELEMENTS);

    private OdeExtensions() {}
}
