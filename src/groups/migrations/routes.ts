import { z } from 'zod';
import { offsetQuery, total } from '../../ground/shapes/schemas.ts';
import type { Route } from '../../operations/route.ts';
import { fleetInput, Migration, migrationInput, migrationStatus, migrationType } from './shapes.ts';

const list = '/admin/migrations';
const one = `${list}/:migration_id`;
const reads = { method: 'GET', scope: 'platform', platformScope: 'infra:read' } as const;
const changes = { method: 'POST', scope: 'platform', platformScope: 'infra:write' } as const;
const moves = {
  ...changes,
  returns: Migration,
  errors: ['INVALID_STATE'],
} satisfies Partial<Route>;
const lists = {
  ...reads,
  query: offsetQuery,
  returns: z.object({ migrations: z.array(Migration), ...total }).meta({ id: 'MigrationList' }),
} satisfies Partial<Route>;

export const routes: Route[] = [
  {
    ...moves,
    id: 'migration.create',
    path: list,
    status: 201,
    summary: 'Prepare a migration of stored data',
    description:
      'It waits until it is run, and takes all tenants or one, in chunks of at most 5,000 rows beside requests. `reseal` opens each secret of all tenants and seals it with the ENCRYPTION_KEY of the processes, ' +
      'which all of them have to seal with by then; at the end the database logins get the passwords of that key. One of a kind at a time. See docs/operate/desk.md.',
    body: migrationInput,
    errors: ['INVALID_STATE', 'NOT_FOUND'],
    example: { body: { type: 'reindex' } },
  },
  {
    ...moves,
    id: 'migration.fleet',
    path: `${list}/fleet`,
    status: 201,
    summary: 'Begin a migration of all tenants',
    description:
      'Tenants are taken one after the other, in order of id. One that fails is noted in `failures`, and the next one comes, until `stop_after_failures` have failed. ' +
      'A retry takes those that failed, and those that were not reached.',
    body: fleetInput,
    example: { body: { type: 'backfill', version: 'storage_usage' } },
  },
  {
    ...lists,
    id: 'migration.list',
    path: list,
    summary: 'List migrations, newest first',
    query: offsetQuery.extend({
      type: migrationType.optional(),
      status: migrationStatus.optional(),
      tenant_id: z
        .string()
        .max(100)
        .optional()
        .meta({ description: 'Those that take only this tenant' }),
    }),
  },
  {
    ...reads,
    id: 'migration.progress',
    path: `${list}/progress`,
    summary: 'Get the migrations that run now, and how far they are',
    returns: z.object({
      running: z.array(Migration),
      tenants_done: z
        .number()
        .int()
        .meta({ description: 'Of migrations that take tenants one after the other' }),
      tenants_total: z.number().int(),
    }),
  },
  {
    ...lists,
    id: 'migration.active',
    path: `${list}/active`,
    summary: 'List migrations that have not ended, newest first',
  },
  {
    ...lists,
    id: 'migration.failed',
    path: `${list}/failed`,
    summary: 'List migrations that failed, newest first',
  },
  {
    ...reads,
    id: 'migration.get',
    path: one,
    summary: 'Get a migration',
    returns: Migration,
  },
  {
    ...moves,
    id: 'migration.run',
    path: `${one}/run`,
    summary: 'Begin a migration',
  },
  {
    ...moves,
    id: 'migration.pause',
    path: `${one}/pause`,
    summary: 'Pause a migration',
    description: 'From the end of the chunk that is under way.',
  },
  {
    ...moves,
    id: 'migration.resume',
    path: `${one}/resume`,
    summary: 'Resume a migration',
  },
  {
    ...moves,
    id: 'migration.retry',
    path: `${one}/retry`,
    summary: 'Begin a failed migration once more',
    description:
      'It takes the tenants that failed, and those that were not reached; a reseal, the secrets that are left.',
  },
  {
    ...moves,
    id: 'migration.cancel',
    path: `${one}/cancel`,
    summary: 'Cancel a migration',
    description:
      'Chunks that are done stay so. Secrets that a reseal has sealed again open with both keys set.',
  },
  {
    ...moves,
    id: 'migration.rollback',
    path: `${one}/rollback`,
    summary: 'Take a migration back',
    description:
      'Refused by those of this version: a reseal is undone by another one with the key of before, and the others calculate what they write from the data.',
  },
];
