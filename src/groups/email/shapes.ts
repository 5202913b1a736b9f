import { z } from 'zod';
import { openMap, timestamp } from '../../ground/shapes/schemas.ts';

export const status = z.enum([
  'queued',
  'scheduled',
  'sending',
  'sent',
  'delivered',
  'bounced',
  'complained',
  'stored',
  'failed',
  'cancelled',
  'suppressed',
  'muted',
]);

export const Message = z
  .object({
    id: z.string(),
    channel: z.enum(['email', 'sms']),
    to: z.string().meta({ description: 'The first recipient' }),
    template: z.string(),
    subject: z.string().nullable().meta({
      description: 'For messages that Insula composes itself: null before the first attempt',
    }),
    status: status.meta({
      description:
        '`sent`: the mail server accepted it; `delivered`, `bounced`, `complained`: the latest report. `stored`: no mail server or SMS webhook is configured, as in development. `suppressed`: every recipient is suppressed, or the tenant was suspended. `muted`: the operator has set `outbound` of the tenant to off',
    }),
    attempts: z.number().int(),
    error: z.string().nullable().meta({ description: 'The error of the last attempt' }),
    user_id: z.string().nullable(),
    created_at: timestamp,
    sent_at: timestamp.nullable(),
  })
  .meta({ id: 'Message' });

const attachment = z.object({
  filename: z.string(),
  mime_type: z.string(),
  size_bytes: z.number().int(),
});

export const MessageWithContent = Message.extend({
  text: z.string().nullable(),
  html: z.string().nullable(),
  recipients: z.object({
    to: z.array(z.string()),
    cc: z.array(z.string()),
    bcc: z.array(z.string()),
  }),
  from: z.string().nullable().meta({ description: 'null: the address of the server' }),
  reply_to: z.string().nullable(),
  template_id: z.string().nullable(),
  tags: z.array(z.string()),
  attachments: z.array(attachment),
  scheduled_at: timestamp.nullable(),
  events: z.array(
    z.object({
      type: z.enum([
        'queued',
        'deferred',
        'sent',
        'stored',
        'failed',
        'suppressed',
        'muted',
        'cancelled',
        'delivered',
        'bounced',
        'complained',
      ]),
      at: timestamp,
      error: z.string().optional(),
      recipient: z.string().optional(),
      id: z.string().optional().meta({ description: 'From the delivery report' }),
    }),
  ),
}).meta({ id: 'MessageWithContent' });

/** The values of a template's variables. */
export const variables = openMap.meta({
  description: 'The values of {{name}}; {{name | default: "you"}} may be left out',
});

const name = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[A-Za-z0-9][A-Za-z0-9 ._-]*$/, 'must be letters, digits, spaces, dots and dashes');

/** Words of a template; null takes them away. */
const words = (max: number) => z.string().min(1).max(max).nullable().optional();

export const templateBody = {
  name,
  subject: z
    .string()
    .min(1)
    .max(300)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'must be one line'),
  html: words(200_000),
  text: words(100_000),
  variables: z
    .array(z.string().regex(/^[A-Za-z0-9_-]{1,50}$/, 'must be letters, digits, _ and -'))
    .max(100)
    .optional()
    .meta({ description: 'Variables that the template may use; default: those that it uses' }),
};

export const EmailTemplate = z
  .object({
    id: z.string(),
    name: z.string(),
    subject: z.string(),
    html: z.string().nullable(),
    text: z.string().nullable(),
    variables: z.array(z.string()),
    created_by: z.string().nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'EmailTemplate' });

export const EmailPreview = z
  .object({ subject: z.string(), text: z.string().nullable(), html: z.string().nullable() })
  .meta({ id: 'EmailPreview' });

export const reason = z.enum(['bounce', 'complaint', 'unsubscribe', 'manual']);

export const Suppression = z
  .object({
    address: z.string(),
    reason,
    email_id: z.string().nullable().meta({ description: 'The mail that caused it' }),
    created_at: timestamp,
  })
  .meta({ id: 'EmailSuppression' });
