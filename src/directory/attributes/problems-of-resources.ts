import type { Problem } from '../../errors.js';
import { problemPath } from '../../problems.js';
import type { Attribute } from './attribute.js';
import { commonAttributes } from './common-attributes.js';
import { isAlwaysCaseExact } from './define-attribute.js';
import { type ConfiguredResources, createResourceModel } from './resource-model.js';

/** Paths below the base that the protocol has other uses for. */
const reservedEndpoints = [
  '/serviceproviderconfig',
  '/resourcetypes',
  '/schemas',
  '/me',
  '/bulk',
  '/users',
  '/groups',
];

/** What is wrong with configured resources beyond their shape: names that clash or lead nowhere. */
export function problemsOfResources(
  resources: ConfiguredResources,
  extensionName: string,
): readonly Problem[] {
  const builtIn = createResourceModel(extensionName);
  const schemaIds = [...builtIn.schemas, ...resources.schemas].map(({ id }) => id.toLowerCase());
  const typeNames = [...builtIn.resourceTypes, ...resources.resourceTypes].map(({ name }) =>
    name.toLowerCase(),
  );
  const isSchema = (id: string) => schemaIds.includes(id.toLowerCase());
  const problems: Problem[] = [];
  const report = (path: readonly PropertyKey[], message: string) =>
    problems.push({ path: problemPath(path), message });

  resources.schemas.forEach((schema, index) => {
    const path = ['schemas', index];
    if (countOf(schemaIds, schema.id) > 1) report([...path, 'id'], 'is the id of another schema, too');
    reportAttributes(schema.attributes, [...path, 'attributes'], report);
    schema.attributes.forEach(({ name }, position) => {
      if (commonAttributes.some((common) => common.name.toLowerCase() === name.toLowerCase())) {
        report([...path, 'attributes', position, 'name'], 'is an attribute that every resource has already');
      }
    });
  });
  resources.resourceTypes.forEach((type, index) => {
    const path = ['resourceTypes', index];
    if (countOf(typeNames, type.name) > 1)
      report([...path, 'name'], 'is the name of another resource type, too');
    const endpoints = resources.resourceTypes.map(({ endpoint }) => endpoint.toLowerCase());
    if (reservedEndpoints.includes(type.endpoint.toLowerCase()) || countOf(endpoints, type.endpoint) > 1) {
      report([...path, 'endpoint'], 'is in use already');
    }
    if (!isSchema(type.schema)) report([...path, 'schema'], 'names a schema that is not defined');
    type.schemaExtensions.forEach(({ schema }, position) => {
      if (!isSchema(schema))
        report([...path, 'schemaExtensions', position, 'schema'], 'names a schema that is not defined');
    });
  });
  resources.extensions.forEach(({ schema, resourceType }, index) => {
    const path = ['extensions', index];
    if (!isSchema(schema)) report([...path, 'schema'], 'names a schema that is not defined');
    if (!typeNames.includes(resourceType.toLowerCase())) {
      report([...path, 'resourceType'], 'names a resource type that is not defined');
    }
  });
  if (problems.length === 0) reportRepeatedExtensions(resources, extensionName, report);
  return problems;
}

type Report = (path: readonly PropertyKey[], message: string) => void;

function reportAttributes(
  attributes: readonly Attribute[],
  path: readonly PropertyKey[],
  report: Report,
): void {
  const names = attributes.map(({ name }) => name.toLowerCase());
  attributes.forEach((attribute, index) => {
    const here = [...path, index];
    if (countOf(names, attribute.name) > 1)
      report([...here, 'name'], 'is the name of another attribute, too');
    const isComplex = attribute.type === 'complex';
    if (isComplex && path.includes('subAttributes')) {
      report([...here, 'type'], 'must not be complex inside a complex attribute (RFC 7643 §2.3.8)');
    } else if (isComplex !== Boolean(attribute.subAttributes)) {
      report(
        [...here, 'subAttributes'],
        isComplex ? 'is required for a complex attribute' : 'belongs to complex attributes alone',
      );
    }
    if (attribute.uniqueness !== 'none' && ['complex', 'boolean'].includes(attribute.type)) {
      report([...here, 'uniqueness'], `must be none for an attribute of type ${attribute.type}`);
    }
    if (!attribute.caseExact && isAlwaysCaseExact(attribute.type)) {
      report([...here, 'caseExact'], `must be true for an attribute of type ${attribute.type}`);
    }
    if (attribute.required && attribute.mutability === 'readOnly') {
      report([...here, 'required'], 'cannot be met by clients when the attribute is readOnly');
    }
    if (attribute.mutability === 'writeOnly' && attribute.returned !== 'never') {
      report([...here, 'returned'], 'must be never for a writeOnly attribute');
    }
    reportAttributes(attribute.subAttributes ?? [], [...here, 'subAttributes'], report);
  });
}

/** A type must not have one schema twice, whichever list brought it. */
function reportRepeatedExtensions(
  resources: ConfiguredResources,
  extensionName: string,
  report: Report,
): void {
  for (const { name, schema, schemaExtensions } of createResourceModel(extensionName, resources)
    .resourceTypes) {
    const ids = [schema, ...schemaExtensions.map((extension) => extension.schema)].map((id) =>
      id.toLowerCase(),
    );
    const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
    if (repeated !== undefined) report([], `gives the resource type ${name} the schema ${repeated} twice`);
  }
}

function countOf(names: readonly string[], name: string): number {
  return names.filter((other) => other.toLowerCase() === name.toLowerCase()).length;
}
