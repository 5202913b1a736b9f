import { z } from 'zod';
import type { RouteGroup } from '../../http/route.ts';
import {
  confirmQuery,
  countedQuery,
  deleted,
  expectedVersion,
  flag,
  openMap,
  page,
  pageQuery,
  sortBy,
  sortOrder,
  timestamp,
  wholeNumber,
} from '../../http/schemas.ts';
import { searchRoutes } from './search-routes.ts';

const properties = openMap.meta({
  type: 'object',
  additionalProperties: true,
  description: 'Values by property name',
  example: { name: 'Ada', email: 'ada@example.com' },
});

export const ObjectRecord = z
  .object({
    id: z.string(),
    object_type_id: z.string(),
    tenant_id: z.string(),
    properties,
    created_at: timestamp,
    updated_at: timestamp,
    created_by: z
      .string()
      .nullable()
      .meta({ description: 'User id; null when created with an API key' }),
    version: z.number().int().min(1),
    is_deleted: z.boolean().meta({ description: 'true while in the trash' }),
  })
  .meta({ id: 'Object' });

const ObjectVersion = z
  .object({
    version: z.number().int(),
    object_id: z.string(),
    object_type_id: z.string(),
    properties,
    changed: z
      .array(z.string())
      .meta({ description: 'Properties that differ from the version before' }),
    operation: z
      .enum(['create', 'update', 'delete', 'restore'])
      .meta({ description: 'What made this version' }),
    is_deleted: z.boolean(),
    created_at: timestamp,
    created_by: z.string().nullable(),
    tx_id: z.string(),
  })
  .meta({ id: 'ObjectVersion' });

const BatchResults = z.object({
  results: z.array(
    z.object({
      index: z.number().int(),
      success: z.boolean(),
      id: z.string().optional(),
      version: z.number().int().optional(),
      error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
    }),
  ),
});

const batch = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .min(1)
    .max(100, { error: 'BATCH_TOO_LARGE' })
    .meta({ description: '1 to 100 items' });
const objectIds = batch(z.string().min(1).max(100));
const atomicQuery = z.object({
  atomic: flag.optional().meta({
    description:
      '`false` does each item by itself and answers {results:[{index, success, id|error}]}',
  }),
});

const type = '/v1/objects/:object_type_id';
const object = `${type}/:object_id`;
const exampleIds = ['obj_0192f7c1d5e87a3b9c4d2e1f0a6b8c7d'];
const examplePropertiesBody = { properties: { name: 'Ada Lovelace', email: 'ada@example.com' } };

