package io.soabench.dsl.validation;

import org.eclipse.xtext.validation.ComposedChecks;

/** All rules of the language. */
@ComposedChecks(
        validators = {
            CaseRules.class,
            CheckRules.class,
            ConfigurationRules.class,
            DataRules.class,
            DistributionRules.class,
            EventRules.class,
            ExplorationRules.class,
            HostRules.class,
            ImportRules.class,
            MetricRules.class,
            NameRules.class,
            NetworkRules.class,
            ObjectiveRules.class,
            ParameterRules.class,
            PartnerRules.class,
            RealisationRules.class,
            PortRules.class,
            ProcessRules.class,
            PublishedRules.class,
            ScheduleRules.class,
            ServerRules.class,
            ServiceRules.class,
            ServiceTypeRules.class,
            ShapeRules.class,
            ConnectionRules.class,
            BatchRules.class,
            SuiteRules.class,
            UnusedRules.class,
            WorkloadRules.class
        })
public class TestbedValidator extends AbstractTestbedValidator {}
