import { useOf } from '../credentials/box.ts';
import { type Encoded, encode } from '../db/json-text.ts';
import { outcomeOf } from '../ground/concurrency/outcome.ts';
import { etagOf } from '../ground/shapes/etag.ts';
import { parseJsonBody } from '../ground/shapes/json-body.ts';
import type { BodyJobs, ReadBody, ReadJob } from './body-messages.ts';
import { elementsOf } from './elements.ts';
import type { Route } from './route.ts';
import { type FindRoute, prepareTransaction, type StepRequest } from './transaction.ts';
import { fieldsOf } from './whole-numbers.ts';

type Args = Record<string, unknown>;

/** Jobs in threads: reading, writing and hashing whose time grows with the megabytes of one request or answer. */
export function bodyJobs(routes: readonly Route[], findRoute: FindRoute) {
  const byId = new Map(routes.map((route) => [route.id, route]));
  return {
    async read({ route: id, bytes, rest, isForDatabase, wantsUse }: ReadJob): Promise<ReadBody> {
      const route = byId.get(id) as Route;
      const body = fieldsOf(route, bytes, parseJsonBody(bytes, route.bulk?.maxValues));
      const all = { ...body, ...rest };
      if (!isForDatabase) {
        const use = wantsUse ? { use: useIn(all) } : {};
        return { ...passedOn(all, route.bulk?.list), ...use };
      }
      const { tenant_id: tenantId, ...args } = all;
      if (!route.isTransaction) return { encoded: encode(args), tenantId };
      const prepared = await outcomeOf(() => {
        const { args: steps, ...how } = prepareTransaction(
          args.requests as StepRequest[],
          findRoute,
        );
        if (how.works.length === 0) return { encoded: encode({ ...steps }), transaction: how };
        // Node has work to do for some: they go to the database after it.
        const use = wantsUse ? { use: useIn(args) } : {};
        return { args: { ...steps }, transaction: how, ...use };
      });
      if (prepared.refusal) return { fault: prepared, tenantId };
      return { ...(prepared.value as ReadBody), tenantId };
    },

    write: (args: Args): Encoded => encode(args),

    etag: (record: string): string => etagOf(record),

    elements: ({ text, begin }: BodyJobs['elements'][0]) => elementsOf(text, begin),
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
