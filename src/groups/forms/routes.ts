import { z } from 'zod';
import { confirmQuery, deleted, dependencies, offsetQuery } from '../../ground/shapes/schemas.ts';
import { lazy } from '../../operations/lazy-handler.ts';
import { handled, notImpersonated, type Route } from '../../operations/route.ts';
import { exportFormats } from '../../tools/tables/export-formats.ts';
import { Form, FormAnalytics, formBody, Submissions } from './shapes.ts';

const list = '/v1/forms';
const one = `${list}/:form_id`;
const permission = 'forms:manage';
const withPlace = lazy(() => import('./handlers/manage.ts'), 'withPlace');
const example = {
  name: 'Contact us',
  object_type_id: null,
  fields: [
    { name: 'email', label: 'Your email address', type: 'email', required: true },
    { name: 'message', label: 'What is it about?', type: 'text', required: true },
  ],
};

/** Routes for people who manage forms. */
export const routes: Route[] = notImpersonated([
  {
    id: 'form.list',
    method: 'GET',
    path: list,
    scope: 'read',
    permission,
    summary: 'List forms, newest first',
    carriesHeaders: true,
    returns: z.array(Form),
    before: withPlace,
  },
  {
    id: 'form.create',
    method: 'POST',
    path: list,
    scope: 'write',
    permission,
    status: 201,
    summary: 'Create a form',
    description:
      'Submissions create objects with the rights of the user or key that last wrote the form. It is a draft until its status is `active`.',
    body: z.object({ ...formBody, status: z.enum(['draft', 'active']).optional() }),
    isVersioned: true,
    returns: Form,
    before: withPlace,
    errors: [
      'NOT_FOUND',
      'UNKNOWN_PROPERTY',
      'INVALID_REDIRECT',
      'INVALID_FILTER',
      'FILTER_TOO_EXPENSIVE',
    ],
    example: { body: example },
  },
  {
    id: 'form.get',
    method: 'GET',
    path: one,
    scope: 'read',
    permission,
    summary: 'Get a form',
    isVersioned: true,
    returns: Form,
    before: withPlace,
  },
  {
    id: 'form.update',
    method: 'PATCH',
    path: one,
    scope: 'write',
    permission,
    summary: 'Change a form',
    description: 'Settings are merged. An archived form cannot be changed.',
    body: z.object({ ...formBody, name: formBody.name.optional() }),
    isVersioned: true,
    returns: Form,
    before: withPlace,
    errors: [
      'INVALID_STATE',
      'UNKNOWN_PROPERTY',
      'INVALID_REDIRECT',
      'INVALID_FILTER',
      'FILTER_TOO_EXPENSIVE',
    ],
    example: { body: { status: 'active' } },
  },
  {
    id: 'form.delete',
    method: 'DELETE',
    path: one,
    scope: 'write',
    permission,
    summary: 'Delete a form and its submissions',
    description:
      'Asks for confirmation if there are submissions. Objects created from them are kept.',
    query: confirmQuery,
    isConditional: true,
    mayRefuse: true,
    returns: deleted,
    errors: ['DEPENDENCY_EXISTS'],
  },
  {
    id: 'form.duplicate',
    method: 'POST',
    path: `${one}/duplicate`,
    scope: 'write',
    permission,
    status: 201,
    summary: 'Duplicate a form',
    description: 'The copy is a draft, without submissions.',
    isVersioned: true,
    returns: Form,
    before: withPlace,
    errors: ['UNKNOWN_PROPERTY', 'INVALID_REDIRECT'],
  },
  {
    id: 'form.dependencies',
    method: 'GET',
    path: `${one}/dependencies`,
    scope: 'read',
    permission,
    summary: 'List what is deleted with a form',
    returns: dependencies,
  },
  {
    id: 'form.submissions',
    method: 'GET',
    path: `${one}/submissions`,
    scope: 'read',
    permission,
    summary: 'List the submissions of a form, newest first',
    query: offsetQuery.extend({
      search: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .meta({ description: 'In any of the values of the newest 10,000' }),
      status: z.enum(['received', 'spam', 'error']).optional(),
    }),
    returns: Submissions,
  },
  handled({
    id: 'form.export',
    method: 'GET',
    path: `${one}/submissions/export`,
    scope: 'read',
    permission,
    summary: 'Export the submissions of a form',
    description:
      'Oldest first. Cells are escaped, so that spreadsheets do not run them as formulas.',
    query: z.object({ format: z.enum(['csv', 'json', 'ndjson', 'xlsx']).default('csv') }),
    returns: z.never(),
    produces: Object.values(exportFormats).map((mediaType) => mediaType.split(';')[0] ?? ''),
    handler: lazy(() => import('./handlers/export.ts'), 'exportSubmissions'),
  }),
  {
    id: 'form.analytics',
    method: 'GET',
    path: `${one}/analytics`,
    scope: 'read',
    permission,
    summary: 'Get form analytics',
    description: 'All-time totals, and daily figures (UTC) for the last 90 days.',
    returns: FormAnalytics,
  },
]);
