import { countedQuery, deleted, page } from '../../ground/shapes/schemas.ts';
import { notImpersonated, type Route, uncompressed } from '../../operations/route.ts';
import { CreatedKey } from '../keys/shapes.ts';
import { Sandbox, sandboxFields } from './shapes.ts';

const list = '/v1/sandboxes';
const one = `${list}/:sandbox_id`;

export const routes: Route[] = notImpersonated(
  uncompressed([
    {
      id: 'sandbox.list',
      method: 'GET',
      path: list,
      scope: '*',
      summary: 'List sandboxes, newest first',
      query: countedQuery,
      returns: page(Sandbox),
      errors: ['INVALID_CURSOR'],
    },
    {
      id: 'sandbox.create',
      method: 'POST',
      path: list,
      scope: '*',
      status: 201,
      summary: 'Make a sandbox',
      description:
        'A worker copies the tenant as of one moment into one of its own: its `status` is `active` when it can be called. Nothing ever leaves it: ' +
        'mails and deliveries are `muted`, schedules do not fire. Objects and files count against your plan. Of users, owners and admins may.',
      body: sandboxFields,
      returns: Sandbox,
      errors: ['FORBIDDEN', 'PLAN_LIMIT_EXCEEDED'],
      example: { body: { name: 'New price list', data: 'all' } },
    },
    {
      id: 'sandbox.get',
      method: 'GET',
      path: one,
      scope: '*',
      summary: 'Get a sandbox',
      returns: Sandbox,
    },
    {
      id: 'sandbox.delete',
      method: 'DELETE',
      path: one,
      scope: '*',
      summary: 'Delete a sandbox and everything in it',
      returns: deleted,
      errors: ['FORBIDDEN'],
    },
    {
      id: 'sandbox.key',
      method: 'POST',
      path: `${one}/key`,
      scope: '*',
      status: 201,
      summary: 'Create an API key of a sandbox',
      description:
        'A key with the scope `*`, for the sandbox only. Its token is shown only once; the keys of your tenant open nothing there.',
      hasSecret: true,
      returns: CreatedKey,
      errors: ['FORBIDDEN', 'INVALID_STATE'],
    },
  ]),
);
