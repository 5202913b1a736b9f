import { z } from 'zod';
import type { RouteGroup } from '../../http/route.ts';
import { confirmQuery, deleted, timestamp } from '../../http/schemas.ts';

const dataType = z
  .enum([
    'string',
    'text',
    'email',
    'url',
    'phone',
    'slug',
    'color',
    'richtext',
    'number',
    'integer',
    'float',
    'percent',
    'currency',
    'rating',
    'boolean',
    'date',
    'datetime',
    'time',
    'json',
    'array',
    'object',
    'enum',
  ])
  .meta({ id: 'DataType' });

const typeName = z
  .string()
  .regex(/^[a-z0-9-]+$/, 'must hold lower-case letters, digits and hyphens only')
  .max(63)
  .meta({ description: 'URL-safe; the type can be addressed by it', example: 'contacts' });
const displayName = z.string().max(200).nullable();
const strict = z.boolean().meta({ description: 'Refuse properties that the type does not define' });

const userAccess = z.enum(['private', 'open']).meta({
  description:
    'What users may do with its objects where no allow policy of the action decides: `private` (the default) nothing, `open` what their roles say. Keys, owners and admins it does not concern',
});

const ObjectType = z
  .object({
    id: z.string(),
    tenant_id: z.string(),
    name: z.string(),
    display_name: z.string().nullable(),
    strict: z.boolean(),
    user_access: userAccess,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'ObjectType' });

const systemFields = [
  'id',
  'object_type_id',
  'tenant_id',
  'properties',
  'created_at',
  'updated_at',
  'created_by',
  'version',
  'is_deleted',
];

const propertySettings = z.object({
  is_indexed: z.boolean().optional().meta({ description: 'Fast filters; default false' }),
  is_sortable: z.boolean().optional().meta({ description: 'Fast sorting; default false' }),
  is_unique: z
    .boolean()
    .optional()
    .meta({ description: 'No two live objects share a value; default false' }),
  is_required: z
    .boolean()
    .optional()
    .meta({ description: 'Every object has a value; default false' }),
  default_value: z
    .unknown()
    .optional()
    .meta({ description: 'Taken by new objects that send none' }),
  enum_values: z
    .array(z.string().min(1).max(200))
    .min(1)
    .max(1000)
    .refine((values) => new Set(values).size === values.length, 'must not repeat a value')
    .optional()
    .meta({ description: 'The values of an enum, as the full list' }),
  description: z.string().max(2000).nullable().optional(),
});

const PropertyCreate = propertySettings
  .extend({
    name: z
      .string()
      .regex(
        /^[A-Za-z_][A-Za-z0-9_-]{0,62}$/,
        'must begin with a letter or _ and hold up to 63 letters, digits, _ and -',
      )
      .refine((name) => !systemFields.includes(name.toLowerCase()), 'is the name of a system field')
      .meta({ description: 'Unique per type without regard to case; never changes' }),
    data_type: dataType,
  })
  .refine((p) => (p.data_type === 'enum') === (p.enum_values !== undefined), {
    path: ['enum_values'],
    message: 'is for data_type enum, which needs it',
  });

const Property = z
  .object({
    id: z.string(),
    object_type_id: z.string(),
    name: z.string(),
    data_type: dataType,
    is_indexed: z.boolean(),
    is_sortable: z.boolean(),
    is_unique: z.boolean(),
    is_required: z.boolean(),
    default_value: z.unknown(),
    enum_values: z.array(z.string()).nullable(),
    description: z.string().nullable(),
    index: z
      .object({
        status: z.enum(['none', 'building', 'ready', 'failed']),
        done: z.number().int(),
        total: z.number().int(),
        error: z.object({ code: z.string(), message: z.string() }).nullable(),
      })
      .meta({
        description:
          'The index behind is_indexed, is_sortable and is_unique: how far it has been built',
      }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Property' });

const types = '/v1/object-types';
const type = `${types}/:object_type_id`;
const exampleType = { name: 'contacts', display_name: 'Contacts' };
const exampleProperty = { name: 'email', data_type: 'email', is_unique: true };

export const objectTypes: RouteGroup = {
  name: 'object-types',
  description:
    'Object types are like tables, properties like typed columns. A type is addressed by its id or its name.',
  routes: [
    {
      id: 'object_type.list',
      method: 'GET',
      path: types,
      scope: 'read',
      summary: 'List object types',
      returns: z.array(ObjectType),
    },
    {
      id: 'object_type.create',
      method: 'POST',
      path: types,
      scope: 'schema',
      summary: 'Create an object type',
      status: 201,
      body: z.object({
        name: typeName,
        display_name: displayName.optional(),
        strict: strict.optional(),
        user_access: userAccess.optional(),
      }),
      isVersioned: true,
      returns: ObjectType,
      errors: ['ALREADY_EXISTS'],
      example: { body: exampleType },
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
      body: z.object({
        name: typeName,
        display_name: displayName.optional(),
        strict: strict.optional(),
        user_access: userAccess.optional(),
      }),
      isVersioned: true,
      returns: ObjectType,
      errors: ['ALREADY_EXISTS'],
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
        'With is_indexed, is_sortable or is_unique the objects that exist are indexed: at once up to 10,000, in the background beyond; `index` tells how far.',
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
      summary: 'Get a property, with the progress of its index',
      isVersioned: true,
      returns: Property,
    },
    {
      id: 'property.update',
      method: 'PATCH',
      path: `${type}/properties/:property_id`,
      scope: 'schema',
      summary: 'Change a property; name and data type stay',
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
      summary: 'Delete a property; the values that objects have stay, untyped',
      isConditional: true,
      returns: deleted,
      isPatient: true,
    },
  ],
};
