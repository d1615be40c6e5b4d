package io.soabench.engine.bpel.tree;

/** What an element can hold. */
public sealed interface Content permits XmlTree, Text {}
