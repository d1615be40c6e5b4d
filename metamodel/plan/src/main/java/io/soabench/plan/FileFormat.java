package io.soabench.plan;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A mark of a record that is a JSON file: its component {@code format} is this version, and {@link Json#read} refuses
 * any other.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface FileFormat {

    /** Returns the only version that is read and written. */
    int version();

    /** Returns the remedy for a file of another version, e.g. {@code compile the testbed again}; ends a sentence. */
    String remedy();
}
