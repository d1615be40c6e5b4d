/** Models as they stand in the editor: read, understood in spite of errors, and checked. Each class says for how many threads it is. */
package io.soabench.ide.model;
