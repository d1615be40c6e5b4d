package io.soabench.engine.server.durable;

import io.soabench.engine.runtime.journal.store.StoredVersion;
import io.soabench.engine.server.admin.AdminAnswer;
import io.soabench.engine.server.admin.AdminRequest;
import io.soabench.engine.server.admin.AdminRoutes;
import io.soabench.engine.server.admin.AdminService;
import io.soabench.engine.server.deploy.Archive;
import io.soabench.engine.server.deploy.Deployer;
import io.soabench.engine.server.deploy.RefusedDeploymentException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.Map;

/**
 * The admin interface of a durable replica that is a process. Its parent stores the versions of processes. The parent
 * first has all replicas check an archive, then stores it, and then has them deploy it under the number of its version.
 * All other requests go to another service. Thread-safe.
 */
public final class VersionRoutes implements AdminService {
    /** The query of a request that checks an archive and deploys nothing. */
    public static final String CHECK = "check";

    /** The member of the answer to a check with the fingerprint of the program. */
    public static final String FINGERPRINT = "fingerprint";

    private static final String DEPLOYMENT = "/deployments/";
    private static final String VERSION = "version=";
    private static final String ZONE = "&zone=";

    private final AdminService others;
    private final Deployer deployer;

    /**
     * Makes the interface.
     *
     * @param others the answers to other requests
     * @param deployer the deployments of the replica, which stores no versions
     */
    public VersionRoutes(AdminService others, Deployer deployer) {
        this.others = others;
        this.deployer = deployer;
    }

    /** Returns the query of a request that deploys a version. */
    public static String query(StoredVersion version) {
        return VERSION
                + version.version()
                + ZONE
                + URLEncoder.encode(VersionStore.zone(version).getId(), StandardCharsets.UTF_8);
    }

    @Override
    public AdminAnswer answer(AdminRequest request) {
        boolean isDeployment = request.method().equals("PUT") && request.path().startsWith(DEPLOYMENT);
        if (!isDeployment || (!request.query().equals(CHECK) && !request.query().startsWith(VERSION))) {
            return others.answer(request);
        }
        String name = request.path().substring(DEPLOYMENT.length());
        try {
            Map<String, byte[]> entries = Archive.unzip(request.body());
            if (request.query().equals(CHECK)) {
                long fingerprint = VersionStore.fingerprint(
                        deployer.check(name, entries).deployment().program());
                return new AdminAnswer(200, AdminAnswer.object().put(FINGERPRINT, fingerprint));
            }
            int zone = request.query().indexOf(ZONE);
            return AdminRoutes.deployed(deployer.deployAgain(
                    name,
                    entries,
                    Long.parseLong(request.query().substring(VERSION.length(), zone)),
                    ZoneId.of(URLDecoder.decode(
                            request.query().substring(zone + ZONE.length()), StandardCharsets.UTF_8))));
        } catch (RefusedDeploymentException e) {
            return AdminRoutes.refused(e);
        }
    }

    @Override
    public boolean isSlow(String path) {
        return others.isSlow(path);
    }

    @Override
    public void shutdown() {
        others.shutdown();
    }
}
