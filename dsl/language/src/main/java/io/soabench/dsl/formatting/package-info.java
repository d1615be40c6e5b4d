/**
 * The formatter of model files: indentation, blanks and line ends. It never changes the meaning of a model, and keeps
 * all comments. One formatter serves one file, in one thread.
 */
package io.soabench.dsl.formatting;
