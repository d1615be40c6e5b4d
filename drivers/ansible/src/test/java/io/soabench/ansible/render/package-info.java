/** Tests of the rendered folder: against golden files. */
package io.soabench.ansible.render;
