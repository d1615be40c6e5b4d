/** Rules for the code of all modules, checked on the compiled classes. */
package io.soabench.architecture;
