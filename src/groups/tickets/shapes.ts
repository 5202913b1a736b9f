import { z } from 'zod';
import { timestamp } from '../../ground/shapes/schemas.ts';

export const ticketStatus = z.enum(['open', 'pending', 'on_hold', 'solved', 'closed']);
export const ticketPriority = z.enum(['low', 'normal', 'high', 'urgent']);

export const subject = z.string().trim().min(1).max(200);
export const category = z.string().trim().min(1).max(100);
/** Plain text: it is shown and mailed as it is, never as HTML. */
export const messageBody = z.string().trim().min(1).max(20_000);
export const attachments = z
  .array(z.string().min(1).max(200))
  .max(10)
  .optional()
  .meta({ description: 'Ids of your files; the operator can then read them' });

const author = z.object({ type: z.enum(['user', 'api_key', 'platform']), id: z.string() });

export const TicketAttachment = z.object({
  file_id: z.string(),
  filename: z.string(),
  mime_type: z.string(),
  size_bytes: z.number().int(),
});

export const TicketMessage = z
  .object({
    id: z.string(),
    author: author.meta({ description: '`platform` is the operator' }),
    body: z.string(),
    is_internal: z
      .boolean()
      .meta({ description: 'Always false for tenants, who cannot see notes' }),
    attachments: z.array(TicketAttachment),
    created_at: timestamp,
  })
  .meta({ id: 'TicketMessage' });

export const Ticket = z
  .object({
    id: z.string(),
    number: z.number().int(),
    tenant_id: z.string(),
    subject: z.string(),
    status: ticketStatus.meta({
      description: 'The operator’s reply makes it pending, the tenant’s reopens it',
    }),
    priority: ticketPriority,
    category: z.string().nullable(),
    requester: author.extend({
      email: z.string().nullable().meta({ description: 'For a user: the current address' }),
    }),
    assignee: z.string().nullable(),
    messages: z.array(TicketMessage).nullable().meta({ description: 'null in lists' }),
    first_response_at: timestamp.nullable(),
    first_response_due_at: timestamp.meta({
      description:
        'When the first response is due: after 1 hour for urgent, 4 for high, 24 for normal and 72 for low priority',
    }),
    solved_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Ticket' });

/** The fields to open a ticket with. */
export const ticketBody = z.object({
  subject,
  body: messageBody,
  priority: ticketPriority.default('normal'),
  category: category.optional(),
});
