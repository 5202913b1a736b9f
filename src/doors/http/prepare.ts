import { useOf } from '../../credentials/box.ts';
import type { Change, Waiting } from '../../db/call.ts';
import type { Call } from '../../operations/handler.ts';
import { LargeArgs } from '../../operations/large-args.ts';
import { endsWithClient, kindOf, worksInNode } from '../../operations/route.ts';
import { prove } from '../../operations/safe-writes.ts';
import type { Services } from '../../operations/services.ts';
import {
  type FindRoute,
  prepareTransaction,
  type StepRequest,
  type Transaction,
  type TransactionTraits,
} from '../../operations/transaction.ts';

type Args = Record<string, unknown>;

/** A call, and where the routes are, for a request that is made of others. */
export type RoutedCall = Call & {
  findRoute: FindRoute;
  /** Its body was large, and so may be what goes to the database. */
  isLarge?: boolean;
  /** The text that a repeated request is recognised by, if another thread made it: see useOf. */
  use?: Uint8Array;
};

/** The work that a request asks for. */
export interface RequestWork {
  /** JsonBytes for a large body that Node has no work to do for. */
  args: Args;
  /** The steps of a transaction that Node has work to do for. */
  works: Transaction['works'];
  /** How long it may take, and whether it ends when its client leaves. */
  waiting: Waiting;
  /** To be spread into a credential. */
  how: { change?: Change };
}

/** Prepares what is to be done, and how: the input and the headers that make a change safe. */
export function prepare(
  services: Pick<Services, 'config' | 'box'>,
  call: RoutedCall,
  change: Change | undefined,
  given: Args | LargeArgs,
): RequestWork {
  const { route, ctx } = call;
  const { args, kind, limitMs, hasSecret, works } = prepared(call, given);
  ctx.kind = kind;
  if (change?.key) {
    const isWorkedOn = worksInNode(route) || works.length > 0;
    const use = () =>
      call.use ?? (given instanceof LargeArgs ? given.use : undefined) ?? useOf(given);
    // Without ENCRYPTION_KEY no secret can be tried against the fingerprint.
    prove(change, services, { hasSecret, use: isWorkedOn ? use() : undefined, tenant: ctx.tenant });
    // A handler may read more than that: the bytes of a file.
    if (isWorkedOn && !route.handler) change.is_whole = true;
  }
  const waiting = {
    kind,
    limitMs,
    signal: endsWithClient(route) ? ctx.signal : undefined,
    // Dry runs and changes with a key take longer, and need a transaction of their own.
    rides: change?.key || change?.dry_run ? undefined : route.rides,
    grows: route.growsWithData,
  };
  return { args: args as Args, works, waiting, how: change ? { change } : {} };
}

function prepared(
  { route, findRoute }: RoutedCall,
  given: Args | LargeArgs,
): Omit<TransactionTraits, 'hasSecret' | 'limitMs'> & {
  args: object;
  hasSecret?: boolean | undefined;
  limitMs?: number | undefined;
} {
  const plain = { hasSecret: route.hasSecret, kind: kindOf(route), works: [] };
  if (given instanceof LargeArgs)
    return { ...plain, ...given.how, args: (given.json ?? given.args) as object };
  return route.isTransaction
    ? prepareTransaction(given.requests as StepRequest[], findRoute)
    : { ...plain, args: given };
}
