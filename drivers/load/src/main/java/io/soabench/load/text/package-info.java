/** Numbers and identifiers as bytes, made without garbage. Stateless, for use by any thread. */
package io.soabench.load.text;
