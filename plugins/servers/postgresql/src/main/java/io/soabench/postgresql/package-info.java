/** PostgreSQL as a database of engines: start and stop of a server with a new cluster. */
package io.soabench.postgresql;
