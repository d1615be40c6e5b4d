package io.soabench.generators.xml;

/** What an element can hold. */
public sealed interface Content permits XmlTree, Text {}
