package io.soabench.engine.server.admin;

import java.util.List;
import java.util.Map;

/**
 * The paths of the admin interface and their methods. They are the same for an engine in one process and for several
 * replicas. HEAD is allowed where GET is (RFC 9110, section 9.1). No state.
 */
public final class AdminPaths {
    private static final String DEPLOYMENT = "/deployments/";
    private static final String INSTANCE = "/instances/";
    private static final String POOL = PoolRoutes.POOLS + "/";
    private static final List<String> READ = List.of("GET");
    private static final Map<String, List<String>> METHODS = Map.of(
            AdminRoutes.HEALTH,
            READ,
            "/statistics",
            READ,
            AdminRoutes.DEPLOYMENTS,
            READ,
            AdminRoutes.INSTANCES,
            READ,
            PoolRoutes.POOLS,
            READ,
            CounterRoutes.COUNTERS,
            List.of("GET", "PUT"),
            MonitorRoutes.MONITORS,
            READ,
            HistoryRoutes.HISTORY,
            READ,
            ReplicaRoutes.REPLICAS,
            READ,
            AdminRoutes.SHUTDOWN,
            List.of("POST"));

    private AdminPaths() {}

    /**
     * Checks the method and the path of a request.
     *
     * @return 404 if no such path exists; 405 with the allowed methods (RFC 9110, section 15.5.6) if the path does not
     *     take the method; null if it does
     */
    static AdminAnswer refusal(String method, String path) {
        List<String> taken = methods(path);
        if (taken.isEmpty()) {
            return nothing(method, path);
        }
        if (taken.contains(method) || (method.equals("HEAD") && taken.contains("GET"))) {
            return null;
        }
        String allowed = String.join(", ", taken).replace("GET", "GET, HEAD");
        return AdminAnswer.notAllowed(allowed, path + " takes " + allowed + ", not " + method + ".");
    }

    /** Returns the methods of a path; empty for an unknown path. */
    private static List<String> methods(String path) {
        if (BatchRoutes.isBatch(path)) {
            return List.of("POST", "GET", "DELETE");
        }
        if (path.startsWith(DEPLOYMENT)) {
            return List.of("PUT", "GET", "DELETE");
        }
        if (path.startsWith(INSTANCE)) {
            return List.of("GET", "DELETE");
        }
        return path.startsWith(POOL) ? List.of("GET", "PUT") : METHODS.getOrDefault(path, List.of());
    }

    /** Returns the answer for a thing that does not exist, with the names of the existing ones. */
    public static AdminAnswer nothing(String method, String path) {
        return AdminAnswer.sentence(
                404,
                method + " " + path + " is nothing here; see /health, /statistics, /deployments, /instances,"
                        + " /history, /pools, /counters, /monitors, /replicas, /shutdown.");
    }
}
