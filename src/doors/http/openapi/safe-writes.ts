import type { Route } from '../../../operations/route.ts';
import type { Named } from './named-parameters.ts';

const dryRun: Named = [
  'DryRun',
  {
    name: 'dry_run',
    in: 'query',
    description:
      '`true` makes the change, answers, and undoes it (also `Prefer: handling=dry-run`). Ids, tokens and `tx_id` in the answer are not valid afterwards',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
];
const idempotencyKey: Named = [
  'IdempotencyKey',
  {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A unique name for this request, such as a UUID. Sent again within 24 hours, it changes nothing and gets the same answer',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
];

/** Returns the extra parameters of an operation that changes something: no dry_run if it cannot be tried. */
export const safeParametersOf = ({ isUntried }: Route): Named[] =>
  isUntried ? [idempotencyKey] : [dryRun, idempotencyKey];

export const safeHeaders = {
  'X-Tx-Id': {
    schema: { type: 'string' },
    description: 'The transaction of the change, for its receipt and its undo',
  },
  'Idempotent-Replayed': {
    schema: { const: 'true' },
    description: 'The answer repeats that of an earlier request with this Idempotency-Key',
  },
};
