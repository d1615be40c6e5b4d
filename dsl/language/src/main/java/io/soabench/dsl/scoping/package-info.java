/** What the names in a model file refer to: elements of the file, of its imports, and of the types that plug-ins declare. */
package io.soabench.dsl.scoping;
