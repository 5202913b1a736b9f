import { z } from 'zod';
import { isAddress, parseMailbox } from '../../ground/config/mailbox.ts';
import { futureMoment } from '../../ground/schedules/cron.ts';
import { timestamp } from '../../ground/shapes/schemas.ts';
import { variables } from './shapes.ts';

export const maxRecipients = 50;
export const maxAttachments = 20;
/** Of all attachments of a mail. */
export const maxAttachedBytes = 10 * 1024 * 1024;

export const address = z.string().max(320).refine(isAddress, 'must be an email address');
const mailbox = z
  .string()
  .max(400)
  .refine(
    (text) => parseMailbox(text) !== undefined,
    'must be an email address, or Name <address>',
  );

const recipients = z.union([
  address.transform((one) => [one]),
  z.array(address).max(maxRecipients),
]);
const copies = recipients.optional();

/** Headers for readers that name no sender, recipient or content. */
const headerName =
  /^(?!x-insula-)(x-[a-z0-9-]{1,76}|in-reply-to|references|list-id|importance|priority)$/i;
/** Characters that a header line can hold: no line ends, so no second header. */
const headerValue = /^[\x20-\x7e]{0,900}$/;

const headers = z
  .record(
    z.string().regex(headerName, 'is not a header that may be set'),
    z.string().regex(headerValue, 'must be one line of at most 900 ASCII characters'),
  )
  .refine((all) => Object.keys(all).length <= 20, 'must have at most 20 headers');

const attachment = z
  .object({
    filename: z
      .string()
      .min(1)
      .max(255)
      .regex(/^[^\p{Cc}/\\]+$/u, 'must be a name, not a path')
      .optional()
      .meta({ description: 'Default for a stored file: its own name' }),
    content_base64: z
      .string()
      .max(7_000_000)
      .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'must be base64')
      .refine((text) => text.length % 4 === 0, 'must be base64 with its padding')
      .optional(),
    file_id: z.string().min(1).max(100).optional(),
  })
  .refine(
    (one) => (one.file_id === undefined) !== (one.content_base64 === undefined),
    'needs either content_base64 or file_id',
  )
  .refine(
    (one) => one.file_id !== undefined || one.filename !== undefined,
    'needs a filename with content_base64',
  );

export const mailBody = z.object({
  to: recipients.refine((all) => all.length > 0, 'needs at least one address'),
  cc: copies,
  bcc: copies,
  from: mailbox
    .optional()
    .meta({ description: 'At a proved domain; the server’s own if left out' }),
  reply_to: mailbox.optional(),
  subject: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'must be one line')
    .optional(),
  html: z.string().min(1).max(200_000).optional(),
  text: z
    .string()
    .min(1)
    .max(100_000)
    .optional()
    .meta({ description: 'Made from html if left out' }),
  template_id: z.string().min(1).max(100).optional(),
  template: z.string().min(1).max(100).optional().meta({ description: 'A template by its name' }),
  variables: variables.optional(),
  attachments: z.array(attachment).max(maxAttachments).optional(),
  headers: headers.optional().meta({ description: 'X-… and a few others' }),
  tags: z.array(z.string().min(1).max(100)).max(20).optional(),
  scheduled_at: futureMoment
    .optional()
    .meta({ description: 'ISO 8601, in the future, within 30 days' }),
  track: z
    .literal(false)
    .optional()
    .meta({ description: 'Must be false: opens and clicks are not tracked' }),
});

export type Mail = z.output<typeof mailBody>;

export const Queued = z
  .object({
    email_id: z.string(),
    id: z.string(),
    status: z.enum(['queued', 'scheduled', 'suppressed', 'cancelled']),
    to: z.array(z.string()),
    scheduled_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'QueuedEmail' });
