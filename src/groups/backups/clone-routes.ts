import { z } from 'zod';
import { timestamp } from '../../ground/shapes/schemas.ts';
import type { Route } from '../../operations/route.ts';
import { Restore } from '../diffs/shapes.ts';
import { outbound, slug, tenantName } from '../tenants-admin/shapes.ts';
import { expiresInDays } from './shapes.ts';

export const cloneRoutes: Route[] = [
  {
    id: 'tenant.clone',
    method: 'POST',
    path: '/admin/tenants/:tenant_id/clone',
    scope: 'platform',
    platformScope: 'restore',
    status: 201,
    summary: 'Copy a tenant',
    description:
      'A worker copies the tenant as of one moment into a new one, which is opened when all of it is there: see /admin/restores. ' +
      'The tenant reads and writes as ever. Ids stay as they are; nothing leaves the copy, unless `outbound` is on.',
    body: z.object({
      name: tenantName.meta({ description: 'Of the copy' }),
      slug: slug.optional(),
      data: z
        .enum(['all', 'none', 'sample'])
        .default('all')
        .meta({
          description:
            '`none`: types and configuration, without objects, users, files and journal. `sample`: the newest 1,000 objects of ' +
            'each type, and what they refer to',
        }),
      files: z.boolean().default(true).meta({ description: 'With the bytes of files' }),
      mask: z.boolean().default(false).meta({
        description:
          'Puts stand-ins for what it holds of people, and leaves out secrets and hashes of passwords',
      }),
      outbound: outbound.default('off'),
      journal: z
        .union([z.enum(['all', 'none']), timestamp])
        .default('none')
        .meta({ description: '`none`, `all`, or the time from which the journal is copied' }),
      expires_in_days: expiresInDays
        .optional()
        .meta({ description: 'The copy is deleted then; never, when left out' }),
    }),
    returns: Restore,
    errors: ['INVALID_STATE', 'ALREADY_EXISTS'],
    example: { body: { name: 'Acme, for trying out', data: 'sample', mask: true } },
  },
];
