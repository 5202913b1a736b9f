import type pg from 'pg';
import { pino } from 'pino';
import { Box } from '../credentials/box.ts';
import { sealedColumns } from '../credentials/sealed-columns.ts';
import { isOpen, isThere, sealedPages } from '../db/sealed-rows.ts';
import { recovered } from './bring-back.ts';
import { openDestination } from './destination.ts';
import { BackupError } from './errors.ts';
import { findBackup, findBase } from './find.ts';
import { readHoldings } from './layout.ts';
import type { VerifyJob } from './messages.ts';
import { identitiesIn } from './packing.ts';
import { requireRoom, sized } from './room.ts';
import { openScratch } from './scratch.ts';
import { noted, patiently } from './verify.ts';

/** Counts of a verification that has found everything whole. */
export interface RestoredWhole {
  base: string;
  chain: string;
  tenants: number;
  /** Kinds of sealed values, one of each was opened. */
  seals: number;
  /** Rows of journals that fit their seals. */
  journal: number;
  /** Files that are as PostgreSQL's manifest says. */
  files: number;
  tables: number;
  checksum: string;
}

const log = pino({ level: 'silent' });

/**
 * Restores the end of what is stored, or one base backup, beside the database, which it never touches, examines it, and removes
 * it. The result lies at the destination.
 * @throws BackupError what is wrong with it
 */
export async function verifyByRestore(given: VerifyJob): Promise<RestoredWhole> {
  const { config, pgBin } = given;
  const [key = '', ...others] = given.encryptionKeys;
  const keyOf = (text: string) => Buffer.from(text, 'base64');
  const destination = await openDestination(config.to);
  const identities = identitiesIn(config.identityFile);
  const find = async () => {
    const holdings = await readHoldings(destination);
    return given.base === undefined
      ? findBackup(holdings, destination.name, 'latest')
      : findBase(holdings, destination.name, given.base);
  };
  const { base, until } = await find();
  // One of several ends where it is consistent, so that no later WAL is read.
  const to = given.base === undefined ? 'latest' : until;
  const job = { destination, identities, pgBin, log };
  return noted(destination, base, () =>
    patiently(async () => {
      const found = await sized({ destination, identities }, await find());
      await requireRoom(given.dataDir, found, given.reserveBytes);
      const scratch = await openScratch(given.dataDir, 'verify', log);
      try {
        const { dataDir } = scratch;
        const examined = await recovered({ ...job, dataDir }, found, to, (client) =>
          examine(client, new Box([keyOf(key), ...others.map(keyOf)])),
        );
        const { checksum } = found.base.tar;
        const { id } = found.base;
        return { base: id, chain: found.chain.id, files: found.files, checksum, ...examined };
      } finally {
        await scratch.drop();
      }
    }),
  );
}

async function examine(client: pg.Client, box: Box) {
  await client.query('set role insula_owner');
  const seals = await openSeals(client, box);
  const journals = await checkJournals(client);
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_class where relnamespace = 'app'::regnamespace and relkind = 'r'`,
  );
  await client.query('reset role');
  return { seals, ...journals, tables: rows[0]?.count ?? 0 };
}

/** @returns how many kinds there are */
async function openSeals(client: pg.Client, box: Box): Promise<number> {
  let count = 0;
  for (const column of sealedColumns) {
    if (!(await isThere(client, column))) continue;
    for await (const page of sealedPages(client, column, 1))
      for (const { tenant, seals } of page) {
        if (seals.length > 0) count += 1;
        if (!seals.every((seal) => isOpen(box, tenant, seal)))
          throw new BackupError(
            `A secret in app.${column.table}.${column.column} does not open with ENCRYPTION_KEY.`,
          );
      }
  }
  return count;
}

async function checkJournals(client: pg.Client): Promise<{ tenants: number; journal: number }> {
  const { rows: tenants } = await client.query<{ tenant_id: string }>(
    'select tenant_id from app.tenants order by tenant_id',
  );
  let journal = 0;
  for (const { tenant_id } of tenants) {
    const { rows } = await client.query<{ found: { valid: boolean; checked: number } }>(
      `select api.audit_log_verify($1, '{}') as found`,
      [tenant_id],
    );
    const found = rows[0]?.found;
    if (!found?.valid)
      throw new BackupError(`The journal of the tenant ${tenant_id} does not fit its seals.`);
    journal += found.checked;
  }
  return { tenants: tenants.length, journal };
}
