/** The checks of the examples, tried on processes that do something else. */
package io.soabench.mutation;
