/**
 * The assembler of the product: it combines the bundles that Maven has fetched. It runs while the product is built,
 * on one thread.
 */
package io.soabench.eclipse.product;
