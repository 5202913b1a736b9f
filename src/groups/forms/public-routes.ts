import { z } from 'zod';
import { foreign } from '../../ground/shapes/strict.ts';
import { lazy } from '../../operations/lazy-handler.ts';
import { handled, type Route } from '../../operations/route.ts';
import { SlotCreate } from '../files/index.ts';
import { PublicForm, Submitted } from './shapes.ts';

const one = '/v1/forms/public/:form_id';
const page = () => import('./handlers/page.ts');

/** Of an address, for each form of which it may be a visitor. */
const reads = { name: 'form', points: 600, seconds: 60 };
const submissions = { name: 'form_submit', points: 20, seconds: 60 };
const events = { name: 'form_event', points: 300, seconds: 60 };
const uploads = { name: 'form_upload', points: 40, seconds: 60 };

/** Routes that anyone may call: the id of the form identifies the tenant. */
const open = {
  scope: 'public',
  permission: 'objects:read',
  tenant: { from: ({ form_id }: Record<string, unknown>) => `/f/${form_id}` },
} as const;

const atPage = {
  path: '/f/:form_id',
  scope: 'public',
  permission: 'objects:read',
  tenant: 'address',
  isPage: true,
  isMutation: true,
  returns: z.never(),
} as const;

/** How people fill in forms. */
export const publicRoutes: Route[] = [
  {
    ...open,
    id: 'form.open',
    method: 'GET',
    path: one,
    summary: 'Get a form to fill in',
    limit: reads,
    returns: PublicForm,
    errors: ['FORM_CLOSED', 'NOT_FOUND'],
  },
  handled({
    ...open,
    id: 'form.submit',
    method: 'POST',
    path: `${one}/submit`,
    status: 201,
    rides: 'quick',
    summary: 'Submit a form',
    description:
      'Send the values in `data`, or as the body itself. Errors name each invalid field. Up to 20 per minute from one address.',
    limit: submissions,
    body: foreign(
      z.looseObject({
        data: z.unknown().optional().meta({ description: 'A value for each field, by its name' }),
        turnstile_token: z
          .unknown()
          .optional()
          .meta({ description: 'The response of the captcha' }),
        utm: z.unknown().optional().meta({ description: 'Next to `data`: utm_source and so on' }),
        started_at: z
          .unknown()
          .optional()
          .meta({ description: 'Next to `data`: when the visitor opened the form' }),
      }),
    ),
    returns: Submitted,
    handler: lazy(() => import('./handlers/submit.ts'), 'submitForm'),
    errors: [
      'FORM_CLOSED',
      'FORBIDDEN',
      'CAPTCHA_FAILED',
      'UPSTREAM_ERROR',
      'NOT_FOUND',
      'INVALID_STATE',
    ],
    example: { body: { data: { email: 'ada@example.com', message: 'Good morning' } } },
  }),
  {
    ...open,
    id: 'form.event',
    method: 'POST',
    path: `${one}/events`,
    summary: 'Record a form view, start or abandonment',
    description:
      'Used by the form’s analytics. `field` is the field that the visitor was at when they left.',
    limit: events,
    body: z.object({
      type: z.enum(['view', 'start', 'abandon']),
      field: z.string().min(1).max(100).optional(),
    }),
    returns: z.object({ counted: z.literal(true) }),
    errors: ['FORM_CLOSED', 'NOT_FOUND'],
    example: { body: { type: 'start' } },
  },
  {
    ...open,
    id: 'form.upload',
    method: 'POST',
    path: `${one}/uploads`,
    status: 201,
    summary: 'Create an upload slot for a field of a form',
    description:
      'Send the bytes to `upload_endpoint`, then submit the `file_id` as the value of the field. It is valid once, for this field of this form, within 24 hours.',
    limit: uploads,
    body: SlotCreate.pick({ filename: true, mime_type: true, size_bytes: true }).extend({
      field: z.string().min(1).max(100),
    }),
    returns: z
      .object({ file_id: z.string(), upload_endpoint: z.string(), expires_at: z.string() })
      .meta({ id: 'FormSlot' }),
    handler: lazy(() => import('./handlers/upload.ts'), 'openUpload'),
    errors: ['FORM_CLOSED', 'FORBIDDEN', 'PLAN_LIMIT_EXCEEDED', 'NOT_FOUND'],
    example: {
      body: { field: 'photo', filename: 'photo.png', mime_type: 'image/png', size_bytes: 146515 },
    },
  },
  {
    ...atPage,
    id: 'form.page',
    method: 'GET',
    summary: 'Show a form',
    description:
      'A page in the tenant’s branding that works without JavaScript. Query parameters fill in the fields that `prefill` allows; utm_… parameters are stored with the submission.',
    limit: reads,
    handler: lazy(page, 'showForm'),
  },
  {
    ...atPage,
    id: 'form.page_submit',
    method: 'POST',
    summary: 'Submit a form from its page',
    description:
      'Takes what a browser posts. A valid submission redirects (303); an invalid one gets the page again with its errors (422).',
    takes: { bytes: true },
    redirects: 'always',
    // 400 for an address that cannot be one.
    errorStatuses: { VALIDATION_ERROR: [400, 422] },
    limit: submissions,
    handler: lazy(() => import('./handlers/page-submit.ts'), 'submitPage'),
    isComposed: true,
    errors: ['FORM_CLOSED', 'FORBIDDEN', 'CAPTCHA_FAILED', 'UPSTREAM_ERROR', 'PAYLOAD_TOO_LARGE'],
  },
];