export const objects: RouteGroup = {
  name: 'objects',
  description: 'Objects are records with typed properties, versions and a trash.',
  routes: [
    {
      id: 'object.create',
      method: 'POST',
      path: type,
      scope: 'write',
      summary: 'Create an object',
      status: 201,
      body: z.object({ properties: properties.optional() }),
      isVersioned: true,
      returns: ObjectRecord,
      errors: ['UNKNOWN_PROPERTY', 'UNIQUE_VIOLATION', 'INVALID_STATE'],
      example: { body: examplePropertiesBody },
    },
    {
      id: 'object.list',
      method: 'GET',
      path: `${type}/list`,
      scope: 'read',
      summary: 'List objects',
      description:
        'Newest first unless sorted. Missing values come last in both orders, ties go by id.',
      query: countedQuery.extend({
        sort: sortBy,
        order: sortOrder,
      }),
      returns: page(ObjectRecord),
      errors: ['INVALID_CURSOR', 'UNKNOWN_PROPERTY', 'FILTER_TOO_EXPENSIVE'],
    },
    ...searchRoutes(type, ObjectRecord),
    {
      id: 'object.trash',
      method: 'GET',
      path: `${type}/trash`,
      scope: 'read',
      summary: 'List the objects in the trash',
      query: countedQuery,
      returns: page(ObjectRecord),
      errors: ['INVALID_CURSOR'],
    },
    {
      id: 'object.trash_empty',
      method: 'DELETE',
      path: `${type}/trash`,
      scope: 'write',
      summary: 'Empty the trash',
      query: confirmQuery,
      returns: deleted.extend({ count: z.number().int() }),
      errors: ['DEPENDENCY_EXISTS', 'INVALID_STATE'],
      isPatient: true,
    },
    {
      id: 'object.batch_create',
      method: 'POST',
      path: `${type}/batch/create`,
      scope: 'write',
      status: 201,
      summary: 'Create up to 100 objects, all or none',
      query: atomicQuery,
      body: z.object({ objects: batch(z.object({ properties: properties.optional() })) }),
      returns: z.union([
        z.object({ created: z.number().int(), ids: z.array(z.string()) }),
        BatchResults,
      ]),
      errors: ['BATCH_TOO_LARGE', 'UNKNOWN_PROPERTY', 'UNIQUE_VIOLATION', 'INVALID_STATE'],
      example: { body: { objects: [examplePropertiesBody] } },
    },
    {
      id: 'object.batch_read',
      method: 'POST',
      path: `${type}/batch/read`,
      scope: 'read',
      summary: 'Read up to 100 objects by id; ids that are not there are left out',
      body: z.object({ object_ids: objectIds }),
      returns: z.array(ObjectRecord),
      errors: ['BATCH_TOO_LARGE'],
      example: { body: { object_ids: exampleIds } },
    },
    {
      id: 'object.batch_update',
      method: 'POST',
      path: `${type}/batch/update`,
      scope: 'write',
      summary: 'Change up to 100 objects, all or none',
      query: atomicQuery,
      body: z.object({
        updates: batch(
          z.object({ object_id: z.string().min(1).max(100), properties, version: expectedVersion }),
        ),
      }),
      returns: z.union([
        z.array(z.object({ object_id: z.string(), version: z.number().int() })),
        BatchResults,
      ]),
      errors: [
        'BATCH_TOO_LARGE',
        'UNKNOWN_PROPERTY',
        'UNIQUE_VIOLATION',
        'VERSION_CONFLICT',
        'INVALID_STATE',
      ],
      example: { body: { updates: [{ object_id: exampleIds[0], ...examplePropertiesBody }] } },
    },
    {
      id: 'object.batch_upsert',
      method: 'POST',
      path: `${type}/batch/upsert`,
      scope: 'write',
      summary: 'Create or change up to 100 objects, found by the values of match_on',
      description:
        'Match on a unique property: it is fast, and two upserts at once cannot create the same object twice.',
      body: z.object({
        match_on: z.union([
          z.string().min(1).max(100),
          z.array(z.string().min(1).max(100)).min(1).max(5),
        ]),
        objects: batch(z.object({ properties })),
      }),
      returns: z.object({
        created: z.number().int(),
        updated: z.number().int(),
        ids: z.array(z.string()),
      }),
      errors: [
        'BATCH_TOO_LARGE',
        'UNKNOWN_PROPERTY',
        'UNIQUE_VIOLATION',
        'INVALID_STATE',
        'FILTER_TOO_EXPENSIVE',
      ],
      example: { body: { match_on: 'email', objects: [examplePropertiesBody] } },
    },
    {
      id: 'object.batch_delete',
      method: 'POST',
      path: `${type}/batch/delete`,
      scope: 'write',
      summary: 'Move up to 100 objects to the trash, or remove them for good',
      body: z.object({ object_ids: objectIds, permanent: z.boolean().optional() }),
      returns: z.object({ deleted: z.array(z.string()), count: z.number().int() }),
      errors: ['BATCH_TOO_LARGE', 'INVALID_STATE'],
      example: { body: { object_ids: exampleIds } },
    },
    {
      id: 'object.batch_restore',
      method: 'POST',
      path: `${type}/batch/restore`,
      scope: 'write',
      summary: 'Bring up to 100 objects back from the trash',
      body: z.object({ object_ids: objectIds }),
      returns: z.object({ restored: z.array(z.string()), count: z.number().int() }),
      errors: ['BATCH_TOO_LARGE', 'UNIQUE_VIOLATION', 'INVALID_STATE'],
      example: { body: { object_ids: exampleIds } },
    },
    {
      id: 'object.get',
      method: 'GET',
      path: object,
      scope: 'read',
      summary: 'Get an object',
      query: z.object({
        include_deleted: flag
          .optional()
          .meta({ description: '`true` shows an object in the trash too' }),
        at: timestamp.optional().meta({ description: 'The object as it was at this moment' }),
      }),
      isVersioned: true,
      returns: ObjectRecord,
    },
    {
      id: 'object.update',
      method: 'PATCH',
      path: object,
      scope: 'write',
      summary: 'Change an object: properties are merged, null removes one',
      body: z.object({ properties, version: expectedVersion }),
      isVersioned: true,
      returns: ObjectRecord,
      errors: ['UNKNOWN_PROPERTY', 'UNIQUE_VIOLATION', 'INVALID_STATE'],
      example: { body: { properties: { email: 'ada@example.org', nickname: null } } },
    },
    {
      id: 'object.delete',
      method: 'DELETE',
      path: object,
      scope: 'write',
      summary: 'Move an object to the trash, or with force and a confirm_token remove it for good',
      query: confirmQuery,
      body: z.object({ version: expectedVersion }),
      isConditional: true,
      returns: deleted,
      errors: ['DEPENDENCY_EXISTS', 'INVALID_STATE'],
      example: { body: {} },
    },
    {
      id: 'object.restore',
      method: 'POST',
      path: `${object}/restore`,
      scope: 'write',
      summary: 'Bring an object back from the trash',
      isVersioned: true,
      returns: ObjectRecord,
      errors: ['UNIQUE_VIOLATION', 'INVALID_STATE'],
    },
    {
      id: 'object.versions',
      method: 'GET',
      path: `${object}/versions`,
      scope: 'read',
      summary: 'List the previous versions of an object, newest first',
      query: pageQuery.omit({ cursor: true }).extend({
        before: wholeNumber(1, 2_147_483_647, 'Only versions below this one: the next page'),
      }),
      returns: z.array(ObjectVersion),
    },
    {
      id: 'object.version_restore',
      method: 'POST',
      path: `${object}/versions/:version_number/restore`,
      scope: 'write',
      summary: 'Make a past version of an object its current one',
      isVersioned: true,
      returns: ObjectRecord,
      errors: ['UNIQUE_VIOLATION', 'INVALID_STATE'],
    },
  ],
};
