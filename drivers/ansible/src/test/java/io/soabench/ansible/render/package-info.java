/** Tests of the rendered folder: against golden files, linters, and hosts that run it. */
package io.soabench.ansible.render;
