import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../../../ground/errors.ts';
import { type AnyAnswer, makeAnswer, openAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { MutedError, OutboundError } from '../../../outbound/safe-fetch.ts';
import { providers } from '../providers/providers.ts';
import { open } from '../providers/secrets.ts';
import { toRows } from '../rows.ts';
import type { Source } from '../run-sync.ts';

const waitMs = 25_000;
const everyMs = 100;
const shown = 20;
/** How long a dry run waits for a server that asks for it. */
const patienceMs = 10_000;
type SyncCall = HandlerCall<{ integration_id: string }>;

/** POST /v1/integrations/:integration_id/sync: the worker runs it as at any other time; this waits for the end. */
export async function syncIntegration(call: SyncCall): Promise<AnyAnswer> {
  if (call.change?.dry_run) return trySync(call);
  await requireSendable(call);
  const { headers, data } = openAnswer(await call.run('integration_sync', call.args));
  const { integration_id, sync_id } = JSON.parse(data);
  const sync = await whenEnded(call, { integration_id, sync_id });
  return makeAnswer(headers, JSON.stringify(sync));
}

/** @throws MutedError where outbound of the tenant is off, but for what only takes what has arrived */
async function requireSendable({ ask, args, services, caller }: SyncCall): Promise<void> {
  try {
    await services.hold.requireOn(caller.tenant);
  } catch (error) {
    if (!(error instanceof MutedError)) throw error;
    const { provider } = await ask<Source>('integration_source', args);
    if (provider !== 'webhook_inbound') throw error;
  }
}

interface Awaited {
  sync: object;
  is_over: boolean;
  has_worker: boolean;
}

async function whenEnded(call: SyncCall, which: object): Promise<object> {
  const end = performance.now() + waitMs;
  for (;;) {
    const { sync, is_over, has_worker } = await call.ask<Awaited>('integration_sync_await', which);
    const isHopeless = !has_worker && !call.services.config.worker;
    if (is_over || isHopeless || performance.now() > end || call.res.closed) return sync;
    await sleep(everyMs);
  }
}

/** The first records as they would be, by a write that is undone. */
async function trySync(call: SyncCall): Promise<AnyAnswer> {
  const { ask, run, args, services, caller } = call;
  const source = await ask<Source>('integration_source', args);
  const provider = providers[source.provider];
  const config = open(provider, source.config, source.secrets, {
    box: services.box,
    tenant: caller.tenant,
  });
  const context = {
    outbound: services.outbound,
    tenant: caller.tenant,
    patience: { leftMs: patienceMs, signal: call.ctx.signal },
    inbox: async () => [],
  };
  try {
    for await (const page of provider.pull(config, context, {})) {
      const { records, faults = new Map() } = page;
      const made = await toRows(source, records.slice(0, shown), { ...page, first: 1, faults });
      return await run('integration_try', { ...args, made }, { dry_run: true });
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new ApiError('UPSTREAM_ERROR', error.message);
  }
  const made = await toRows(source, [], { first: 1 });
  return run('integration_try', { ...args, made }, { dry_run: true });
}
