import { z } from 'zod';
import { deleted } from '../../ground/shapes/schemas.ts';
import { notImpersonated, type Route } from '../../operations/route.ts';
import { Policy, Simulation, settings, simulateBody } from './shapes.ts';

const list = '/v1/object-types/:object_type_id/policies';
const policy = `${list}/:policy_id`;
const permission = 'policies:manage';
const example = {
  name: 'own rows',
  action: 'select',
  role: 'user',
  condition_json: { property: 'owner_id', operator: 'eq', value: '$auth.user_id' },
} as const;

export const routes: Route[] = notImpersonated([
  {
    id: 'policy.list',
    method: 'GET',
    path: list,
    scope: 'schema',
    permission: 'policies:read',
    summary: 'List the row policies of an object type',
    carriesHeaders: true,
    returns: z.array(Policy),
  },
  {
    id: 'policy.create',
    method: 'POST',
    path: list,
    scope: 'schema',
    permission,
    status: 201,
    summary: 'Create a row policy',
    description:
      'In force from the next request on. Once a type has an enabled allow policy for an action, callers that match none of them get nothing.',
    body: settings.extend({ name: z.string().min(1).max(200) }),
    isVersioned: true,
    returns: Policy,
    errors: [
      'ALREADY_EXISTS',
      'INVALID_FILTER',
      'FILTER_TOO_EXPENSIVE',
      'INVALID_STATE',
      'UNKNOWN_PROPERTY',
    ],
    example: { body: example },
  },
  {
    id: 'policy.update',
    method: 'PATCH',
    path: policy,
    scope: 'schema',
    permission,
    summary: 'Change a row policy',
    body: settings,
    isVersioned: true,
    returns: Policy,
    errors: ['ALREADY_EXISTS', 'INVALID_FILTER', 'FILTER_TOO_EXPENSIVE', 'UNKNOWN_PROPERTY'],
    example: { body: { enabled: false } },
  },
  {
    id: 'policy.delete',
    method: 'DELETE',
    path: policy,
    scope: 'schema',
    permission,
    summary: 'Delete a row policy',
    isConditional: true,
    returns: deleted,
  },
  {
    id: 'policy.simulate',
    method: 'POST',
    path: '/v1/policies/simulate',
    scope: 'schema',
    permission,
    isMutation: false,
    summary: 'Test a row policy on sample or live objects',
    description:
      'Runs the code that enforces policies, for the caller that `auth_context` describes. `policy` alone is tried on `sample_data`; with `object_type_id` it is added to the policies of the type, with `policy_id` it changes one of them. Without `sample_data`, the newest live objects are tried, and the answer says how many of them the caller would lose and gain.',
    body: simulateBody,
    returns: Simulation,
    errors: ['NOT_FOUND', 'INVALID_FILTER', 'FILTER_TOO_EXPENSIVE', 'UNKNOWN_PROPERTY'],
    example: {
      body: {
        policy: example,
        auth_context: { user_id: 'usr_1', role: 'user' },
        sample_data: [{ owner_id: 'usr_1' }, { owner_id: 'usr_2' }],
      },
    },
  },
]);
