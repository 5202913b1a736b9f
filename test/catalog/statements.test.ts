import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appTables } from '../support/catalog.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** Statements that read across tenants, by function. Each was argued for; the worker's claims loop over tenants. */
const acrossTenants = [
  'auth.tenant_find',
  'app.journal_partitions_ensure',
  'app.lineage_note',
  'app.metrics',
  'app.metrics_unsealed',
  'app.places_lift_each',
  'app.places_room_check',
  'app.tenants_containing',
  'app.tenants_find',
  'worker.figures_count',
  'worker.journal_pending',
  'worker.journal_unsealed',
  'worker.messages_due',
  'worker.platform_audits_retire',
  'worker.reseal_tenants',
  // How many tenants it will take.
  'worker.migration_walk',
  'worker.retention_tenants',
  'worker.schedules_due',
  'worker.staging_addresses',
  // Whether a domain is another tenant's.
  'worker.staging_claim',
  'worker.stagings_left',
  'worker.storage_strangers',
  'worker.storage_tenants',
  'app.outbound_look',
  // The hosts that lead to tenants, and how many tenants there are.
  'app.routes_look',
  'app.shard_tenants',
  'app.slugs_look',
  'app.outbound_waiting',
  // The sandboxes of a tenant are other tenants.
  'app.family_used',
  'app.sandboxes_follow',
  'app.sandboxes_used',
  'worker.tenants_expired',
  'worker.user_erasures_due',
  'worker.user_erasures_unnoted',
  'worker.work_claim',
  'worker.work_due',
  'worker.work_look',
  'auth.tenants_of_email',
  'auth.errors_shown',
  'auth.churn_of',
  'auth.revenue_of',
  'auth.subscriptions_shown',
  'auth.tenants_summed',
  'app.tickets_found',
  'app.tickets_named',
  'auth.dead_letter_tenants',
  'auth.dead_letters_shown',
  'auth.diff_tenant',
  'auth.diffs_shown',
  'auth.flag_overrides',
  'auth.impersonations_of',
  'auth.host_holder',
  'auth.installation_stats',
  'app.operations_recent',
  'auth.jobs_shown',
  'auth.route_ids',
  'auth.route_own',
  'auth.routes_shown',
  'auth.ticket_tenant',
  'auth.tickets_shown',
];

interface Body {
  name: string;
  text: string;
}

let database: TestDatabase;
let bodies: Body[];
let tables: string[];
beforeAll(async () => {
  database = await createTestDatabase();
  const { rows } = await database.db.query(`
    select pronamespace::regnamespace || '.' || proname as name, prosrc as text from pg_proc
    where pronamespace = any ('{app,auth,api,platform,worker,gateway}'::regnamespace[]) order by 1`);
  bodies = rows;
  tables = (await appTables(database.db))
    .filter((table) => table.hasTenant && table.name !== 'tenant_slugs')
    .map((table) => table.name);
});
afterAll(() => database.drop());

/** A function's statements, without comments and with texts emptied (they may hold semicolons). */
function statementsOf(body: string): string[] {
  return body
    .replace(/--[^\n]*/g, '')
    .replace(/'(?:[^']|'')*'/g, "''")
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim());
}

