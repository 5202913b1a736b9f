import { z } from 'zod';
import { timestamp } from '../../http/schemas.ts';

export const status = z.enum(['queued', 'sent', 'stored', 'failed', 'suppressed']);

export const Message = z
  .object({
    id: z.string(),
    channel: z.enum(['email', 'sms']),
    to: z.string(),
    template: z.string(),
    subject: z
      .string()
      .nullable()
      .meta({ description: 'null before the first attempt to send it' }),
    status: status.meta({
      description:
        '`stored`: there is no mail server or SMS webhook, as in development. `suppressed`: the tenant was suspended',
    }),
    attempts: z.number().int(),
    error: z.string().nullable().meta({ description: 'The error of the last attempt' }),
    user_id: z.string().nullable(),
    created_at: timestamp,
    sent_at: timestamp.nullable(),
  })
  .meta({ id: 'Message' });
