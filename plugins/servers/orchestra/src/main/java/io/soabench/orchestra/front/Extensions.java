package io.soabench.orchestra.front;

import javax.wsdl.extensions.ElementExtensible;

/** The extension elements of WSDL4J, which knows no types. */
final class Extensions {

    private Extensions() {}

    /** Returns the first element of that type, or {@code null}. */
    static <T> T first(ElementExtensible element, Class<T> type) {
        for (Object extension : element.getExtensibilityElements()) {
            if (type.isInstance(extension)) {
                return type.cast(extension);
            }
        }
        return null;
    }
}
