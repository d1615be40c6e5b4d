/** Model files as text that may be wrong: its lines, and what is left of a part when its errors are taken out. */
package io.soabench.ide.text;
