package io.soabench.orchestra.front;

import com.sun.net.httpserver.HttpServer;
import io.soabench.driver.Driver;
import io.soabench.driver.EngineFailureContract;
import io.soabench.driver.run.DriverSettings;
import io.soabench.local.LocalDriver;
import io.soabench.orchestra.OrchestraServerType;
import io.soabench.plan.HostClock;
import io.soabench.plugin.Engine;
import io.soabench.plugin.ProcessSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Orchestra that fails as a case of a run. The wrong process uses a partner link that it does not declare. */
class OrchestraFailuresIT extends EngineFailureContract {

    private HttpServer partner;

    @BeforeEach
    void openPartner() throws IOException {
        partner = OrchestraFixture.partner();
    }

    @AfterEach
    void closePartner() {
        partner.stop(0);
    }

    @Override
    protected Engine type() {
        return new OrchestraServerType();
    }

    @Override
    protected Driver driver(DriverSettings settings) {
        return new LocalDriver(List.of(), settings, HostClock.system());
    }

    @Override
    protected Map<String, String> parameters() {
        return Map.of("heap", Long.toString(256L << 20), "jvm-options", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    }

    private String address() {
        return "http://127.0.0.1:" + partner.getAddress().getPort() + "/salute";
    }

    @Override
    protected ProcessSource process(Path at) throws IOException {
        return OrchestraFixture.greeter(null, address());
    }

    @Override
    protected ProcessSource wrongProcess(Path at) throws IOException {
        String text = Files.readString(OrchestraFixture.resource("greeter.bpel"))
                .replace(
                        "<invoke name=\"first\" partnerLink=\"salutation\"",
                        "<invoke name=\"first\" partnerLink=\"missing\"");
        return OrchestraFixture.greeter(Files.writeString(at.resolve("greeter.bpel"), text), address());
    }

    @Override
    protected List<String> refusal() {
        return List.of("Orchestra refuses greeter.bpel: ", "No partnerLink missing defined");
    }

    @Override
    protected String request() {
        return "<person xmlns=\"urn:test:greeter\">Ada</person>";
    }

    @Override
    protected String answer() {
        return "<greeting xmlns=\"urn:test:greeter\">Hello Ada, Hello Ada!</greeting>";
    }
}
