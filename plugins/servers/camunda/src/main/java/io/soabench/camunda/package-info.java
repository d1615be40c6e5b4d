/**
 * Camunda 7 and its forks Operaton and CIB seven as server types: packages, start, deployment, stop. The tool loads only this package; the engines
 * and their front run in processes of their own.
 */
package io.soabench.camunda;
