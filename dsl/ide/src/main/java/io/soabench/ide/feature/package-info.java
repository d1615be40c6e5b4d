/** What editors ask for, one class each: what is shown, proposed, found and changed. For one thread; nothing here writes model files. */
package io.soabench.ide.feature;
