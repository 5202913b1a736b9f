import { z } from 'zod';
import { deleted, offsetQuery, periodQuery, total } from '../../ground/shapes/schemas.ts';
import { handled, type Route } from '../../operations/route.ts';
import { currency } from '../plans/shapes.ts';
import { exportRecords } from './handlers/export.ts';
import { BookRecord, BooksSummary, category, recordFields, recordType } from './shapes.ts';

// Only the path and the name of the file say accounting, as the contract does: elsewhere that word is for the accounting of tenants.
const list = '/owner/accounting';
const one = `${list}/:record_id`;
const filters = {
  type: recordType.optional(),
  currency: currency.optional(),
  category: category.optional(),
  tenant_id: z.string().max(100).optional(),
  ...periodQuery,
};

export const routes: Route[] = [
  {
    id: 'book_record.list',
    method: 'GET',
    path: list,
    scope: 'platform',
    platformScope: 'owner:read',
    summary: 'List the records of your books, latest first',
    query: offsetQuery.extend(filters),
    returns: z.object({ records: z.array(BookRecord), ...total }),
  },
  {
    id: 'book_record.create',
    method: 'POST',
    path: list,
    scope: 'platform',
    platformScope: 'owner:write',
    status: 201,
    summary: 'Add a record to your books',
    body: recordFields,
    isVersioned: true,
    returns: BookRecord,
    example: { body: { type: 'income', amount: '49.00', currency: 'USD', category: 'plans' } },
  },
  {
    id: 'book_record.summary',
    method: 'GET',
    path: `${list}/summary`,
    scope: 'platform',
    platformScope: 'owner:read',
    summary: 'Get the totals of your books by currency',
    description: 'Amounts of different currencies are never added up.',
    query: z.object({ tenant_id: filters.tenant_id, ...periodQuery }),
    returns: BooksSummary,
  },
  handled({
    id: 'book_record.export',
    method: 'GET',
    path: `${list}/export`,
    scope: 'platform',
    platformScope: 'owner:read',
    summary: 'Export your books as a file',
    description: 'Up to 50,000 records, latest first; `from` and `to` set the period.',
    query: z.object({ format: z.enum(['csv', 'json']).default('csv'), ...filters }),
    returns: z.never(),
    produces: ['text/csv', 'application/json'],
    handler: exportRecords,
  }),
  {
    id: 'book_record.get',
    method: 'GET',
    path: one,
    scope: 'platform',
    platformScope: 'owner:read',
    summary: 'Get a record of your books',
    isVersioned: true,
    returns: BookRecord,
  },
  {
    id: 'book_record.update',
    method: 'PATCH',
    path: one,
    scope: 'platform',
    platformScope: 'owner:write',
    summary: 'Change a record of your books',
    body: recordFields.partial(),
    isVersioned: true,
    returns: BookRecord,
    example: { body: { category: 'support' } },
  },
  {
    id: 'book_record.delete',
    method: 'DELETE',
    path: one,
    scope: 'platform',
    platformScope: 'owner:write',
    summary: 'Delete a record of your books',
    isConditional: true,
    returns: deleted,
  },
];
