package io.soabench.contracts.source;

import java.util.Map;

/**
 * An expression or query as written, with what its evaluation needs; its syntax has not been looked at.
 *
 * @param text the text of the element, without surrounding white space
 * @param language the URI of the language that applies here
 * @param namespaces the prefixes in scope, see {@link XmlElement#namespaces()}
 * @param location the element that holds the text
 */
public record Expression(String text, String language, Map<String, String> namespaces, Location location) {}
