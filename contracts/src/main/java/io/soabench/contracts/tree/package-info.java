/**
 * A small immutable XML tree and its text. Belongs here: writing XML that is the same on every platform. All types are safe
 * for use by many threads.
 */
package io.soabench.contracts.tree;
