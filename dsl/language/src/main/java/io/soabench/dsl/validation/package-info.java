/**
 * The rules for model files, one class for each concept. Every rule has a code. A message quotes names and states
 * the change that is needed. Rules do not change the model. They tolerate unresolved references, which are reported
 * elsewhere.
 */
package io.soabench.dsl.validation;
