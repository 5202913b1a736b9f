import { z } from 'zod';
import { domainName } from '../../ground/shapes/hosts.ts';
import { timestamp } from '../../ground/shapes/schemas.ts';
import { reservedParts } from '../../operations/reserved-paths.ts';

/** As strict as it is compared: a path that is spelled otherwise leads nowhere. */
const part = /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/;

export const hostname = domainName.meta({
  description:
    'A domain in any script, without a port: neither an address nor a host of BASE_URL. Left out: the host of BASE_URL',
  example: 'app.example.com',
});

export const pathPrefix = z
  .string()
  .max(200)
  .refine(
    (prefix) =>
      prefix.startsWith('/') &&
      prefix
        .slice(1)
        .split('/')
        .every((one) => part.test(one)),
    'must begin with /, then have lower-case letters, digits, ., _ or -, such as /acme or /acme/shop, without a / at the end',
  )
  .refine((prefix) => prefix.split('/').every((one) => !reservedParts.has(one)), {
    error: ({ input }) =>
      `must not have the part ${String(input)
        .split('/')
        .find((one) => reservedParts.has(one))}, which this server has itself`,
  })
  .meta({
    description:
      'The beginning of a path: the longest that fits counts, and is cut off. Before /v1, /s, /f and /d only',
    example: '/acme',
  });

const type = z.enum(['TXT', 'HTTP']);
export const verification = z.object({ type }).meta({
  id: 'RouteVerificationInput',
  description:
    'How the host is proved: by a TXT record, or because it leads here already. Default TXT',
});

export const tenantId = z.string().max(100).meta({ description: 'The id of the tenant' });
export const source = z.enum(['operator', 'branding', 'slug']).meta({
  description:
    'Made by the operator, by the verified domain of a tenant, or by the slug of a tenant',
});

export const TenantRoute = z
  .object({
    id: z.string(),
    hostname: z.string().nullable().meta({ description: 'null: the host of BASE_URL' }),
    path_prefix: z.string().nullable(),
    tenant_id: z.string(),
    source,
    status: z.enum(['pending', 'verified', 'active', 'disabled']).meta({
      description:
        'pending: not proved yet; verified: proved, but its tenant is not active; disabled: by the operator, or because its proof was lost for 7 days',
    }),
    verification: z.object({
      type: z.enum(['TXT', 'HTTP', 'NONE']),
      name: z
        .string()
        .nullable()
        .meta({ description: 'Of the TXT record; of HTTP the address that is called' }),
      value: z.string().nullable(),
      checked_at: timestamp.nullable(),
      error: z.string().nullable().meta({ description: 'Why the last proof failed' }),
      lost_at: timestamp
        .nullable()
        .meta({ description: 'Since when a proof that was found before is missing' }),
    }),
    tls_status: z.enum(['none', 'pending', 'allowed']).meta({
      description: 'allowed: GET /tls/ask answers 200 for the host; none: it is that of BASE_URL',
    }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'TenantRoute' });
