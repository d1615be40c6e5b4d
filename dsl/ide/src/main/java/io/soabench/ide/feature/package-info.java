/**
 * The features of the language server, one class each: explanations, proposals, searches and changes. For one
 * thread. The package does not write model files.
 */
package io.soabench.ide.feature;
