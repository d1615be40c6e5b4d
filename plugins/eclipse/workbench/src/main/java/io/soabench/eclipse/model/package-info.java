/**
 * The model page of the editor: the tree of a testbed's elements and their properties, by the providers that EMF.Edit generates from
 * the metamodel. The text is the model: a change in the tree becomes the smallest change of the text, and the tree is made anew of the
 * text after each change, whoever made it. So there is one undo, that of the text. On the thread of the user interface.
 */
package io.soabench.eclipse.model;
