import type { Config, Cursor, ProviderContext } from './providers/provider.ts';
import { type ProviderName, providers } from './providers/providers.ts';
import type { Sealed } from './providers/secrets.ts';
import { type Mapped, type RowPage, toRecord, toRows } from './rows.ts';

/** An integration as app.integration_source answers it. */
export interface Source extends Mapped {
  id: string;
  provider: ProviderName;
  config: Config;
  secrets: Sealed;
  direction: 'inbound' | 'outbound' | 'bidirectional';
  cursor: Cursor;
}

interface Changed {
  id: string;
  version: number;
  operation: 'upsert' | 'delete';
  properties: Record<string, unknown>;
}

/** The steps of a sync in the database, each a transaction of its own. */
export interface SyncSteps {
  take(page: RowPage, cursor: Cursor): Promise<void>;
  changes(after: string): Promise<{ changes: Changed[]; after: string | null }>;
  sent(changes: Array<Pick<Changed, 'id' | 'version' | 'operation'>>): Promise<void>;
}

/** Records that are written in one transaction. */
const atOnce = 2000;

/**
 * Pulls what is new and pushes what was changed here. Each page is committed with the place where the next one begins:
 * an interrupted sync continues there.
 * @param config with its secrets
 * @param read how many records it had read before it was interrupted
 * @returns false when it was asked to end early
 */
export async function runSync(
  source: Source,
  config: Config,
  read: number,
  context: ProviderContext,
  steps: SyncSteps,
  ending: AbortSignal,
): Promise<boolean> {
  const isInbound = source.direction !== 'outbound';
  if (isInbound && !(await pull(source, config, read, context, steps, ending))) return false;
  if (source.direction === 'inbound') return true;
  return push(source, config, context, steps, ending);
}

async function pull(
  source: Source,
  config: Config,
  read: number,
  context: ProviderContext,
  steps: SyncSteps,
  ending: AbortSignal,
): Promise<boolean> {
  let { skip, ...before } = source.cursor as Cursor & { skip?: number };
  let first = read + 1;
  for await (const page of providers[source.provider].pull(config, context, before)) {
    const { areTexts, written, taken = [], next, faults = new Map() } = page;
    let from = Math.min(skip ?? 0, page.records.length);
    skip = undefined;
    do {
      if (ending.aborted) return false;
      const to = Math.min(page.records.length, from + atOnce);
      const isLast = to === page.records.length;
      const records = page.records.slice(from, to);
      const rows = await toRows(source, records, {
        ...{ areTexts, written, first },
        taken: isLast ? taken : [],
        faults: new Map([...faults].map(([index, fault]) => [index - from, fault])),
      });
      await steps.take(rows, isLast ? next : { ...before, skip: to });
      first += records.length;
      from = to;
    } while (from < page.records.length);
    before = next;
  }
  return true;
}

async function push(
  source: Source,
  config: Config,
  context: ProviderContext,
  steps: SyncSteps,
  ending: AbortSignal,
): Promise<boolean> {
  const provider = providers[source.provider];
  for (let after: string | null = ''; after !== null; ) {
    if (ending.aborted) return false;
    const found: Awaited<ReturnType<SyncSteps['changes']>> = await steps.changes(after);
    const changes = found.changes.map(({ properties, ...change }) => ({
      ...change,
      record: toRecord(source.mapping, properties),
    }));
    if (changes.length > 0) {
      await provider.push?.(config, context, changes);
      await steps.sent(changes.map(({ id, version, operation }) => ({ id, version, operation })));
    }
    after = found.after;
  }
  return true;
}
