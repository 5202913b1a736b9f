import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/** Every row of every table of Insula, as `copy … to stdout` writes it and a stolen backup would show it. */
export async function dumpTables(db: pg.Pool): Promise<string> {
  const { rows } = await db.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class c
       join pg_namespace n on n.oid = relnamespace
     where relkind = 'r' and nspname in ('app', 'graphile_worker', 'private', 'graphile_migrate')`,
  );
  const chunks: Buffer[] = [];
  const client = await db.connect();
  try {
    for (const { name } of rows) {
      const source = client.query(copyTo(`copy (select * from ${name}) to stdout`));
      await pipeline(source, async (parts: AsyncIterable<Buffer>) => {
        for await (const part of parts) chunks.push(part);
      });
    }
  } finally {
    client.release();
  }
  return Buffer.concat(chunks).toString('utf8');
}
