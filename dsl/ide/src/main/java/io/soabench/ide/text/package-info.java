/** Model files as text that may be wrong: the lines of a text, and its parts without their errors. */
package io.soabench.ide.text;
