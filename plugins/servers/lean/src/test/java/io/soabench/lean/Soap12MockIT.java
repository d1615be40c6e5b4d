package io.soabench.lean;

import io.soabench.mock.CallLog;
import io.soabench.mock.MockServices;
import io.soabench.mock.RunningHost;
import io.soabench.mock.Soap12Suite;
import java.nio.file.Path;
import java.util.List;

/** A mock of SOAP 1.2 on the lean host. */
class Soap12MockIT extends Soap12Suite {

    @Override
    protected RunningHost start(Path mock, CallLog calls) throws Exception {
        return LeanMockHost.start("127.0.0.1", 0, MockServices.load(List.of(mock)), calls);
    }

    @Override
    protected String base() {
        return "/services";
    }
}
