package io.soabench.plugin;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/**
 * A server type whose servers run another version of its program: all that the type says, in each of its roles, but for the name, the coordinates
 * of its first program's server, and the checksums, which are those of another release. Immutable.
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
     * The type of servers that run the version.
     *
     * @param type with at least one program
     * @param name of the type that is made
     * @param version of its first program, or coordinates {@code groupId:artifactId:version} of one in its place
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

    /** The type that was written by somebody: the one of which this is another version, or itself. */
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

    /** What it says itself; {@code null} when it is the type's. */
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
