package io.soabench.axis2;

import io.soabench.mock.HostRefused;
import io.soabench.mock.MockService;
import io.soabench.plan.MockPlan;
import io.soabench.plan.MockPlan.MockOperation;
import io.soabench.plan.RunFiles;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.xml.stream.XMLStreamException;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMException;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.om.util.StAXParserConfiguration;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.deployment.DeploymentClassLoader;
import org.apache.axis2.deployment.repository.util.ArchiveReader;
import org.apache.axis2.deployment.repository.util.DeploymentFileData;
import org.apache.axis2.deployment.util.Utils;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.AxisServiceGroup;
import org.apache.axis2.description.WSDL2Constants;

/**
 * The {@code service.aar} of a mock folder. It is deployed as by Axis2's own deployer, but under the path of the mock
 * instead of the name of the WSDL service. A host can thus serve several instances of one service.
 */
final class ServiceArchive {

    private static final String SERVICES = "META-INF/services.xml";

    /** The logger with Axis2's reasons for refusing a WSDL document, which its API does not return. */
    private static final Logger ARCHIVE_READER = Logger.getLogger(ArchiveReader.class.getName());

    private final MockService mock;
    private final File file;

    ServiceArchive(MockService mock) {
        this.mock = mock;
        Path folder = mock.folder().folder();
        file = folder.resolve(AxisArchive.FILE).toFile();
    }

    /**
     * Deploys the service.
     *
     * @throws HostRefused when the archive is missing or Axis2 cannot use it
     */
    void deploy(ConfigurationContext context) throws HostRefused {
        if (!Files.isRegularFile(file.toPath())) {
            throw new HostRefused(
                    file + " is missing; declare the server with type axis2 and compile the testbed again");
        }
        ArchiveLog complaints = new ArchiveLog();
        ARCHIVE_READER.setLevel(Level.INFO);
        ARCHIVE_READER.setUseParentHandlers(false);
        ARCHIVE_READER.addHandler(complaints);
        try {
            AxisServiceGroup group = group(context);
            context.getAxisConfiguration().addServiceGroup(group);
        } catch (IOException | XMLStreamException | OMException e) {
            throw new HostRefused("Axis2 cannot deploy " + file + ": " + firstLine(e) + complaints);
        } finally {
            ARCHIVE_READER.removeHandler(complaints);
            ARCHIVE_READER.setUseParentHandlers(true);
            ARCHIVE_READER.setLevel(null);
        }
    }

    private AxisServiceGroup group(ConfigurationContext context)
            throws AxisFault, IOException, XMLStreamException, HostRefused {
        MockPlan plan = mock.folder().plan();
        DeploymentFileData data = new DeploymentFileData(file, null);
        DeploymentClassLoader loader =
                Utils.createClassLoader(file, context.getAxisConfiguration().isChildFirstClassLoading());
        data.setClassLoader(loader);
        AxisServiceGroup group = new AxisServiceGroup(context.getAxisConfiguration());
        group.setServiceGroupClassLoader(loader);

        ArchiveReader reader = new ArchiveReader();
        HashMap<String, AxisService> described = reader.processWSDLs(data);
        AxisService fromWsdl = described.get(plan.wsdlService());
        if (fromWsdl == null) {
            throw new IOException("its WSDL has no service " + plan.wsdlService() + " that Axis2 understands");
        }
        described.put(plan.path(), fromWsdl);
        OMElement description = description();
        description.addAttribute("name", plan.path(), null);
        List<AxisService> services = reader.buildServiceGroup(description, data, group, described, context);
        group.setServiceGroupName(plan.path());
        AxisService service = services.get(0);
        service.addParameter(DeployedMock.PARAMETER, new DeployedMock(mock, operations(service)));
        service.setFileName(file.toURI().toURL());
        group.addService(service);
        return group;
    }

    private OMElement description() throws IOException {
        try (ZipFile zip = new ZipFile(file)) {
            ZipEntry entry = zip.getEntry(SERVICES);
            if (entry == null) {
                throw new IOException("it has no " + SERVICES);
            }
            try (InputStream in = zip.getInputStream(entry)) {
                OMElement root = OMXMLBuilderFactory.createOMBuilder(StAXParserConfiguration.SOAP, in)
                        .getDocumentElement();
                root.build();
                if (!root.getLocalName().equals("service")) {
                    throw new IOException(SERVICES + " must describe one service");
                }
                return root;
            }
        }
    }

    private Map<String, AxisOperation> operations(AxisService service) throws IOException {
        Map<String, AxisOperation> deployed = new HashMap<>();
        service.getOperations()
                .forEachRemaining(operation -> deployed.put(operation.getName().getLocalPart(), operation));
        List<String> wrong = new ArrayList<>();
        for (MockOperation operation : mock.folder().plan().operations()) {
            AxisOperation found = deployed.get(operation.name());
            if (found == null) {
                wrong.add("operation " + operation.name() + " is not in its WSDL");
            } else if (operation.oneWay() == WSDL2Constants.MEP_URI_IN_OUT.equals(found.getMessageExchangePattern())) {
                wrong.add(
                        "operation " + operation.name() + " is one-way in only one of " + RunFiles.MOCK + " and WSDL");
            } else if (!(found.getMessageReceiver() instanceof TraceMessageReceiver)
                    && !(found.getMessageReceiver() instanceof TraceInOnlyMessageReceiver)) {
                wrong.add("operation " + operation.name() + " has no message receiver of the mock host");
            }
        }
        if (!wrong.isEmpty()) {
            throw new IOException(String.join(", ", wrong));
        }
        return deployed;
    }

    private static String firstLine(Exception e) {
        String message = String.valueOf(e.getMessage());
        return message.lines().findFirst().orElse("");
    }

    /** A collector of Axis2's log messages while it reads an archive. */
    private static final class ArchiveLog extends Handler {
        private final List<String> messages = new ArrayList<>();

        @Override
        public void publish(LogRecord message) {
            messages.add(message.getMessage());
        }

        @Override
        public void flush() {
            // Nothing is buffered.
        }

        @Override
        public void close() {
            // Nothing is open.
        }

        @Override
        public String toString() {
            return messages.isEmpty() ? "" : " (" + String.join("; ", messages) + ')';
        }
    }
}
