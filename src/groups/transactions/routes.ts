import { z } from 'zod';
import { type ErrorCode, errorCodes } from '../../ground/errors.ts';
import { cursor, timestamp, total, wholeNumber } from '../../ground/shapes/schemas.ts';
import type { Route } from '../../operations/route.ts';
import { Change, Conflict, StepRequest, txId } from './shapes.ts';

/** Any step may refuse in its own way. */
const codesOfSteps = (Object.keys(errorCodes) as ErrorCode[]).filter(
  (code) => errorCodes[code][0] < 500 && !/^(UPGRADE|HEADERS)/.test(code),
);

const receipt = '/v1/transactions/:tx_id';

export const routes: Route[] = [
  {
    id: 'transaction.run',
    method: 'POST',
    path: '/v1/transaction',
    scope: 'read',
    isTransaction: true,
    changesLimits: true,
    summary: 'Run up to 100 requests in order, all or none',
    description:
      'Each request is checked, and needs its scope, as a separate request does. `{{id.data.field}}` in a path or in a string of a body stands for a value in the answer of an earlier request; if it is the whole string, the value keeps its type. The first failure is the answer, names its `index` in `details`, and undoes everything. What takes or sends bytes, calls other servers between its changes, or makes several changes cannot be a request of a transaction.',
    body: z.object({
      requests: z
        .array(StepRequest)
        .min(1)
        .max(100, { error: 'BATCH_TOO_LARGE' })
        .meta({ description: '1 to 100 requests' }),
    }),
    returns: z.object({
      tx_id: txId.nullable().meta({ description: 'null when nothing was written' }),
      results: z.array(
        z.object({ id: z.string().nullable(), status: z.number().int(), data: z.any() }),
      ),
    }),
    errors: codesOfSteps,
    isMutation: true,
    operations: ['act'],
    example: {
      body: {
        requests: [
          {
            id: 'ada',
            method: 'POST',
            path: '/v1/objects/contacts',
            body: { properties: { name: 'Ada' } },
          },
          {
            method: 'POST',
            path: '/v1/objects/deals',
            body: { properties: { title: 'Engine', contact: '{{ada.data.id}}' } },
          },
        ],
      },
    },
  },
  {
    id: 'transaction.get',
    method: 'GET',
    path: receipt,
    scope: 'read',
    permission: 'transactions:read',
    summary: 'Get what a transaction changed',
    query: z.object({
      limit: wholeNumber(1, 1000, 'Page size', 100),
      cursor,
    }),
    returns: z.object({
      tx_id: txId,
      created_at: timestamp,
      actor: z.looseObject({ type: z.string(), id: z.string() }),
      request_id: z.string().nullable(),
      changes: z.array(Change),
      next_cursor: z.string().nullable().meta({ description: 'null on the last page' }),
      ...total,
    }),
    errors: ['INVALID_CURSOR', 'GONE'],
  },
  {
    id: 'transaction.undo',
    method: 'POST',
    path: `${receipt}/undo`,
    scope: 'write',
    permission: 'transactions:write',
    summary: 'Undo a transaction',
    description:
      'Created objects go to the trash, changed ones get their values back, deleted ones return. Anything that has changed since, or cannot be undone, is a conflict: with `abort` nothing is undone and `details` names the conflicts, with `skip` the rest is undone.',
    body: z.object({
      on_conflict: z.enum(['abort', 'skip']).optional().meta({ description: 'Default `abort`' }),
    }),
    returns: z.object({
      tx_id: txId
        .nullable()
        .meta({ description: 'The transaction of the undo; null when there was nothing to do' }),
      undoes: txId,
      undone: z.number().int().meta({ description: 'How many records were brought back' }),
      conflicts: z.array(Conflict),
    }),
    isPatient: true,
    example: { body: { on_conflict: 'skip' } },
    errors: ['PLAN_LIMIT_EXCEEDED', 'GONE'],
  },
];
