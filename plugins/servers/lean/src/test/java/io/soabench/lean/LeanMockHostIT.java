package io.soabench.lean;

import io.soabench.mock.MockHost;
import io.soabench.mock.MockHostSuite;

/** The suite of all mock hosts, run on the lean one. */
class LeanMockHostIT extends MockHostSuite {

    @Override
    protected MockHost.Starter starter() {
        return LeanMockHost::start;
    }

    @Override
    protected String base() {
        return "/services";
    }

    @Override
    protected int openRequests(MockHost started) {
        return ((LeanMockHost) started).openRequests();
    }
}
