/**
 * The rules that a model file must keep, one class a concept. Every rule has a code; a message quotes names and says what to
 * change. Rules do not change the model and tolerate unresolved references, which are reported elsewhere.
 */
package io.soabench.dsl.validation;
