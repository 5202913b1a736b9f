import { z } from 'zod';
import { timestamp } from '../../ground/shapes/schemas.ts';

export const source = z
  .enum(['webhook', 'automation', 'job', 'email', 'integration', 'function', 'export', 'ai'])
  .meta({ description: 'The kind of work that failed; `email` includes text messages' });

export const DeadLetter = z
  .object({
    id: z.string(),
    source,
    source_id: z
      .string()
      .meta({ description: 'The webhook, automation, job, … that it belongs to' }),
    record_id: z.string().meta({ description: 'The delivery, run, message or export that failed' }),
    task: z.string(),
    payload: z
      .unknown()
      .meta({ description: 'The payload of the work; secrets in mails are never shown' }),
    error: z.string().nullable().meta({ description: 'The error of the last attempt' }),
    attempts: z.number().int().meta({ description: 'All attempts, including those of retries' }),
    max_attempts: z.number().int(),
    status: z.enum(['dead', 'retrying', 'discarded']).meta({
      description: '`retrying`: queued again; removed once it succeeds, dead again if it fails',
    }),
    first_failed_at: timestamp,
    last_failed_at: timestamp,
    created_at: timestamp,
  })
  .meta({ id: 'DeadLetter' });
