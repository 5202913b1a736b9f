import { z } from 'zod';
import type { RouteGroup } from '../../http/route.ts';
import { countedQuery, deleted, timestamp } from '../../http/schemas.ts';
import { ObjectRecord } from '../objects/routes.ts';
import { filters, searchShapes } from '../objects/search-shapes.ts';

const order = z.enum(['asc', 'desc']);
const visibility = z
  .enum(['private', 'shared'])
  .meta({ description: 'private: only who made it sees it (of keys: every key); default shared' });
const name = z.string().min(1).max(200);

const View = z
  .object({
    id: z.string(),
    object_type_id: z.string(),
    name: z.string(),
    filters: z.array(z.unknown()),
    sort: z.object({ property: z.string(), order }).nullable(),
    columns: z.array(z.string()).meta({ description: 'Empty: all properties' }),
    is_default: z.boolean(),
    visibility,
    created_by: z
      .string()
      .nullable()
      .meta({ description: 'User id; null when created with an API key' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'View' });

const settings = z.object({
  filters,
  sort: z
    .object({ property: z.string().min(1).max(100), order: order.optional() })
    .nullable()
    .optional()
    .meta({ description: 'A property or system field; null: newest first' }),
  columns: z
    .array(z.string().min(1).max(100))
    .max(200)
    .optional()
    .meta({ description: 'Properties and system fields, in the order to show them' }),
  is_default: z
    .boolean()
    .optional()
    .meta({ description: 'At most one view of a type is: the one before no longer is' }),
  visibility: visibility.optional(),
});

const views = '/v1/object-types/:object_type_id/views';
const view = `${views}/:view_id`;
const { searchPage } = searchShapes(ObjectRecord);
const example = {
  name: 'Open, newest first',
  filters: [{ property: 'status', operator: 'eq', value: 'open' }],
  sort: { property: 'created_at', order: 'desc' },
  columns: ['name', 'status'],
};

export const savedViews: RouteGroup = {
  name: 'views',
  description: 'Saved views are searches of an object type, kept under a name.',
  routes: [
    {
      id: 'view.list',
      method: 'GET',
      path: views,
      scope: 'read',
      summary: 'List the saved views of an object type',
      returns: z.array(View),
    },
    {
      id: 'view.create',
      method: 'POST',
      path: views,
      scope: 'write',
      summary: 'Save a view of an object type',
      status: 201,
      body: settings.extend({ name }),
      isVersioned: true,
      returns: View,
      errors: ['INVALID_FILTER', 'FILTER_TOO_EXPENSIVE', 'UNKNOWN_PROPERTY'],
      example: { body: example },
    },
    {
      id: 'view.get',
      method: 'GET',
      path: view,
      scope: 'read',
      summary: 'Get a saved view',
      isVersioned: true,
      returns: View,
    },
    {
      id: 'view.update',
      method: 'PATCH',
      path: view,
      scope: 'write',
      summary: 'Change a saved view',
      body: settings.extend({ name: name.optional() }),
      isVersioned: true,
      returns: View,
      errors: ['INVALID_FILTER', 'FILTER_TOO_EXPENSIVE', 'UNKNOWN_PROPERTY'],
      example: { body: { name: 'Open', is_default: true } },
    },
    {
      id: 'view.delete',
      method: 'DELETE',
      path: view,
      scope: 'write',
      summary: 'Delete a saved view',
      isConditional: true,
      returns: deleted,
    },
    {
      id: 'view.results',
      method: 'GET',
      path: `${view}/results`,
      scope: 'read',
      summary: 'List the objects that a saved view shows',
      description:
        'As the search does, with the filters, the order and the columns of the view. A filter on a property that has been deleted since is 400.',
      query: countedQuery,
      returns: searchPage,
      errors: ['INVALID_FILTER', 'FILTER_TOO_EXPENSIVE', 'INVALID_CURSOR', 'UNKNOWN_PROPERTY'],
    },
  ],
};
