import { z } from 'zod';
import { offsetQuery, total } from '../../ground/shapes/schemas.ts';
import type { Route } from '../../operations/route.ts';
import { Migration, migrationStatus, migrationType } from './shapes.ts';

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
      'It waits until it is run. `reseal` opens each secret of all tenants and seals it with the ENCRYPTION_KEY of the processes, ' +
      'which all of them have to seal with by then; at the end the database logins get the passwords of that key. One at a time. See docs/operate/secrets.md.',
    body: z.object({ type: migrationType }),
    example: { body: { type: 'reseal' } },
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
        .meta({ description: 'Those of one tenant: none, because all are about all tenants' }),
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
        .meta({ description: 'Of migrations that take tenants one by one: 0 where none runs' }),
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
    description: 'It finds the secrets that are left.',
  },
  {
    ...moves,
    id: 'migration.cancel',
    path: `${one}/cancel`,
    summary: 'Cancel a migration',
    description: 'Secrets that it has sealed again stay so: with both keys set, each opens.',
  },
];
