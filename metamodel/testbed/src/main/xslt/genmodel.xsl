<?xml version="1.0" encoding="UTF-8"?>
<!-- Makes the generator model of the metamodel, which names each of its concepts for EMF and Xtext once more. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    xmlns:xmi="http://www.omg.org/XMI" xmlns:ecore="http://www.eclipse.org/emf/2002/Ecore"
    xmlns:genmodel="http://www.eclipse.org/emf/2002/GenModel" exclude-result-prefixes="xsi">
  <xsl:output method="xml" encoding="UTF-8" indent="yes"/>

  <xsl:template match="/ecore:EPackage">
    <genmodel:GenModel xmi:version="2.0" modelDirectory="/soabench-testbed-model-gen/java" editDirectory="/soabench-testbed-model-gen/java"
        creationIcons="false" modelPluginID="io.soabench.testbed.model" modelName="Testbed" modelPluginClass=""
        rootExtendsClass="org.eclipse.emf.ecore.impl.MinimalEObjectImpl$Container" nonNLSMarkers="false"
        importerID="org.eclipse.emf.importer.ecore" bundleManifest="false" complianceLevel="17.0" copyrightFields="false"
        operationReflection="true" updateClasspath="false" importOrganizing="true" pluginKey="" codeFormatting="false"
        runtimeVersion="2.43">
      <foreignModel>testbed.ecore</foreignModel>
      <genPackages prefix="Testbed" basePackage="io.soabench.model" disposableProviderFactory="true" fileExtensions="testbed"
          ecorePackage="testbed.ecore#/">
        <xsl:apply-templates select="eClassifiers[@xsi:type = 'ecore:EEnum']"/>
        <xsl:apply-templates select="eClassifiers[@xsi:type = 'ecore:EDataType']"/>
        <xsl:apply-templates select="eClassifiers[@xsi:type = 'ecore:EClass']"/>
      </genPackages>
    </genmodel:GenModel>
  </xsl:template>

  <xsl:template match="eClassifiers[@xsi:type = 'ecore:EEnum']">
    <genEnums typeSafeEnumCompatible="false" ecoreEnum="testbed.ecore#//{@name}">
      <xsl:for-each select="eLiterals">
        <genEnumLiterals ecoreEnumLiteral="testbed.ecore#//{../@name}/{@name}"/>
      </xsl:for-each>
    </genEnums>
  </xsl:template>

  <xsl:template match="eClassifiers[@xsi:type = 'ecore:EDataType']">
    <genDataTypes ecoreDataType="testbed.ecore#//{@name}"/>
  </xsl:template>

  <xsl:template match="eClassifiers[@xsi:type = 'ecore:EClass']">
    <genClasses ecoreClass="testbed.ecore#//{@name}">
      <xsl:if test="@abstract = 'true' or @interface = 'true'">
        <xsl:attribute name="image">false</xsl:attribute>
      </xsl:if>
      <xsl:apply-templates select="eStructuralFeatures"/>
    </genClasses>
  </xsl:template>

  <xsl:template match="eStructuralFeatures[@xsi:type = 'ecore:EAttribute']">
    <genFeatures createChild="false" ecoreFeature="ecore:EAttribute testbed.ecore#//{../@name}/{@name}"/>
  </xsl:template>

  <xsl:template match="eStructuralFeatures[@xsi:type = 'ecore:EReference' and @containment = 'true']">
    <genFeatures property="None" children="true" createChild="true" ecoreFeature="ecore:EReference testbed.ecore#//{../@name}/{@name}"/>
  </xsl:template>

  <xsl:template match="eStructuralFeatures[@xsi:type = 'ecore:EReference' and not(@containment = 'true')]">
    <genFeatures notify="false" createChild="false" propertySortChoices="true" ecoreFeature="ecore:EReference testbed.ecore#//{../@name}/{@name}"/>
  </xsl:template>
</xsl:stylesheet>
