package io.soabench.axis2;

import io.soabench.mock.HostProgramSuite;
import java.io.IOException;
import java.nio.file.Path;

/** The suite of all host programs, run on the one with Axis2. */
class Axis2ProgramIT extends HostProgramSuite {

    @Override
    protected Class<?> program() {
        return Axis2MockHost.class;
    }

    @Override
    protected void complete(Path mock) throws IOException {
        ServiceArchiveFixture.write(mock);
    }

    @Override
    protected String base() {
        return "/axis2/services";
    }
}
