/**
 * The models as they stand in the editor. They are read, understood in spite of errors, and checked. Each class
 * states its rule for threads.
 */
package io.soabench.ide.model;
