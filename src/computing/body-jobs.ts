import { useOf } from '../credentials/box.ts';
import { type Encoded, encode } from '../db/json-text.ts';
import type { Kind } from '../db/time-limits.ts';
import { bodyOf, checkBody } from '../http/body-shape.ts';
import { etagOf } from '../http/etag.ts';
import { parseJsonBody } from '../http/json-body.ts';
import type { Route } from '../http/route.ts';
import { type FindRoute, prepareTransaction, type StepRequest } from '../http/transaction.ts';
import { type Outcome, outcomeOf } from './outcome.ts';

type Args = Record<string, unknown>;

/** A large body, to be read as its route reads it, with what its query, path and headers add. */
export interface ReadJob {
  route: string;
  bytes: Uint8Array;
  rest: Args;
  /** Whether it goes to the database as it is, and its tenant is known from elsewhere. */
  isForDatabase: boolean;
  /** Whether what it is recognised by is asked for, too: see useOf. */
  wantsUse: boolean;
}

/** What was read. */
export interface ReadBody {
  /** For a handler. */
  args?: Args;
  /** What the handler only passes on, as JSON: thousands of values would take long to change threads. */
  passedOn?: Record<string, string>;
  /** For the database. */
  encoded?: Encoded;
  /** The tenant that the body names beside it. */
  tenantId?: unknown;
  use?: Uint8Array<ArrayBuffer>;
  /** Of a transaction. */
  transaction?: { kind: Kind; limitMs: number; hasSecret: boolean };
  /** What is to be refused once the tenant is known to be right. */
  fault?: Outcome;
}

/** What is read, written and hashed in threads: what takes time that grows with the megabytes of one request or answer. */
export function bodyJobs(routes: readonly Route[], findRoute: FindRoute) {
  const byId = new Map(routes.map((route) => [route.id, route]));
  return {
    async read({ route: id, bytes, rest, isForDatabase, wantsUse }: ReadJob): Promise<ReadBody> {
      const route = byId.get(id) as Route;
      const body = checkBody(bodyOf(route), parseJsonBody(bytes, route.maxValues));
      const all = { ...body, ...rest };
      if (!isForDatabase) {
        const use = wantsUse ? { use: useIn(all) } : {};
        return { ...passedOn(all, route.passesOn), ...use };
      }
      const { tenant_id: tenantId, ...args } = all;
      if (route.id !== 'transaction.run') return { encoded: encode(args), tenantId };
      const prepared = await outcomeOf(() => {
        const { args: steps, ...how } = prepareTransaction(
          args.requests as StepRequest[],
          findRoute,
        );
        return { encoded: encode({ ...steps }), transaction: how };
      });
      if (prepared.refusal) return { fault: prepared, tenantId };
      return { ...(prepared.value as ReadBody), tenantId };
    },

    write: (args: Args): Encoded => encode(args),

    etag: (record: string): string => etagOf(record),
  };
}

function passedOn(all: Args, name: string | undefined): Pick<ReadBody, 'args' | 'passedOn'> {
  if (name === undefined || all[name] === undefined) return { args: all };
  const { [name]: list, ...args } = all;
  return { args, passedOn: { [name]: JSON.stringify(list) } };
}

/** With the tenant that it may name left out, as a caller with a token has it. */
function useIn({ tenant_id: _, ...args }: Args): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(useOf(args)));
}

export type BodyJobs = ReturnType<typeof bodyJobs>;
