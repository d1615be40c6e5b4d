package io.soabench.contracts.tree;

/** What an element can hold. */
public sealed interface Content permits XmlTree, Text {}
