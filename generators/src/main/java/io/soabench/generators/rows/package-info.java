/** The records of a user: read from CSV or JSON lines, checked, and written as files of rows. */
package io.soabench.generators.rows;
