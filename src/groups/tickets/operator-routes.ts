import { z } from 'zod';
import { offsetQuery, total } from '../../ground/shapes/schemas.ts';
import { lazy } from '../../operations/lazy-handler.ts';
import { handled, type Route } from '../../operations/route.ts';
import { SignedUrl } from '../files/shapes.ts';
import {
  attachments,
  category,
  messageBody,
  subject,
  Ticket,
  TicketAttachment,
  ticketBody,
  ticketPriority,
  ticketStatus,
} from './shapes.ts';

const list = '/owner/tickets';
const one = `${list}/:ticket_id`;
const tenantBy = 'owner_ticket_tenant';

const assignee = z.string().trim().min(1).max(200);

export const operatorRoutes: Route[] = [
  {
    id: 'owner_ticket.list',
    method: 'GET',
    path: list,
    scope: 'platform',
    platformScope: 'owner:read',
    summary: 'List the tickets of all tenants, newest first',
    query: offsetQuery.extend({
      tenant_id: z.string().max(100).optional(),
      status: ticketStatus.optional(),
      priority: ticketPriority.optional(),
      assignee: assignee.optional(),
      search: z.string().trim().min(1).max(200).optional().meta({
        description:
          'A ticket number, or part of the subject, ignoring case; searches the newest 10,000 that match the other filters',
      }),
    }),
    returns: z.object({ tickets: z.array(Ticket), ...total }),
  },
  {
    id: 'owner_ticket.create',
    method: 'POST',
    path: list,
    scope: 'platform',
    platformScope: 'owner:write',
    tenant: { by: tenantBy },
    looks: [tenantBy],
    status: 201,
    summary: 'Open a ticket for a tenant',
    description: 'The tenant’s owners and admins are notified.',
    body: ticketBody.extend({
      tenant_id: z.string().min(1).max(100),
      assignee: assignee.optional(),
    }),
    isVersioned: true,
    returns: Ticket,
    errors: ['NOT_FOUND'],
    example: {
      body: { tenant_id: 'ten_1', subject: 'Your plan', body: 'It ends next month.' },
    },
  },
  {
    id: 'owner_ticket.get',
    method: 'GET',
    path: one,
    scope: 'platform',
    platformScope: 'owner:read',
    tenant: { by: tenantBy },
    summary: 'Get a ticket with its messages and internal notes',
    isVersioned: true,
    returns: Ticket,
  },
  {
    id: 'owner_ticket.update',
    method: 'PATCH',
    path: one,
    scope: 'platform',
    platformScope: 'owner:write',
    tenant: { by: tenantBy },
    summary: 'Change a ticket',
    description: 'The requester is notified when it is solved or closed.',
    body: z.object({
      subject: subject.optional(),
      status: ticketStatus.optional(),
      priority: ticketPriority.optional(),
      category: category.nullable().optional(),
      assignee: assignee.nullable().optional(),
    }),
    isVersioned: true,
    returns: Ticket,
    errors: ['INVALID_STATE'],
    example: { body: { priority: 'high', assignee: 'mia@operator.example' } },
  },
  {
    id: 'owner_ticket_message.create',
    method: 'POST',
    path: `${one}/messages`,
    scope: 'platform',
    platformScope: 'owner:write',
    tenant: { by: tenantBy },
    status: 201,
    summary: 'Reply to a ticket, or add an internal note',
    description:
      'A reply makes the ticket pending and notifies the requester. An internal note is visible to operators only and changes nothing else.',
    body: z.object({
      body: messageBody,
      is_internal: z.boolean().default(false),
      attachments: attachments.meta({
        description: 'Ids of files that were uploaded for this ticket: POST …/attachments',
      }),
    }),
    returns: Ticket,
    errors: ['INVALID_STATE'],
    example: { body: { body: 'Send us the file, please.' } },
  },
  {
    id: 'owner_ticket.close',
    method: 'POST',
    path: `${one}/close`,
    scope: 'platform',
    platformScope: 'owner:write',
    tenant: { by: tenantBy },
    summary: 'Close a ticket',
    returns: Ticket,
    errors: ['INVALID_STATE'],
  },
  {
    id: 'owner_ticket.reopen',
    method: 'POST',
    path: `${one}/reopen`,
    scope: 'platform',
    platformScope: 'owner:write',
    tenant: { by: tenantBy },
    summary: 'Reopen a ticket that is solved or closed',
    returns: Ticket,
    errors: ['INVALID_STATE'],
  },
  handled({
    id: 'owner_ticket_attachment.create',
    method: 'POST',
    path: `${one}/attachments`,
    scope: 'platform',
    platformScope: 'owner:write',
    tenant: { by: tenantBy },
    status: 201,
    summary: 'Upload an attachment for a ticket',
    description:
      'The body is the raw bytes, up to 25 MB. The file belongs to the tenant and counts towards its storage; name it in `attachments` of a reply.',
    query: z.object({ filename: z.string().min(1).max(255) }),
    takes: { bytes: true },
    returns: TicketAttachment,
    handler: lazy(() => import('./handlers/add-attachment.ts'), 'addAttachment'),
    errors: ['INVALID_STATE', 'PLAN_LIMIT_EXCEEDED', 'PAYLOAD_TOO_LARGE'],
  }),
  handled({
    id: 'owner_ticket_attachment.sign',
    method: 'POST',
    path: `${one}/attachments/:file_id/signed-url`,
    scope: 'platform',
    platformScope: 'owner:read',
    tenant: { by: tenantBy },
    isMutation: false,
    summary: 'Create a signed URL for an attachment of a ticket',
    description:
      'The URL works for 5 minutes. Files that are not attached to the ticket answer 404.',
    returns: SignedUrl,
    after: lazy(() => import('./handlers/sign-attachment.ts'), 'signAttachment'),
  }),
];
