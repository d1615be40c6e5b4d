/** Model files as text that may be wrong: lines, words, parts, and what is left of a part when its errors are taken out. */
package io.soabench.ide.text;
