import { z } from 'zod';
import { timestamp } from '../../ground/shapes/schemas.ts';

export const jobStatus = z.enum(['queued', 'running', 'retrying', 'failed']).meta({
  description:
    '`running`: begun for the first time; `retrying`: begun again, or waiting for that; `failed`: an operation that failed within 7 days',
});

export const PlatformJob = z
  .object({
    id: z.string(),
    kind: z.string().meta({
      description:
        '`webhook`, `automation`, `email`, … as in the metrics of queues; `backup`, `restore`, `diff`, `migration` for operations',
    }),
    tenant_id: z.string().nullable(),
    status: jobStatus,
    attempts: z.number().int(),
    due_at: timestamp,
    started_at: timestamp.nullable().meta({ description: 'Of operations' }),
    progress: z
      .object({
        done: z.number().int(),
        total: z.number().int().nullable(),
        unit: z.string(),
      })
      .nullable()
      .meta({ description: 'Of operations' }),
    error: z.string().nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'PlatformJob' });
