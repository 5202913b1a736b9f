import { z } from 'zod';
import { confirmQuery, deleted } from '../../ground/shapes/schemas.ts';
import type { Route } from '../../operations/route.ts';
import {
  includeQuery,
  newProperties,
  ObjectType,
  ObjectTypeWithParts,
  Property,
  PropertyCreate,
  propertySettings,
  typeName,
  typeSettings,
} from './shapes.ts';

const types = '/v1/object-types';
const type = `${types}/:object_type_id`;
const exampleType = { name: 'contacts', display_name: 'Contacts' };
const exampleProperty = { name: 'email', data_type: 'email', is_unique: true };

export const routes: Route[] = [
  {
    id: 'object_type.list',
    method: 'GET',
    path: types,
    scope: 'read',
    summary: 'List object types',
    description:
      '`include=properties,relations` answers the whole schema of the tenant in one call: each type with its properties and its relations to other types, in order of their names.',
    query: includeQuery,
    carriesHeaders: true,
    isVersioned: true,
    returns: z.array(ObjectTypeWithParts),
  },
  {
    id: 'object_type.create',
    method: 'POST',
    path: types,
    scope: 'schema',
    summary: 'Create an object type',
    status: 201,
    description: '`properties` are created in the same transaction; `ai_index` may name them.',
    body: z.object({ name: typeName, ...typeSettings, properties: newProperties.optional() }),
    isVersioned: true,
    returns: ObjectType,
    errors: ['PLAN_LIMIT_EXCEEDED', 'ALREADY_EXISTS', 'INVALID_STATE'],
    example: { body: { ...exampleType, properties: [exampleProperty] } },
  },
  {
    id: 'object_type.get',
    method: 'GET',
    path: type,
    scope: 'read',
    summary: 'Get an object type',
    isVersioned: true,
    returns: ObjectType,
  },
  {
    id: 'object_type.update',
    method: 'PATCH',
    path: type,
    scope: 'schema',
    summary: 'Rename an object type or change its settings',
    description: 'Only the fields sent are changed; send at least one.',
    body: z
      .object({ name: typeName.optional(), ...typeSettings })
      .refine(
        ({ name, ...settings }) =>
          name !== undefined ||
          Object.keys(typeSettings).some(
            (one) => settings[one as keyof typeof settings] !== undefined,
          ),
        {
          path: ['name'],
          message: `is required unless another field is given: ${Object.keys(typeSettings).join(', ')}`,
        },
      ),
    isVersioned: true,
    returns: ObjectType,
    errors: ['ALREADY_EXISTS', 'INVALID_STATE'],
    example: { body: { name: 'people' } },
  },
  {
    id: 'object_type.delete',
    method: 'DELETE',
    path: type,
    scope: 'schema',
    summary: 'Delete an object type with its properties and objects',
    query: confirmQuery,
    isConditional: true,
    mayRefuse: true,
    returns: deleted,
    errors: ['DEPENDENCY_EXISTS', 'INVALID_STATE'],
    isPatient: true,
  },
  {
    id: 'property.list',
    method: 'GET',
    path: `${type}/properties`,
    scope: 'read',
    summary: 'List the properties of an object type',
    carriesHeaders: true,
    returns: z.array(Property),
  },
  {
    id: 'property.create',
    method: 'POST',
    path: `${type}/properties`,
    scope: 'schema',
    summary: 'Create a property',
    status: 201,
    description:
      'With is_indexed, is_sortable or is_unique, existing objects are indexed: at once up to 10,000, in the background beyond that; `index` shows the progress.',
    body: PropertyCreate,
    isVersioned: true,
    returns: Property,
    errors: ['ALREADY_EXISTS', 'UNIQUE_VIOLATION'],
    isPatient: true,
    example: { body: exampleProperty },
  },
  {
    id: 'property.get',
    method: 'GET',
    path: `${type}/properties/:property_id`,
    scope: 'read',
    summary: 'Get a property and the progress of its index',
    isVersioned: true,
    returns: Property,
  },
  {
    id: 'property.update',
    method: 'PATCH',
    path: `${type}/properties/:property_id`,
    scope: 'schema',
    summary: 'Change a property',
    description: 'Its name and data type cannot be changed.',
    body: propertySettings.extend({
      name: z.string().optional(),
      data_type: z.string().optional(),
    }),
    isVersioned: true,
    returns: Property,
    errors: ['IMMUTABLE_FIELD', 'UNIQUE_VIOLATION', 'INVALID_STATE'],
    isPatient: true,
    example: { body: { is_indexed: true } },
  },
  {
    id: 'property.delete',
    method: 'DELETE',
    path: `${type}/properties/:property_id`,
    scope: 'schema',
    summary: 'Delete a property',
    description:
      'Existing values stay in the objects, untyped. If forms, widgets, reports or invariants use the property, the delete asks for confirmation first.',
    query: confirmQuery,
    isConditional: true,
    mayRefuse: true,
    returns: deleted,
    errors: ['DEPENDENCY_EXISTS'],
    isPatient: true,
  },
];
