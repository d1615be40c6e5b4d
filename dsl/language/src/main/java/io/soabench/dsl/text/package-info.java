/** The conversions between the text of a model and its values: numbers, strings, names. */
package io.soabench.dsl.text;
