/**
 * The reader of a run's folder: records as objects, samples as primitive columns, calls line by line. Nothing is judged here. Unreadable
 * parts become one sentence each and are left out. One thread at a time.
 */
package io.soabench.analyzer.folder;
