/** Puts the workbench together out of the bundles that Maven has fetched. Runs while the product is built, on one thread. */
package io.soabench.eclipse.product;
