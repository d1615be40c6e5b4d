package io.soabench.lean;

import io.soabench.mock.HostProgramSuite;

/** The suite of all host programs, run on the lean one. */
class LeanProgramIT extends HostProgramSuite {

    @Override
    protected Class<?> program() {
        return LeanMockHost.class;
    }

    @Override
    protected String base() {
        return "/services";
    }
}
