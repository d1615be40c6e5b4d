/**
 * The records of a user: they are read from CSV or JSON lines, checked, and written as files of rows. The faults of a
 * file are collected and reported together. For one thread.
 */
package io.soabench.generators.rows;
