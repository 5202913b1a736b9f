import { z } from 'zod';
import { offsetQuery, timestamp, total } from '../../ground/shapes/schemas.ts';
import type { Route } from '../../operations/route.ts';

const seconds = z.number().min(0);
const count = z.number().int().min(0);

const Drill = z
  .object({
    id: z.string(),
    ok: z.boolean(),
    started_at: timestamp,
    restored_to: timestamp
      .nullable()
      .meta({ description: 'The moment of the copy; null when nothing was restored' }),
    lost_seconds: seconds.nullable().meta({
      description:
        'The time that would have been lost with the machine when the drill began (the recovery point), or the time after the moment in the past; null when it is not known',
    }),
    took_seconds: seconds.nullable().meta({
      description: 'From the backups to a server that answers: the recovery time',
    }),
    tenants: count,
    rows: count.meta({ description: 'Rows that were compared with those of the running server' }),
    mismatches: z
      .array(
        z.object({
          tenant_id: z.string().nullable(),
          table: z.string(),
          missing: count.meta({ description: 'Rows that the copy lacks, or has otherwise' }),
          unexpected: count.meta({ description: 'Rows that the server did not have' }),
        }),
      )
      .meta({ description: 'The first 100' }),
    steps: z.array(z.object({ name: z.string(), ok: z.boolean(), seconds, message: z.string() })),
  })
  .meta({ id: 'Drill' });

export const drillRoutes: Route[] = [
  {
    id: 'drill.list',
    method: 'GET',
    path: '/admin/drills',
    scope: 'platform',
    platformScope: 'backups:read',
    summary: 'List drills, newest first',
    description:
      '`insula drill` restores the backups of the installation beside the running server, tries the copy, and removes it. The newest 200 results are kept.',
    query: offsetQuery,
    returns: z.object({ drills: z.array(Drill), ...total }),
  },
];
