package io.soabench.engine.bpel.xpath;

import java.util.List;

/** The extensions of Apache ODE to expressions that this engine supports. */
public final class OdeExtensions {
    /** The namespace of the extensions. */
    public static final String NAMESPACE = "http://www.apache.org/ode/type/extension";
    /** The name of a variable with the number of the instance. */
    public static final String PID = "pid";
    /** The function that resolves a URL against another one. */
    public static final String COMBINE_URL = "combineUrl";
    /** The function that puts values into a URI template, and removes variables without a value. */
    public static final String COMPOSE_URL = "composeUrl";
    /** The function that puts values into a URI template, and keeps variables without a value. */
    public static final String EXPAND_TEMPLATE = "expandTemplate";
    /** The function that divides a text at a separator, into a list of elements. */
    public static final String SPLIT_TO_ELEMENTS = "splitToElements";

    /** The names of all functions. */
    public static final List<String> FUNCTIONS = List.of(COMBINE_URL, COMPOSE_URL, EXPAND_TEMPLATE, SPLIT_TO_ELEMENTS);

    private OdeExtensions() {}
}
