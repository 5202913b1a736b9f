import { z } from 'zod';
import { wholeNumber } from '../../../ground/shapes/schemas.ts';
import { lazy } from '../../../operations/lazy-handler.ts';
import { handled, type Route } from '../../../operations/route.ts';
import { signatureQuery } from '../shapes.ts';

export const tenantOfUrl = ({ t }: Record<string, unknown>) =>
  typeof t === 'string' ? t : undefined;

/** The query of a URL to bytes. */
export const contentQuery = {
  ...signatureQuery,
  download: z
    .enum(['1', '0', 'true', 'false'])
    .transform((value) => value === '1' || value === 'true')
    .optional()
    .meta({ description: '`1`: browsers save it instead of showing it' }),
  v: wholeNumber(1, 999_999_999, 'The expected version; lets caches keep the answer'),
  tenant_id: z.string().max(200).optional(),
};

/** The bytes of files. */
export const fileContent: Route[] = [
  handled({
    id: 'file.content',
    method: 'GET',
    path: '/v1/files/:file_id/content',
    scope: 'public',
    permission: 'files:read',
    takesToken: true,
    asksForToken: true,
    isLink: true,
    tenant: { from: tenantOfUrl },
    summary: 'Download a file',
    query: z.object({
      ...contentQuery,
      version: wholeNumber(1, 999_999_999, 'An earlier version of the bytes; needs a token'),
    }),
    returns: z.never(),
    produces: ['*/*'],
    sendsContent: true,
    handler: lazy(() => import('../handlers/content.ts'), 'sendFile'),
    errors: [
      'INSUFFICIENT_SCOPE',
      'INSUFFICIENT_AAL',
      'INVALID_STATE',
      'INVALID_SIGNATURE',
      'GONE',
    ],
  }),
];
