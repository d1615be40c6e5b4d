package io.soabench.lean;

import io.soabench.mock.MockHostSuite;
import io.soabench.mock.RunningHost;

/** The suite of all mock hosts, run on the lean one. */
class LeanMockHostIT extends MockHostSuite {

    @Override
    protected RunningHost.Starter starter() {
        return LeanMockHost::start;
    }

    @Override
    protected String base() {
        return "/services";
    }

    @Override
    protected int openRequests(RunningHost started) {
        return ((LeanMockHost) started).openRequests();
    }
}
