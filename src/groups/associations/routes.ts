import { z } from 'zod';
import type { RouteGroup } from '../../http/route.ts';
import { countedQuery, deleted, openMap, page, timestamp } from '../../http/schemas.ts';

const maxMetaBytes = 10_240;

const name = z
  .string()
  .regex(/^[a-z0-9_-]+$/, 'must hold lower-case letters, digits, _ and - only')
  .max(63);

const meta = openMap
  .refine(
    (value) => Buffer.byteLength(JSON.stringify(value)) <= maxMetaBytes,
    'must be at most 10,240 bytes of JSON, written without spaces',
  )
  .meta({
    type: 'object',
    additionalProperties: true,
    description: 'What the association itself says; at most 10,240 bytes of JSON without spaces',
    example: { role: 'buyer' },
  });

const typeName = z.string().meta({ description: 'Name of the object type' });

const Association = z
  .object({
    id: z.string(),
    from_type: typeName,
    from_type_id: z.string(),
    from_id: z.string(),
    association_type: z.string(),
    to_type: typeName,
    to_type_id: z.string(),
    to_id: z.string(),
    meta: openMap,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Association' });

/** An association as a list of one of its objects shows it. */
export const AssociationRow = Association.extend({
  direction: z.enum(['outgoing', 'incoming']),
  inverse_name: z.string().nullable().meta({
    description: 'What an incoming association is called from this side, when its type says so',
  }),
}).meta({ id: 'AssociationRow' });

const directions = {
  outgoing: 'outgoing',
  out: 'outgoing',
  from: 'outgoing',
  incoming: 'incoming',
  in: 'incoming',
  to: 'incoming',
  both: 'both',
} as const;

const listQuery = countedQuery.extend({
  direction: z
    .enum(Object.keys(directions) as [keyof typeof directions])
    .transform((given) => directions[given])
    .optional()
    .meta({
      description:
        'outgoing (also out, from), incoming (also in, to) or both, which is the default',
    }),
  association_type: name
    .optional()
    .meta({ description: 'Only these; incoming ones also by the inverse name of their type' }),
});

const objectType = z
  .string()
  .min(1)
  .max(100)
  .nullable()
  .meta({ description: 'Id or name of an object type; null for any' });

const rules = z.object({
  from_type: objectType.optional(),
  to_type: objectType.optional(),
  inverse_name: name
    .nullable()
    .optional()
    .meta({ description: 'What it is called from the other side: owner, owns' }),
  cardinality: z
    .enum(['one', 'many'])
    .optional()
    .meta({ description: '`one`: an object has at most one; default many' }),
  max: z
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .nullable()
    .optional()
    .meta({ description: 'How many an object may have at most' }),
  on_delete: z.enum(['detach', 'cascade', 'restrict']).optional().meta({
    description:
      'When the `to` object is deleted: detach (the default) the association, cascade to the `from` object, or restrict: refuse',
  }),
});

const AssociationType = z
  .object({
    id: z.string(),
    name: z.string(),
    from_type: z.string().nullable(),
    from_type_id: z.string().nullable(),
    to_type: z.string().nullable(),
    to_type_id: z.string().nullable(),
    inverse_name: z.string().nullable(),
    cardinality: z.enum(['one', 'many']),
    max: z.number().int().nullable(),
    on_delete: z.enum(['detach', 'cascade', 'restrict']),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'AssociationType' });

const association =
  '/v1/objects/:from_type/:from_id/associations/:association_type/:to_type/:to_id';
const types = '/v1/association-types';
const type = `${types}/:association_type_id`;
const typeNote =
  'Waits until no object or association of the tenant is being written: what exists is checked, and nothing slips by.';

export const associations: RouteGroup = {
  name: 'associations',
  description:
    'Associations are directed, named links between two objects. A name needs no definition; an association type gives it rules.',
  routes: [
    {
      id: 'association.put',
      method: 'PUT',
      path: association,
      scope: 'write',
      summary: 'Associate two objects, or replace the meta',
      description:
        'Both objects are live, and two. Replacing keeps id and created_at; without `meta` it becomes {}.',
      body: z.object({ meta: meta.optional() }),
      isVersioned: true,
      returns: Association,
      errors: ['INVALID_STATE'],
      example: { body: { meta: { role: 'buyer' } } },
    },
    {
      id: 'association.delete',
      method: 'DELETE',
      path: association,
      scope: 'write',
      summary: 'Remove an association',
      isConditional: true,
      returns: deleted,
    },
    {
      id: 'association.list',
      method: 'GET',
      path: '/v1/objects/:type/:id/associations',
      scope: 'read',
      summary: 'List the associations of an object',
      description: 'Newest first. `total` counts to 10,000; `total_relation` is `gte` beyond.',
      query: listQuery,
      returns: page(AssociationRow),
      errors: ['INVALID_CURSOR'],
    },
    {
      id: 'association_type.list',
      method: 'GET',
      path: types,
      scope: 'read',
      summary: 'List association types',
      returns: z.array(AssociationType),
    },
    {
      id: 'association_type.create',
      method: 'POST',
      path: types,
      scope: 'schema',
      summary: 'Create an association type',
      description: typeNote,
      status: 201,
      body: rules.extend({
        name: name
          .refine((given) => !given.startsWith('asct_'), 'must not look like an id')
          .meta({ description: 'The name of its associations; never changes', example: 'owner' }),
      }),
      isVersioned: true,
      returns: AssociationType,
      errors: ['ALREADY_EXISTS', 'INVALID_STATE', 'NOT_FOUND'],
      isPatient: true,
      example: { body: { name: 'owner', cardinality: 'one', inverse_name: 'owns' } },
    },
    {
      id: 'association_type.get',
      method: 'GET',
      path: type,
      scope: 'read',
      summary: 'Get an association type',
      isVersioned: true,
      returns: AssociationType,
    },
    {
      id: 'association_type.update',
      method: 'PATCH',
      path: type,
      scope: 'schema',
      summary: 'Change what an association type asks of its associations; the name stays',
      description: typeNote,
      body: rules.extend({ name: z.string().optional() }),
      isVersioned: true,
      returns: AssociationType,
      errors: ['ALREADY_EXISTS', 'INVALID_STATE', 'IMMUTABLE_FIELD'],
      isPatient: true,
      example: { body: { on_delete: 'cascade' } },
    },
    {
      id: 'association_type.delete',
      method: 'DELETE',
      path: type,
      scope: 'schema',
      summary: 'Delete an association type; the associations of its name stay, without rules',
      isConditional: true,
      returns: deleted,
      isPatient: true,
    },
  ],
};
