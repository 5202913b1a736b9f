import { z } from 'zod';
import { deleted, page } from '../../ground/shapes/schemas.ts';
import { notImpersonated, type Route } from '../../operations/route.ts';
import { entryBody, entryChange, entryQuery, JournalEntry, reversalBody } from './entry-shapes.ts';
import { fileIds } from './shapes.ts';

const list = '/v1/accounting/journal-entries';
const one = `${list}/:entry_id`;
const reading = { scope: 'read', permission: 'accounting:read' } as const;
const writing = { scope: 'write', permission: 'accounting:write' } as const;
const posting = { scope: 'write', permission: 'accounting:post' } as const;
/** The errors of posting an entry. */
const refused = [
  'UNBALANCED',
  'PERIOD_CLOSED',
  'RATE_MISSING',
  'INVARIANT_VIOLATED',
  'INVALID_STATE',
  'NOT_FOUND',
] as const;
const rent = {
  date: '2026-03-01',
  description: 'Rent',
  status: 'posted',
  lines: [
    { account_id: '6100', debit: '1000.00' },
    { account_id: '1400', debit: '190.00' },
    { account_id: '1000', credit: '1190.00' },
  ],
};

export const entryRoutes: Route[] = notImpersonated([
  {
    id: 'journal_entry.list',
    method: 'GET',
    path: list,
    ...reading,
    summary: 'List journal entries, newest first',
    query: entryQuery,
    returns: page(JournalEntry),
    errors: ['INVALID_CURSOR'],
  },
  {
    id: 'journal_entry.create',
    method: 'POST',
    path: list,
    ...writing,
    status: 201,
    summary: 'Create a journal entry',
    description:
      'A draft, or posted at once, which needs `accounting:post`. A posted entry never changes: it is reversed.',
    body: entryBody,
    isVersioned: true,
    carriesHeaders: true,
    mayExist: true,
    returns: JournalEntry,
    errors: [...refused, 'ALREADY_EXISTS'],
    example: { body: rent },
  },
  {
    id: 'journal_entry.batch_create',
    method: 'POST',
    path: `${list}/batch/create`,
    ...writing,
    status: 201,
    summary: 'Create up to 100 journal entries, all or none',
    body: z.object({ entries: z.array(entryBody).min(1).max(100) }),
    returns: z.object({
      ids: z.array(z.string()),
      numbers: z.array(z.string().nullable()).meta({ description: 'null for drafts' }),
      count: z.number().int(),
    }),
    errors: [...refused, 'ALREADY_EXISTS'],
    example: { body: { entries: [rent] } },
  },
  {
    id: 'journal_entry.get',
    method: 'GET',
    path: one,
    ...reading,
    summary: 'Get a journal entry',
    isVersioned: true,
    returns: JournalEntry,
  },
  {
    id: 'journal_entry.update',
    method: 'PATCH',
    path: one,
    ...writing,
    summary: 'Change a draft',
    description: 'Lines are replaced as a whole.',
    body: entryChange,
    isVersioned: true,
    returns: JournalEntry,
    errors: ['RATE_MISSING', 'INVALID_STATE'],
    example: { body: { description: 'Rent of March' } },
  },
  {
    id: 'journal_entry.delete',
    method: 'DELETE',
    path: one,
    ...writing,
    summary: 'Delete a draft',
    description: 'Its reference becomes free again.',
    isConditional: true,
    returns: deleted,
    errors: ['INVALID_STATE'],
  },
  {
    id: 'journal_entry.post',
    method: 'POST',
    path: `${one}/post`,
    ...posting,
    summary: 'Post a draft',
    description: 'Gives it the next number of its fiscal year. Numbers have no gaps.',
    isVersioned: true,
    returns: JournalEntry,
    errors: [...refused],
  },
  {
    id: 'journal_entry.reverse',
    method: 'POST',
    path: `${one}/reverse`,
    ...posting,
    status: 201,
    summary: 'Reverse a posted journal entry',
    description: 'Posts the same lines with their sides turned, and answers that entry.',
    body: reversalBody,
    isVersioned: true,
    returns: JournalEntry,
    errors: [...refused],
    example: { body: { reason: 'Booked twice' } },
  },
  {
    id: 'journal_entry.attach',
    method: 'POST',
    path: `${one}/attachments`,
    ...writing,
    summary: 'Attach files to a journal entry',
    description: 'Also to a posted one. Attachments of posted entries are never removed.',
    body: z.object({ file_ids: fileIds.min(1) }),
    isVersioned: true,
    returns: JournalEntry,
    example: { body: { file_ids: ['file_0192f7c1d5e87a3b9c4d2e1f0a6b8c7d'] } },
  },
]);
