import { Command } from 'commander';
import { apply, describeApply } from '../db/apply.ts';
import { DatabaseError, withClient } from '../db/client.ts';
import { commitMigration } from '../db/commit.ts';
import { settleKey } from '../db/encryption-key.ts';
import { migrationStatus } from '../db/graphile-migrate.ts';
import type { Rewind } from '../db/rewind.ts';
import { makeRoles } from '../db/roles.ts';
import { indexVectors } from '../db/vector-indexes.ts';
import { verify } from '../db/verify.ts';
import { watch } from '../db/watch.ts';
import { loadConfig } from '../ground/config/config.ts';
import { createLog } from '../pulse/log.ts';
import { migrateAt, withDatabase } from './database.ts';
import { examples, printJson } from './report.ts';

interface Json {
  json?: boolean;
}

/** `insula migrate …`: tables, roles, queue and functions of the database. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('bring the database to this version, or work on its migrations')
    .addCommand(upCommand())
    .addCommand(rolesCommand())
    .addCommand(statusCommand())
    .addCommand(rewoundCommand())
    .addCommand(vectorsCommand())
    .addCommand(newCommand())
    .addCommand(watchCommand())
    .addCommand(functionsCommand())
    .addCommand(verifyCommand());
}

function upCommand(): Command {
  return new Command('up')
    .description(
      'run pending migrations and apply the functions (insula start does this by itself)',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      examples(
        'insula migrate up',
        'DATABASE_URL=postgres://migrator:secret@db/insula insula migrate up',
      ),
    )
    .action(async ({ json }: Json) => {
      const result = await withDatabase((context) => migrateAt(context));
      if (json) return printJson(result);
      console.log(`migrations: ${result.pending.join(', ') || 'nothing pending'}`);
      console.log(describeApply(result.functions));
      if (result.rewind) console.log(describeRewind(result.rewind));
    });
}

function rewoundCommand(): Command {
  return new Command('rewound')
    .description(
      'say that the database has gone back in time where it cannot notice by itself: places of the time that is lost are refused from then on',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `
A point-in-time restore, a fail-over and a restored dump are noticed at the next start. This command is for an old copy of the
database's folder, or of its volume, that was put back. Stop Insula first. Once too often does no harm.
${examples('insula migrate rewound', 'DATABASE_URL=postgres://migrator:secret@db/insula insula migrate rewound')}`,
    )
    .action(async ({ json }: Json) => {
      const { rewind } = await withDatabase(async (context) => {
        await requireStopped(context.url);
        return migrateAt(context, 'insula migrate rewound');
      });
      if (json) printJson(rewind);
      else if (rewind) console.log(describeRewind(rewind));
    });
}

const describeRewind = ({ restored_to, tenants }: Rewind): string =>
  `the database went back to ${restored_to}: positions, receipts and seals of the time that is lost answer 410 from now on, in ${tenants} tenants`;

/** A process that writes with the places of before would lose what it writes to those who follow. */
async function requireStopped(url: string): Promise<void> {
  const running = await withClient(url, 'rewound', async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and usename in ('insula_api', 'insula_worker')`,
    );
    return rows[0]?.count ?? 0;
  });
  if (running > 0)
    throw new DatabaseError(
      `Insula is running on this database (${running} connections): stop all its processes first.`,
    );
}

function rolesCommand(): Command {
  return new Command('roles')
    .description(
      'only create the roles on a new server, before a dump is restored into the database; insula start does the rest',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      examples(
        'insula migrate roles',
        'DATABASE_URL=postgres://migrator:secret@db/insula insula migrate roles',
      ),
    )
    .action(async ({ json }: Json) => {
      await withDatabase(({ url }) => makeRoles(url));
      if (json) printJson({ roles: true });
      else console.log('roles: ready');
    });
}

function statusCommand(): Command {
  return new Command('status')
    .description('show applied and pending migrations; exit code 1 when any are pending')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('insula migrate status', 'insula migrate status --json'))
    .action(async ({ json }: Json) => {
      const status = await withDatabase(({ url }) => migrationStatus(url));
      if (json) printJson(status);
      else {
        for (const file of status.applied) console.log(`applied  ${file}`);
        for (const file of status.pending) console.log(`pending  ${file}`);
        for (const file of status.unknown) console.log(`unknown  ${file} (the database is newer)`);
        if (status.hasCurrent) console.log('in progress  migrations/current.sql');
      }
      if (status.pending.length + status.unknown.length > 0) process.exitCode = 1;
    });
}

function vectorsCommand(): Command {
  return new Command('vectors')
    .description(
      'give large collections of vectors an index of the extension vector (pgvector), and remove those that are not needed any more',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('insula migrate vectors'))
    .action(async ({ json }: Json) => {
      const result = await withDatabase(({ url }) =>
        indexVectors(url, ({ tenant_id, name, vectors }) => {
          if (!json) console.log(`indexing ${vectors} vectors of ${name} (${tenant_id})`);
        }),
      );
      if (json) return printJson(result);
      console.log(`indexes: ${result.made.length} made, ${result.removed.length} removed`);
    });
}

function newCommand(): Command {
  return new Command('new')
    .description(
      'commit migrations/current.sql as the next migration, after trying it from scratch',
    )
    .argument('<message>', 'what it does, in a few words')
    .addHelpText('after', examples('insula migrate new "add webhooks"'))
    .action(async (message: string) => {
      const log = createLog({ logLevel: 'warn' });
      console.log(await commitMigration(message, log));
    });
}

function watchCommand(): Command {
  return new Command('watch')
    .description('run migrations/current.sql and apply sql/ again whenever a file changes')
    .addHelpText('after', examples('insula migrate watch'))
    .action(() =>
      withDatabase(({ url, config, log }) =>
        watch(url, { log, encryptionKey: (client) => settleKey(client, config) }, (line) =>
          console.log(line),
        ),
      ),
    );
}

function functionsCommand(): Command {
  return new Command('functions')
    .description(
      'apply the functions in sql/ (without migrating); drops those that no file declares',
    )
    .option('--check', 'validate every function body while applying')
    .option('--force', 'apply even when nothing changed')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('insula migrate functions', 'insula migrate functions --check'))
    .action(async ({ json, ...options }: Json & { check?: boolean; force?: boolean }) => {
      const result = await withDatabase(({ url, log }) => apply(url, { ...options, gate: log }));
      if (json) printJson(result);
      else console.log(describeApply(result));
    });
}

function verifyCommand(): Command {
  return new Command('verify')
    .description(
      'migrate a scratch database twice, validating every function, and write docs/reference/schema.sql',
    )
    .option('--check', 'do not write: fail when docs/reference/schema.sql is out of date')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('insula migrate verify', 'insula migrate verify --check'))
    .action(async ({ json, check = false }: Json & { check?: boolean }) => {
      const { logLevel } = loadConfig();
      const log = createLog({ logLevel: logLevel === 'info' ? 'warn' : logLevel });
      const result = await verify({ log, write: !check });
      if (json) printJson(result);
      else {
        console.log(describeApply(result.functions));
        console.log(`docs/reference/schema.sql: ${result.schema}`);
        if (result.hasCurrent) console.log('migrations/current.sql is not committed yet');
      }
      if (check && result.schema !== 'up to date') process.exitCode = 1;
    });
}
