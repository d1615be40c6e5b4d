/** The source page of the editor: a text editor that asks the language server for everything it shows. On the thread of the user interface. */
package io.soabench.eclipse.source;
