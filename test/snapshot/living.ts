import { Box } from '../../src/credentials/box.ts';
import { databaseUrls } from '../../src/db/urls.ts';
import type { Secret } from '../../src/snapshot/format.ts';
import {
  type LivingSource,
  openSource,
  type SourceOptions,
  type SourceParts,
} from '../../src/snapshot/source.ts';
import { storageOf } from '../../src/storage/open.ts';
import type { TestServer } from '../support/server.ts';

const everything: SourceOptions = {
  data: 'all',
  files: true,
  journal_from: 'all',
  secrets: 'left_out',
};

export const partsOf = ({ config }: TestServer): SourceParts => ({
  url: databaseUrls(config.databaseUrl as string, config.encryptionKey).worker,
  storage: storageOf(config),
  box: new Box(config.encryptionKey),
  region: config.region,
});

export const openLiving = (
  server: TestServer,
  tenant: string,
  options: Partial<SourceOptions> = {},
): Promise<LivingSource> => openSource(partsOf(server), tenant, { ...everything, ...options });

/** All that a source has, read in the order of a snapshot. */
export interface Read {
  manifest: LivingSource['manifest'];
  /** By table, each line as it is. */
  rows: Record<string, string[]>;
  secrets: Secret[];
  files: Record<string, Buffer>;
}

export async function readAll(source: LivingSource): Promise<Read> {
  const read: Read = { manifest: source.manifest, rows: {}, secrets: [], files: {} };
  try {
    for (const table of source.manifest.tables)
      read.rows[table.name] = await linesOf(
        table.name === 'journal' ? source.journal() : source.rows(table),
      );
    for await (const secret of source.secrets()) read.secrets.push(secret);
    for await (const { sha256, bytes, open } of source.files()) {
      const content = Buffer.concat(await Array.fromAsync((await open()) as AsyncIterable<Buffer>));
      if (content.length !== bytes) throw new Error(`${sha256}: ${content.length} of ${bytes}`);
      read.files[sha256] = content;
    }
  } finally {
    await source.close();
  }
  return read;
}

async function linesOf(pieces: AsyncIterable<Buffer>): Promise<string[]> {
  const text = Buffer.concat(await Array.fromAsync(pieces)).toString();
  return text.split('\n').slice(0, -1);
}
