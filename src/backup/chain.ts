import type pg from 'pg';
import { newId } from '../db/new-id.ts';
import { type Destination, readJson, writeJson } from './destination.ts';
import { BackupError } from './errors.ts';
import { type Chain, chainKey, claim, readHoldings } from './layout.ts';
import { lsnOf, lsnText, segmentBytes, segmentStart, startOfSegment } from './lsn.ts';
import { identify, makeSlot, slotStart } from './replication.ts';

/** A chain that goes on. */
export interface OpenChain {
  chain: Chain;
  /** From where WAL is to be received: all before it is stored. */
  from: bigint;
  /** Parts of an earlier run that are not covered by a segment. */
  parts: string[];
  hasBase: boolean;
  /** When the newest base backup of all chains was finished. */
  lastBaseAt: string | undefined;
}

/**
 * Finds the chain that the WAL of this PostgreSQL belongs to, or begins one: the slot keeps its WAL, and neither has the
 * database gone back in time, nor has it been put behind what is stored.
 * @param rewinds how often it has gone back in time
 * @param isKnown whether this destination was used before
 */
export async function openChain(
  client: pg.Client,
  destination: Destination,
  { rewinds, isKnown }: { rewinds: number; isKnown: boolean },
): Promise<OpenChain> {
  const { systemIdentifier, timeline, flushed } = await identify(client);
  await claim(destination, systemIdentifier, isKnown);
  const kept = await slotStart(client);
  const { chains } = await readHoldings(destination);
  const lastBaseAt = chains.findLast(({ bases }) => bases.length > 0)?.bases.at(-1)?.finished_at;
  const last = chains.findLast(({ chain }) => chain.ended_at === undefined);
  if (last && kept !== undefined) {
    const { chain, bases, wal } = last;
    const isSame =
      chain.system_identifier === systemIdentifier &&
      chain.timeline === timeline &&
      chain.rewinds === rewinds;
    const whole = wal.filter(({ offset }) => offset === undefined).map(({ segment }) => segment);
    const from = wholeUntil(lsnOf(chain.start_lsn), whole);
    const farthest = wal.length > 0 ? startOfSegment(wal.at(-1)?.segment as string) : from;
    if (isSame && from >= segmentStart(kept) && farthest <= flushed)
      return {
        chain,
        from,
        parts: wal.filter(({ offset }) => offset !== undefined).map(({ key }) => key),
        hasBase: bases.length > 0,
        lastBaseAt,
      };
  }
  const begun = await begin(client, destination, { systemIdentifier, timeline, rewinds });
  return { ...begun, lastBaseAt };
}

/** The end of the segments that are there without a gap. Retention may have removed the first ones. */
function wholeUntil(start: bigint, segments: readonly string[]): bigint {
  let end = segmentStart(start);
  for (const segment of segments) {
    const at = startOfSegment(segment);
    if (at === end || end === segmentStart(start)) end = at + BigInt(segmentBytes);
  }
  return end;
}

async function begin(
  client: pg.Client,
  destination: Destination,
  {
    systemIdentifier,
    timeline,
    rewinds,
  }: { systemIdentifier: string; timeline: number; rewinds: number },
): Promise<Omit<OpenChain, 'lastBaseAt'>> {
  const now = new Date().toISOString();
  for await (const { key } of destination.list('chains/'))
    if (key.endsWith('/chain.json')) await end(destination, key, now);
  const start = await makeSlot(client);
  const chain: Chain = {
    id: newId('chn'),
    system_identifier: systemIdentifier,
    timeline,
    rewinds,
    start_lsn: lsnText(start),
    started_at: now,
  };
  await writeJson(destination, chainKey(chain.id), chain);
  return { chain, from: segmentStart(start), parts: [], hasBase: false };
}

async function end(destination: Destination, key: string, now: string): Promise<void> {
  // One that is damaged cannot go on, and stays as it is until the operator mends it: readHoldings names it.
  const chain = await readJson<Chain>(destination, key).catch((error) => {
    if (!(error instanceof BackupError)) throw error;
  });
  if (chain && chain.ended_at === undefined)
    await writeJson(destination, key, { ...chain, ended_at: now });
}
