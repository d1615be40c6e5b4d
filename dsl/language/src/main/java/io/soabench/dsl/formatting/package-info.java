/** The layout of a model file. */
package io.soabench.dsl.formatting;
