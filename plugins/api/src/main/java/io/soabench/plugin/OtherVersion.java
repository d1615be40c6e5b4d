package io.soabench.plugin;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/**
 * A server type whose servers run another version of its program. It differs from the original type in its name, in the
 * coordinates of its first program, and in its checksums, which it lacks. It has all roles of the original. Immutable.
 */
final class OtherVersion implements InvocationHandler {

    private final ServerType type;
    private final String name;
    private final String version;

    private OtherVersion(ServerType type, String name, String version) {
        this.type = type;
        this.name = name;
        this.version = version;
    }

    /**
     * Creates the type of servers that run the version.
     *
     * @param type with at least one program
     * @param name of the new type
     * @param version of its first program, or coordinates {@code groupId:artifactId:version} of a program in its place
     */
    static ServerType of(ServerType type, String name, String version) {
        List<Class<?>> roles = new ArrayList<>(List.of(ServerType.class));
        for (Class<?> each = type.getClass(); each != null; each = each.getSuperclass()) {
            for (Class<?> role : each.getInterfaces()) {
                if (ServerType.class.isAssignableFrom(role) && !roles.contains(role)) {
                    roles.add(role);
                }
            }
        }
        return (ServerType) Proxy.newProxyInstance(
                type.getClass().getClassLoader(),
                roles.toArray(Class<?>[]::new),
                new OtherVersion(type, name, version));
    }

    /** Returns the plug-in behind a type: the original of another version, or the type itself. */
    static Object written(Object type) {
        return Proxy.isProxyClass(type.getClass()) && Proxy.getInvocationHandler(type) instanceof OtherVersion other
                ? other.type
                : type;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        Object own = method.getParameterCount() == 0 ? own(method.getName()) : null;
        if (own != null) {
            return own;
        }
        if (method.getName().equals("equals") && method.getParameterCount() == 1) {
            return proxy == arguments[0];
        }
        try {
            return method.invoke(type, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Returns the value that differs from the original type's; {@code null} when there is none. */
    private Object own(String method) {
        return switch (method) {
            case "name", "toString" -> name;
            case "programs" -> programs();
            case "checksums" -> Checksums.NONE;
            default -> null;
        };
    }

    private List<ServerType.Program> programs() {
        List<ServerType.Program> programs = new ArrayList<>(type.programs());
        programs.set(0, programs.get(0).version(version));
        return List.copyOf(programs);
    }
}
