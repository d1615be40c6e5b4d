/** From text to values and back: numbers, strings, names. */
package io.soabench.dsl.text;
