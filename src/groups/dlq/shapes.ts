import { z } from 'zod';
import { timestamp } from '../../http/schemas.ts';

export const source = z
  .enum(['webhook', 'automation', 'job', 'email', 'integration', 'function', 'export', 'ai'])
  .meta({ description: 'What gave up; `email` stands for texts too' });

export const DeadLetter = z
  .object({
    id: z.string(),
    source,
    source_id: z.string().meta({ description: 'The webhook, automation, job … that it is of' }),
    record_id: z.string().meta({ description: 'The delivery, run, message or export that failed' }),
    task: z.string(),
    payload: z.unknown().meta({ description: 'What it was about; never a secret of a mail' }),
    error: z.string().nullable().meta({ description: 'Of the last attempt' }),
    attempts: z.number().int().meta({ description: 'In all, those of retries too' }),
    max_attempts: z.number().int(),
    status: z
      .enum(['dead', 'retrying', 'discarded'])
      .meta({ description: '`retrying`: queued again; gone when it works, dead again when not' }),
    first_failed_at: timestamp,
    last_failed_at: timestamp,
    created_at: timestamp,
  })
  .meta({ id: 'DeadLetter' });
