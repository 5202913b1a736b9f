import { newId } from '../db/new-id.ts';
import { BaseQuery } from './base-query.ts';
import { type Destination, writeJson } from './destination.ts';
import { type Base, baseFolder, type Chain } from './layout.ts';
import { lsnText } from './lsn.ts';
import { Meter, type Packing, packed, packedName } from './packing.ts';
import { connectReplication, submit } from './replication.ts';

export interface BaseJob {
  /** Of the role that replicates. */
  url: string;
  destination: Destination;
  packing: Packing;
  rateMb: number;
  reason: string;
  /** Ends it early. */
  signal?: AbortSignal | undefined;
  /** Hears how many bytes are stored. */
  onBytes?: ((bytes: number) => void) | undefined;
}

/** Makes a base backup of a chain. An unfinished one has no base.json; retention removes it. */
export async function makeBase(
  { url, destination, packing, rateMb, reason, signal, onBytes = () => {} }: BaseJob,
  chain: Chain,
): Promise<Base> {
  const id = newId('bak');
  const startedAt = new Date().toISOString();
  const folder = baseFolder(chain.id, id);
  const replication = await connectReplication(url, 'base backup');
  const stop = () => void replication.close();
  signal?.addEventListener('abort', stop);
  try {
    signal?.throwIfAborted();
    const query = new BaseQuery(id, rateMb);
    replication.broken.catch((error) => query.failed(error));
    submit(replication.client, query);
    const store = async (name: string, bytes: AsyncIterable<Buffer>) => {
      const key = packedName(`${folder}${name}`, packing);
      const meter = new Meter();
      const counted = async function* () {
        for await (const piece of meter.pass(packed(bytes, packing))) {
          onBytes(meter.bytes);
          yield piece;
        }
      };
      await destination.write(key, counted());
      return { key, bytes: meter.bytes, checksum: meter.checksum() };
    };
    const tar = await store('base.tar.zst', query.tar);
    const manifest = await store('manifest.zst', query.manifest);
    await Promise.race([query.done, replication.broken]);
    const { start, end, timeline } = query.range();
    const base: Base = {
      id,
      chain: chain.id,
      started_at: startedAt,
      finished_at: new Date().toISOString(),
      start_lsn: lsnText(start),
      end_lsn: lsnText(end),
      timeline,
      tar,
      manifest,
      encrypted: packing.recipients.length > 0,
      reason,
    };
    await writeJson(destination, `${folder}base.json`, base);
    return base;
  } finally {
    signal?.removeEventListener('abort', stop);
    await replication.close();
  }
}
