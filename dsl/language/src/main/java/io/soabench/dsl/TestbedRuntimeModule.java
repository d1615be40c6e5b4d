package io.soabench.dsl;

import io.soabench.dsl.formatting.TestbedFormatter;
import io.soabench.dsl.scoping.LinkingMessages;
import io.soabench.dsl.text.ModelResource;
import io.soabench.dsl.text.SyntaxMessages;
import io.soabench.dsl.text.ValueConverters;
import org.eclipse.xtext.conversion.IValueConverterService;
import org.eclipse.xtext.formatting2.IFormatter2;
import org.eclipse.xtext.linking.ILinkingDiagnosticMessageProvider;
import org.eclipse.xtext.parser.antlr.ISyntaxErrorMessageProvider;
import org.eclipse.xtext.resource.XtextResource;

/** The classes of the language, besides the generated ones. */
public class TestbedRuntimeModule extends AbstractTestbedRuntimeModule {

    @Override
    public Class<? extends IValueConverterService> bindIValueConverterService() {
        return ValueConverters.class;
    }

    /** Binds the resource that reads model files. */
    @Override
    public Class<? extends XtextResource> bindXtextResource() {
        return ModelResource.class;
    }

    /** Binds the formatter. */
    public Class<? extends IFormatter2> bindIFormatter2() {
        return TestbedFormatter.class;
    }

    /** Returns the messages and codes of unresolved names. */
    public Class<? extends ILinkingDiagnosticMessageProvider.Extended> bindILinkingDiagnosticMessageProvider() {
        return LinkingMessages.class;
    }

    /** Returns the messages of syntax errors. */
    public Class<? extends ISyntaxErrorMessageProvider> bindSyntaxMessages() {
        return SyntaxMessages.class;
    }
}
