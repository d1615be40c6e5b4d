package io.soabench.contracts.tree;

/** The content of an element: a child or a text. */
public sealed interface Content permits XmlTree, Text {}
