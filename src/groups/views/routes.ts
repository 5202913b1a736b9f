import { z } from 'zod';
import { countedQuery, deleted, dependencies } from '../../ground/shapes/schemas.ts';
import type { Route } from '../../operations/route.ts';
import { searchShapes } from '../objects/search-shapes.ts';
import { ObjectRecord } from '../objects/shapes.ts';
import { name, settings, View } from './shapes.ts';

const views = '/v1/object-types/:object_type_id/views';
const view = `${views}/:view_id`;
const { searchPage } = searchShapes(ObjectRecord);
const example = {
  name: 'Open, newest first',
  filters: [{ property: 'status', operator: 'eq', value: 'open' }],
  sort: { property: 'created_at', order: 'desc' },
  columns: ['name', 'status'],
};

export const routes: Route[] = [
  {
    id: 'view.list',
    method: 'GET',
    path: views,
    scope: 'read',
    summary: 'List the saved views of an object type',
    carriesHeaders: true,
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
    id: 'view.dependencies',
    method: 'GET',
    path: `${view}/dependencies`,
    scope: 'read',
    summary: 'List what is deleted with a saved view',
    description: 'Nothing refers to a view: the list is empty.',
    returns: dependencies,
  },
  {
    id: 'view.results',
    method: 'GET',
    path: `${view}/results`,
    scope: 'read',
    summary: 'List the objects in a saved view',
    description:
      'Works like the search, with the filters, order and columns of the view. A filter on a property that has since been deleted answers 400.',
    query: countedQuery,
    returns: searchPage,
    errors: ['INVALID_FILTER', 'FILTER_TOO_EXPENSIVE', 'INVALID_CURSOR', 'UNKNOWN_PROPERTY'],
  },
];
