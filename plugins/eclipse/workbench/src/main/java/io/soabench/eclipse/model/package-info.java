/**
 * The model page of the editor: the tree of a testbed's elements and their properties. EMF.Edit generates their
 * providers from the metamodel. The text is the model. A change in the tree becomes the smallest change of the
 * text, and the tree is rebuilt after each change. Therefore the text has the only undo history. For the thread of
 * the user interface.
 */
package io.soabench.eclipse.model;
