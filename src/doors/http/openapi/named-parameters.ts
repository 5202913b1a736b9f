import type { Json } from './schemas.ts';

/** A parameter that many operations take, and what it is called among the components. */
export type Named = [name: string, parameter: Json];

export const asUser: Named = [
  'AsUser',
  {
    name: 'as_user',
    in: 'query',
    description:
      'For callers with the scope `*`: does it as this user would, with their roles and policies',
    schema: { type: 'string' },
  },
];

/** How a request without a token names its tenant, beside the host; see src/operations/tenant-hints.ts. */
export const tenantHints: Named[] = [
  [
    'TenantHeader',
    {
      name: 'X-Tenant-ID',
      in: 'header',
      description:
        'The tenant, by id or slug, where neither a token nor the host says it; before `tenant_id`',
      schema: { type: 'string' },
      example: 'acme',
    },
  ],
  [
    'TenantQuery',
    {
      name: 'tenant_id',
      in: 'query',
      description:
        'The tenant, by id or slug, where neither a token, the host nor X-Tenant-ID says it',
      schema: { type: 'string' },
    },
  ],
];

const etag = { in: 'header', schema: { type: 'string' }, example: '"3"' };
export const ifNoneMatch: Named = [
  'IfNoneMatch',
  {
    name: 'If-None-Match',
    description: 'The ETag you have: answers 304 without a body while it is still current',
    ...etag,
  },
];
export const ifMatch: Named = [
  'IfMatch',
  {
    name: 'If-Match',
    description:
      'The ETag that the change is for, or several: answers 412 if the record has another',
    ...etag,
  },
];
