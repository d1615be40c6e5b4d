package io.soabench.axis2;

import io.soabench.mock.CallLog;
import io.soabench.mock.MockServices;
import io.soabench.mock.RunningHost;
import io.soabench.mock.Soap12Suite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A mock of SOAP 1.2 on the Axis2 host, whose WSDL has a binding of that version only. */
class Soap12MockIT extends Soap12Suite {

    @Override
    protected RunningHost start(Path mock, CallLog calls) throws Exception {
        try (Stream<Path> documents = Files.walk(mock.resolve("wsdl"))) {
            for (Path each : documents.filter(Files::isRegularFile).toList()) {
                Files.writeString(each, Files.readString(each).replace("/wsdl/soap/", "/wsdl/soap12/"));
            }
        }
        ServiceArchiveFixture.write(mock);
        return Axis2MockHost.start("127.0.0.1", 0, MockServices.load(List.of(mock)), calls);
    }

    @Override
    protected String base() {
        return "/axis2/services";
    }
}
