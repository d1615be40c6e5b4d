/** The scopes of the names in a model file: elements of the file, of its imports, and the types of plug-ins. */
package io.soabench.dsl.scoping;
