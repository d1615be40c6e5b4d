package io.soabench.axis2;

import io.soabench.mock.MockHostSuite;
import io.soabench.mock.RunningHost;
import java.io.IOException;
import java.nio.file.Path;

/** The suite of all mock hosts, run on the one with Axis2. */
class Axis2MockHostIT extends MockHostSuite {

    @Override
    protected RunningHost.Starter starter() {
        return Axis2MockHost::start;
    }

    @Override
    protected void complete(Path mock) throws IOException {
        ServiceArchiveFixture.write(mock);
    }

    @Override
    protected String base() {
        return "/axis2/services";
    }

    @Override
    protected int openRequests(RunningHost started) {
        return ((Axis2MockHost) started).openRequests();
    }
}
