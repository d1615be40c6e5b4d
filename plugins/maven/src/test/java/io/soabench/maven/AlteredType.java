package io.soabench.maven;

import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.ServerType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;

/** A server type of which one component of the lifecycle is another. */
final class AlteredType {

    private AlteredType() {}

    static ServerType of(ServerType type, String component, Object value) {
        Lifecycle lifecycle = altered(type.lifecycle(), component, value);
        return (ServerType) Proxy.newProxyInstance(
                AlteredType.class.getClassLoader(),
                type.getClass().getInterfaces(),
                (proxy, method, arguments) ->
                        method.getName().equals("lifecycle") ? lifecycle : method.invoke(type, arguments));
    }

    private static Lifecycle altered(Lifecycle lifecycle, String component, Object value) {
        try {
            RecordComponent[] components = Lifecycle.class.getRecordComponents();
            Class<?>[] classes = new Class<?>[components.length];
            Object[] values = new Object[components.length];
            for (int i = 0; i < components.length; i++) {
                classes[i] = components[i].getType();
                values[i] = components[i].getName().equals(component)
                        ? value
                        : components[i].getAccessor().invoke(lifecycle);
            }
            Constructor<Lifecycle> constructor = Lifecycle.class.getDeclaredConstructor(classes);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a lifecycle cannot be altered", e);
        }
    }
}