/** Called in nearly every write, for what they do: their result is assigned, and of no interest. */
const ofEveryWrite =
  /\bperform app\.(?:journal_(?:write|comment|dashboard|form|short_url|ticket|user_announcement|view|webhook|widget)|unchanged_check|match_check|session_check|act_as|act_back|in_tenant)\(/;

/** Whether a statement performs such a call and nothing else: one over rows, or of several values, is a query anyway. */
function performs(statement: string): boolean {
  const call = ofEveryWrite.exec(statement);
  if (call === null) return false;
  let depth = 1;
  let at = call.index + call[0].length;
  for (; depth > 0 && at < statement.length; at++) {
    if (statement[at] === '(') depth++;
    else if (statement[at] === ')') depth--;
  }
  return at === statement.length;
}

/**
 * Tables in a statement that it does not name the tenant of: `alias.tenant_id` compared, joined with, or among the
 * columns that are inserted.
 */
function unnamed(statement: string): string[] {
  const missing: string[] = [];
  for (const [, verb, table = '', alias] of statement.matchAll(
    /\b(from|join|into|update)\s+app\.(\w+)(?:\s+(?:as\s+)?(?!set\b|where\b|on\b|using\b|join\b|cross\b|left\b|order\b)(\w+))?/g,
  )) {
    if (!tables.includes(table)) continue;
    const isNamed =
      verb === 'into'
        ? new RegExp(`into app\\.${table}(?: as \\w+)? \\([^)]*\\btenant_id\\b`).test(statement)
        : new RegExp(
            `\\b${alias ?? table}\\.tenant_id\\s*=|=\\s*${alias ?? table}\\.tenant_id\\b`,
          ).test(statement) ||
          (verb === 'join' && /using \(tenant_id\)/.test(statement));
    if (!isNamed) missing.push(table);
  }
  return missing;
}

describe('every statement on a tenant’s table', () => {
  it('names the tenant, so it reaches one node, and row-level security is only a safety net', () => {
    const without = bodies.flatMap(({ name, text }) =>
      acrossTenants.includes(name)
        ? []
        : statementsOf(text).flatMap((statement) =>
            unnamed(statement).map((table) => `${name} (${table}): ${statement}`),
          ),
    );
    expect(without).toEqual([]);
  });

  it('takes the tenant from an argument or a variable, never from the setting', () => {
    const reading = bodies
      .filter(({ text }) => /current_setting\s*\(\s*'app\.tenant_id'/.test(text))
      .map(({ name }) => name);
    // Definers that refuse to answer for another tenant than the caller's, before their statements; and /admin, whose
    // tenant the gateway has entered.
    expect(reading).toEqual([
      'app.audit_indexed',
      'app.ids_containing',
      'app.own_tenant_check',
      'app.run_change',
      'app.run_once',
      'app.search_ids',
      'app.tenant_make',
      'app.vector_words_ids',
    ]);
  });

  it('would be reported otherwise (the check can fail)', () => {
    expect(unnamed(`select * from app.objects o where o.id = v_id`)).toEqual(['objects']);
    expect(unnamed(`update app.objects set version = 1 where tenant_id is null`)).toEqual([
      'objects',
    ]);
    expect(unnamed(`insert into app.journal (id) values ('')`)).toEqual(['journal']);
    expect(
      unnamed(
        `select from app.objects o join app.api_keys k on k.tenant_id = o.tenant_id where o.tenant_id = p`,
      ),
    ).toEqual([]);
  });
});

describe('no SQL function', () => {
  it('builds statements from text, except those that were reviewed for it', () => {
    const dynamic = bodies
      .filter(({ text }) => /\bexecute\s+(format\b|'|v_|p_)/i.test(text))
      .map(({ name }) => name);
    expect(dynamic).toEqual([
      // Its columns are the caller's choice. Names stand in it as literals, only those that the type defines or that
      // a row is to show; the data is parameters.
      'app.aggregate',
      // Names of tables and columns from the registry, and keys that it has read, as literals; the data is parameters.
      'app.erase_step',
      // As app.aggregate: an export shows the properties that its caller names, or those that are there.
      'app.export_part',
      // Its conditions are constant texts, chosen by the given filters; the data is parameters.
      'app.files_find',
      'app.journal_partitions_ensure',
      // Constant texts, each of one caller, with the tenant as a literal: a cluster keeps no other plan. The data is settings.
      'app.keep',
      'app.kept',
      // Names of tables and columns, from the catalog.
      'app.statistics_ensure',
      // The types of an extension that not every database has; names as literals, the vector as a parameter.
      'app.vector_ids_by_index',
      // The numbers of a vector as constants of one expression; names and bounds are parameters.
      'app.vectors_compared',
      'worker.journal_retire',
      // Names of tables from the catalog; the tenant is a parameter.
      'worker.staging_drop',
      // Names of tables and columns from the registry, expressions from app.mask_expression; the data is parameters.
      'worker.staging_mask',
      // Names of tables and columns from the catalog, values of its own from worker.staging_values; a snapshot's are parameters.
      'worker.staging_rows',
      'worker.tenant_purge',
      // Finds which tenants have rows in a table; plain statements do the rest.
      'worker.tenants_of',
    ]);
  });

  it('compares lists of journal rows, because json has no equality', () => {
    const comparing = bodies.filter(({ text }) =>
      [...text.matchAll(/\b(\w+) app\.journal\[\]/g)].some(([, name]) =>
        new RegExp(`\\b${name} (=|<>) '\\{\\}'`).test(text),
      ),
    );
    expect(comparing.map(({ name }) => name)).toEqual([]);
  });

  it('performs what nearly every write calls: PERFORM runs a statement of its own around it', () => {
    const found = bodies.filter(({ text }) => statementsOf(text).some(performs));
    expect(found.map(({ name }) => name)).toEqual([]);
    expect(performs("if v_is_new then perform app.journal_write(p_tenant, f(''))")).toBe(true);
    expect(performs("perform app.journal_write(p_tenant, '') from unnest(v_ids)")).toBe(false);
    expect(performs('v_done := app.journal_write(p_tenant)')).toBe(false);
  });

  it('notifies, enqueues jobs or takes advisory locks during a write', () => {
    const heavy = bodies
      .filter(({ name }) => !name.startsWith('worker.'))
      .filter(({ text }) => /pg_notify|add_job|advisory|(?<!app\.)\bnotify\b(?!')/i.test(text))
      .map(({ name }) => name);
    expect(heavy).toEqual([]);
  });

  it('compares a column with coalesce: under row-level security no index takes that for a bound', () => {
    const wrong = bodies.flatMap(({ name, text }) =>
      statementsOf(text)
        .filter((statement) => /\b[a-z]\.\w+ [<>]=? coalesce\(/.test(statement))
        .map(() => name),
    );
    expect(wrong).toEqual([]);
  });
});
