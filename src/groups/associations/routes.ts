import { z } from 'zod';
import { confirmQuery, deleted, openMap, page } from '../../ground/shapes/schemas.ts';
import type { Route } from '../../operations/route.ts';
import { Association, AssociationRow, AssociationType, listQuery, name, rules } from './shapes.ts';

const maxMetaBytes = 10_240;

const meta = openMap
  .refine(
    (value) => Buffer.byteLength(JSON.stringify(value)) <= maxMetaBytes,
    'must be at most 10,240 bytes of JSON without spaces',
  )
  .meta({
    type: 'object',
    additionalProperties: true,
    description: 'Data of the association itself; at most 10,240 bytes of JSON without spaces',
    example: { role: 'buyer' },
  });

const association =
  '/v1/objects/:from_type/:from_id/associations/:association_type/:to_type/:to_id';
const types = '/v1/association-types';
const type = `${types}/:association_type_id`;
const typeNote =
  'Waits until no object or association of the tenant is being written, so that the check covers everything that exists.';

export const routes: Route[] = [
  {
    id: 'association.put',
    method: 'PUT',
    path: association,
    scope: 'write',
    summary: 'Associate two objects, or replace the association’s meta',
    description:
      'Both objects must be live, and different. Replacing keeps id and created_at; without `meta` it becomes {}.',
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
    carriesHeaders: true,
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
        .meta({ description: 'The name of its associations; cannot be changed', example: 'owner' }),
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
    summary: 'Change the rules of an association type',
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
    summary: 'Delete an association type',
    description:
      'Associations of its name stay, without rules. If invariants name it, the delete asks for confirmation first, and removes them too.',
    query: confirmQuery,
    isConditional: true,
    mayRefuse: true,
    returns: deleted,
    errors: ['DEPENDENCY_EXISTS'],
    isPatient: true,
  },
];
