/** The editor of testbeds: a page with the text and one with the model as a tree, over one text with one undo. On the thread of the user interface. */
package io.soabench.eclipse.editor;
