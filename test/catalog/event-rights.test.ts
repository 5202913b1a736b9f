import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groups } from '../../src/groups/index.ts';
import { permissionOf } from '../../src/operations/route.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** That events tell of no kind of record to a caller who may not get the record itself. */

/** The routes that get a record, of kinds that are not called as their route is. */
const getters: Record<string, string> = {
  auth_config: 'auth_config.get',
  automation_run: 'automation.run_get',
  collection: 'collection.get',
  delivery: 'webhook_delivery.get',
  exchange_rates: 'exchange_rate.list',
  export: 'data.export_get',
  file_tag: 'file_tag.list',
  function_run: 'function.log_get',
  ledger: 'accounting.verify',
  import: 'data.import_get',
  mfa: 'user.mfa_list',
  mfa_factor: 'user.mfa_list',
  notification_preference: 'notification_preference.list',
  report: 'saved_report.get',
  report_run: 'report.run_get',
  sms: 'email.get',
  tenant: 'tenant_current.get',
  usage: 'usage.get',
  widget: 'dashboard.get',
  workflow_run: 'workflow.runs',
};

/** Kinds that no route gets, and where they are read instead. */
const without: Record<string, string> = {
  custom: 'The noun of custom events: their kind is event.',
  email_report_secret: 'Only its rotation answers it.',
  impersonation: 'The audit log tells when an operator acted as a user.',
  passkey: 'Each user lists their own.',
  portal: 'A contact of the portal gets their own.',
  queue_job: 'Queued work, which only the operator sees.',
  recovery_codes: 'Each user gets their own.',
  session: 'Each user gets their own.',
  sql: 'A statement stands in the audit log alone.',
};

/** Of scopes and permissions, those that a caller holds. */
interface Right {
  scope: string;
  permission: string;
}

const routes = groups.flatMap((group) => group.routes);
const rightOf = (kind: string): Right | undefined => {
  if (Object.hasOwn(without, kind)) return undefined;
  const named = [getters[kind], `${kind}.get`, `${kind}.list`];
  const route = named.flatMap((name) => routes.find(({ id }) => id === name) ?? [])[0];
  return route && { scope: route.scope, permission: permissionOf(route) };
};

let database: TestDatabase;
let words: Record<string, unknown>;
beforeAll(async () => {
  database = await createTestDatabase();
  const { rows } = await database.db.query(
    `select rule->'events' as events from app.registry_tables()`,
  );
  words = Object.assign({}, ...rows.map(({ events }) => events));
});
afterAll(() => database.drop());

/** The kinds that a caller is told of who may not get their records. */
async function told(principal: object, may: (right: Right) => Promise<boolean>): Promise<string[]> {
  const { rows } = await database.db.query('select app.events_hidden($1) as hidden', [principal]);
  const open = Object.keys(words).filter((kind) => !rows[0].hidden.includes(kind));
  const wrong: string[] = [];
  for (const kind of open) {
    const right = rightOf(kind);
    if (right && !(await may(right))) wrong.push(kind);
  }
  return wrong;
}

const covers = async (call: string, ...values: unknown[]) =>
  (await database.db.query(`select ${call} as covers`, values)).rows[0].covers as boolean;

describe('a caller who may not get a kind of record', () => {
  const permissions = [...new Set([...routes.map(permissionOf), 'events:read'])].toSorted();
  const scopes = [...new Set(routes.map(({ scope }) => scope))].toSorted();

  it('hears nothing of it as a user with one permission beside events:read', async () => {
    const wrong: Record<string, string[]> = {};
    for (const permission of permissions.filter((one) => one !== '*')) {
      const held = [permission, 'events:read'];
      const principal = await database.db.query(
        `select jsonb_build_object('type', 'user', 'permissions', $1::text[],
           'scopes', app.permission_scopes($1::text[])) as user`,
        [held],
      );
      const found = await told(principal.rows[0].user, (right) =>
        covers('app.permission_covers($1, $2)', held, right.permission),
      );
      if (found.length > 0) wrong[permission] = found;
    }
    expect(wrong).toEqual({});
  });

  it('hears nothing of it as a key with one scope beside read', async () => {
    const wrong: Record<string, string[]> = {};
    for (const scope of scopes.filter((one) => one !== '*')) {
      const held = ['read', scope];
      const found = await told({ type: 'api_key', scopes: held }, (right) =>
        covers('app.scope_covers($1, $2)', held, right.scope),
      );
      if (found.length > 0) wrong[scope] = found;
    }
    expect(wrong).toEqual({});
  });
});

it('every kind has a route that gets it, or is named with the reason', () => {
  const silent = Object.keys(words).filter((kind) => !rightOf(kind));
  expect(silent.toSorted()).toEqual(Object.keys(without).toSorted());
});
