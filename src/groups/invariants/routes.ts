import { z } from 'zod';
import { deleted } from '../../ground/shapes/schemas.ts';
import type { Route } from '../../operations/route.ts';
import { changes, creation, Invariant, InvariantCheck } from './shapes.ts';

const list = '/v1/invariants';
const invariant = `${list}/:invariant_id`;
const example = {
  name: 'never overdrawn',
  object_type_id: 'accounts',
  rule: { compare: [{ property: 'balance' }, 'gte', { value: 0 }] },
};
const refusals = [
  'ALREADY_EXISTS',
  'INVALID_FILTER',
  'FILTER_TOO_EXPENSIVE',
  'INVALID_STATE',
  'INVARIANT_VIOLATED',
  'UNKNOWN_PROPERTY',
] as const;

export const routes: Route[] = [
  {
    id: 'invariant.list',
    method: 'GET',
    path: list,
    scope: 'read',
    summary: 'List invariants',
    description: 'Newest first.',
    carriesHeaders: true,
    query: z.object({
      object_type_id: z.string().min(1).max(100).optional().meta({
        description: 'Only those of an object type, by its id or name',
      }),
    }),
    returns: z.array(Invariant),
    errors: ['NOT_FOUND'],
  },
  {
    id: 'invariant.create',
    method: 'POST',
    path: list,
    scope: 'schema',
    status: 201,
    summary: 'Create an invariant',
    description:
      'Up to 10,000 objects are checked at once, while writers wait; if any breaks the rule, the request is refused and nothing is made. Beyond that the status is `checking` until the worker has checked them, and writes are already held to the rule.',
    body: creation,
    isVersioned: true,
    isPatient: true,
    returns: Invariant,
    errors: ['NOT_FOUND', ...refusals],
    example: { body: example },
  },
  {
    id: 'invariant.get',
    method: 'GET',
    path: invariant,
    scope: 'read',
    summary: 'Get an invariant',
    isVersioned: true,
    returns: Invariant,
  },
  {
    id: 'invariant.update',
    method: 'PATCH',
    path: invariant,
    scope: 'schema',
    summary: 'Change an invariant',
    description:
      'With another `rule` or `when`, and from `draft` or `failed` to `active`, the objects are checked as for a new one.',
    body: changes,
    isVersioned: true,
    isPatient: true,
    returns: Invariant,
    errors: ['NOT_FOUND', ...refusals],
    example: { body: { message: 'An account cannot be overdrawn.' } },
  },
  {
    id: 'invariant.delete',
    method: 'DELETE',
    path: invariant,
    scope: 'schema',
    summary: 'Delete an invariant',
    isConditional: true,
    isPatient: true,
    returns: deleted,
  },
  {
    id: 'invariant.check',
    method: 'POST',
    path: `${invariant}/check`,
    scope: 'schema',
    isMutation: false,
    isPatient: true,
    summary: 'Check the objects of a type against an invariant',
    description: 'Changes nothing. Looks at all live objects, 100,000 at most.',
    returns: InvariantCheck,
    errors: ['INVALID_STATE'],
  },
];
