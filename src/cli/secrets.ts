import { Command } from 'commander';
import { withClient } from '../db/client.ts';
import { fingerprintOf } from '../db/encryption-key.ts';
import { findLosses, giveUp, type Loss, type Losses } from '../db/give-up.ts';
import type { Config } from '../ground/config/config.ts';
import { encryptionKeysOf } from '../ground/config/keys.ts';
import { secretPath } from '../ground/machine/secrets.ts';
import { withDatabase } from './database.ts';
import { examples, printJson, table } from './report.ts';

interface GiveUpOptions {
  yes?: string;
  json?: boolean;
}

/** `insula secrets …`: what is sealed with ENCRYPTION_KEY. */
export function secretsCommand(): Command {
  return new Command('secrets')
    .description('give up what was sealed with an ENCRYPTION_KEY that is lost')
    .addCommand(giveUpCommand());
}

function giveUpCommand(): Command {
  return new Command('give-up')
    .description(
      'list what this ENCRYPTION_KEY does not open; with --yes, give that up, so that the server starts with this key',
    )
    .option('--yes <token>', 'give up what was listed with this token')
    .option('--json', 'print the list as JSON, with all tenants')
    .addHelpText(
      'after',
      examples('insula secrets give-up', 'insula secrets give-up --yes 12-3f2a91c0'),
    )
    .action((options: GiveUpOptions) =>
      withDatabase(({ url, config }) =>
        withClient(url, 'secrets', async (client) => {
          const isMade = config.made.encryptionKey;
          const losses =
            options.yes === undefined
              ? await findLosses(client, encryptionKeysOf(config))
              : await giveUp(client, config, options.yes);
          if (options.json) return printJson(losses);
          console.log(
            options.yes === undefined
              ? describe(losses, isMade, config)
              : describeDone(losses, isMade, config),
          );
        }),
      ),
    );
}

/** Describes what would be given up, and how. */
function describe(losses: Losses, isMade: boolean, { dataDir }: Config): string {
  const { known, ours, count, token } = losses;
  if (count === 0 && known === ours)
    return `The server knows this ENCRYPTION_KEY (fingerprint ${ours}), and it opens every secret: there is nothing to give up.`;
  return [
    `The ENCRYPTION_KEY that the server knows: ${known ? `fingerprint ${known}` : 'none'}`,
    isMade
      ? `Yours: not set. A new one is made, and kept in ${secretPath(dataDir, 'encryption-key')}`
      : `Yours: fingerprint ${ours}`,
    '',
    list(losses),
    '',
    'Nothing has been changed. If the key of before is found after all, everything is back with it. To give up what',
    'is listed here for good, stop every process of Insula, and run:',
    '',
    `  insula secrets give-up --yes ${token}`,
  ].join('\n');
}

function list({ losses, sessions }: Losses): string {
  if (losses.length === 0) return 'It opens every secret that there is.';
  const rows = losses.map((loss) => [loss.kind, String(loss.count), tenantsOf(loss), loss.remedy]);
  const ends = [
    ...(sessions > 0
      ? [`${sessions} sessions end: their users sign in again with the passwords that they have.`]
      : []),
    'Signed URLs of files, unsubscribe links in mails and reply addresses also end with the key. API keys,',
    'passwords, passkeys, recovery codes and all data stay.',
  ];
  return [
    'It does not open:',
    '',
    table(['WHAT', 'SECRETS', 'OF TENANTS', 'WHAT TO DO AFTERWARDS'], rows),
    '',
    ...ends,
  ].join('\n');
}

const shownTenants = 5;

function tenantsOf({ tenants }: Loss): string {
  if (tenants.length === 0) return '-';
  const names = tenants.slice(0, shownTenants).map(({ id, slug }) => slug ?? id);
  const more = tenants.length - names.length;
  return names.join(', ') + (more > 0 ? ` and ${more} more (--json)` : '');
}

function describeDone(losses: Losses, isMade: boolean, { dataDir, encryptionKey }: Config): string {
  return [
    `${losses.count} secrets were given up. The server knows the ENCRYPTION_KEY with the fingerprint ${fingerprintOf(encryptionKey)} now.`,
    ...(isMade
      ? [`It was made now, and is kept in ${secretPath(dataDir, 'encryption-key')}: back it up.`]
      : []),
    ...losses.losses.map(({ kind, count, remedy }) => `  ${count} ${kind}: ${remedy}`),
    'Start Insula again, each process with this key.',
  ].join('\n');
}
