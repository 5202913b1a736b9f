import type pg from 'pg';
import { Box } from '../../credentials/box.ts';
import type { Seal, SealedColumn } from '../../credentials/sealed-columns.ts';
import { withClient } from '../../db/client.ts';
import { fingerprintOf, givingUp, knownFingerprint } from '../../db/encryption-key.ts';
import type { Config } from '../../ground/config/config.ts';
import { encryptionKeysOf } from '../../ground/config/keys.ts';
import { type Finding, failed, ok } from './check.ts';

const name = 'encryption key';

/** Rows of each column that are tried at the most, and how long PostgreSQL may look for 500 of them. */
const sample = 20_000;
const patience = '5s';
/** Unreadable ones that are named; the number shows how many more there are. */
const shown = 5;

/**
 * Whether ENCRYPTION_KEY is the one of this server, and opens what is sealed: secrets of each kind.
 * @returns also whether it is another one: then no one can log in with the passwords that come from it
 */
export async function checkKeys(
  url: string,
  config: Config,
): Promise<{ findings: Finding[]; isOther: boolean }> {
  return withClient(url, 'doctor', async (client) => {
    const known = await knownFingerprint(client);
    const ours = fingerprintOf(config.encryptionKey);
    if (config.made.encryptionKey && known !== undefined)
      return other(
        `none is set or kept in ${config.dataDir}/secrets, and the server knows one with the fingerprint ${known}`,
      );
    const keys = encryptionKeysOf(config);
    if (known !== undefined && !keys.some((key) => fingerprintOf(key) === known))
      return other(
        `another ENCRYPTION_KEY: its fingerprint is ${ours}, and the server knows ${known}`,
      );
    const seals = await trySamples(client, new Box(keys));
    if (seals.opened === 0 && seals.faults.length > 0)
      return other(
        config.made.encryptionKey
          ? `none is set or kept in ${config.dataDir}/secrets, and this database holds secrets that are sealed with one`
          : `another ENCRYPTION_KEY: its fingerprint is ${ours}, and it opens none of the secrets in this database`,
      );
    return {
      findings: [known === undefined ? unknown(ours) : ok(name, ours), ...readable(seals)],
      isOther: false,
    };
  });
}

const other = (found: string) => ({
  findings: [failed(name, found, `Set the key of before, for every process. ${givingUp}`)],
  isOther: true,
});

/** Whether the key is the one thing to see to. */
export const hasOtherKey = (findings: readonly Finding[]): boolean =>
  findings.some((finding) => finding.name === name && finding.status === 'failed');

const unknown = (ours: string): Finding => ok(name, `${ours}: the server knows none yet`);

interface Tried {
  opened: number;
  faults: { column: SealedColumn; tenant: string; key: string[]; seal: Seal }[];
}

function readable({ opened, faults }: Tried): Finding[] {
  if (faults.length === 0) return [ok('sealed secrets', `readable (${opened} tried)`)];
  const places = faults
    .slice(0, shown)
    .map(
      ({ column: { table, column }, tenant, key, seal }) =>
        `app.${table}.${column} of ${[tenant, ...key].join(' ')} (${seal.place.split(' ')[0]})`,
    );
  const more = faults.length > shown ? ` and ${faults.length - shown} more` : '';
  return [
    failed(
      'sealed secrets',
      `this ENCRYPTION_KEY opens the others, but not ${places.join(', ')}${more}`,
      'These values were changed, moved or damaged. Restore them from a backup, or let "insula secrets give-up" mark them as ' +
        'lost, so that they can be set again.',
    ),
  ];
}

async function trySamples(client: pg.Client, box: Box): Promise<Tried> {
  const { isThere, isOpen, sealedPages } = await import('../../db/sealed-rows.ts');
  const { sealedColumns } = await import('../../credentials/sealed-columns.ts');
  const tried: Tried = { opened: 0, faults: [] };
  await client.query(`set statement_timeout = '${patience}'`);
  for (const column of sealedColumns) {
    if (!(await isThere(client, column))) continue;
    try {
      for await (const page of sealedPages(client, column, sample))
        for (const { tenant, key, seals } of page)
          for (const seal of seals)
            if (isOpen(box, tenant, seal)) tried.opened++;
            else tried.faults.push({ column, tenant, key, seal });
    } catch (error) {
      // A log of runs that is long, and holds next to none.
      if ((error as pg.DatabaseError).code !== '57014') throw error;
    }
  }
  return tried;
}
