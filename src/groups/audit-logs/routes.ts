import { z } from 'zod';
import { offsetQuery, periodQuery, timestamp, total } from '../../ground/shapes/schemas.ts';
import type { Route } from '../../operations/route.ts';
import { AuditLog, hash, text } from './shapes.ts';

export const routes: Route[] = [
  {
    id: 'audit_log.list',
    method: 'GET',
    path: '/v1/audit-logs',
    scope: '*',
    summary: 'List the audit log, newest first',
    query: offsetQuery.extend({
      action: text('An action such as `object.updated`, or `object.*`'),
      resource_type: text('A kind of record, such as `object`'),
      resource_id: text('The id of the record'),
      actor_id: text('The author: the id of a key or user'),
      ...periodQuery,
    }),
    returns: z.object({ logs: z.array(AuditLog), ...total }),
  },
  {
    id: 'audit_log.verify',
    method: 'GET',
    path: '/v1/audit-logs/verify',
    scope: '*',
    summary: 'Verify the hash chain of the audit log',
    description:
      'Recalculates the chain over the rows that the worker has sealed, and so shows whether a row was changed, removed, inserted or moved. Keep `hash` elsewhere: ' +
      'anyone who rewrites the whole chain cannot arrive at the same one. Send it again with its `to`, and the answer says whether the chain still has it.',
    query: z.object({
      ...periodQuery,
      hash: z
        .string()
        .regex(/^[0-9a-f]{64}$/, 'must be the hash of an earlier answer')
        .optional()
        .meta({ description: '`hash` of an earlier answer; also send its `to`' }),
    }),
    returns: z.object({
      valid: z.boolean(),
      checked: z.number().int().meta({ description: 'Rows found intact' }),
      blanked: z.number().int().meta({
        description:
          'Rows from which an upgrade removed secrets, as their seals record: they no longer match their hash',
      }),
      redacted: z.number().int().meta({
        description:
          'Rows from which the values of erased users were removed, as their seals record: they no longer match their hash',
      }),
      first_bad_id: z.string().nullable(),
      from: timestamp.nullable().meta({ description: 'When the first checked row was written' }),
      to: timestamp.nullable().meta({ description: 'When the last checked row was written' }),
      hash: hash.meta({ description: 'The seal of the last checked row' }),
      has_hash: z.boolean().nullable().meta({
        description: 'Whether the given seal is in the chain; null without `hash`',
      }),
    }),
    isPatient: true,
    errors: ['GONE'],
  },
];
