import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sources } from '../structure/sources.ts';
import { become } from '../support/become.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** Files outside of core/principals that set app.principal themselves. */
const elsewhere: Record<string, string> = {
  'sql/40_gateway/call_many.sql': 'Clears every setting between two calls, as insula_api.',
};

/** Functions that act as another until the transaction ends, beside those of the gateway and the worker, which begin one. */
const untilTheEnd: Record<string, string> = {
  integration_report: 'The last that the worker does with a sync.',
  job_report: 'The last that the worker does with a run.',
  ticket_mail_author: 'The mail is answered as the user who sent it.',
};

const files = new Map(
  [...sources('sql/**/*.sql')].map(([path, text]) => [
    path,
    text.replace(/--[^\n]*/g, '').replace(/^comment on [\s\S]*/m, ''),
  ]),
);

const setsPrincipal = (text: string) => /set_config\(\s*'app\.principal'/.test(text);

/** Whether a function that begins to act as another also ends it, on every way out. */
function isEnded(text: string): boolean {
  // A branch that returns has ended it before.
  const [, ...parts] = text.split(/app\.act_as\(/);
  return parts.length > 0 && parts.every((_, n) => endsBeforeReturn(parts.slice(n).join('')));
}

/** The text up to the first return, or the end, ends it. */
function endsBeforeReturn(after: string): boolean {
  const end = after.search(/\breturn\b|\bexception when\b|\bend \$\$/);
  return after.slice(0, end === -1 ? undefined : end).includes('app.act_back(');
}

describe('app.principal', () => {
  it('is set by nothing but core/principals', () => {
    const setting = [...files].filter(([, text]) => setsPrincipal(text)).map(([path]) => path);
    const other = setting.filter((path) => !path.startsWith('sql/20_engines/core/principals/'));
    expect(other).toEqual(Object.keys(elsewhere));
    expect(setting.length - other.length).toBe(2);
  });

  it('is read as text by no function but two that are called for every row or call', () => {
    const reading = [...files].filter(([, text]) =>
      text.includes("current_setting('app.principal'"),
    );
    expect(reading.map(([path]) => basename(path, '.sql'))).toEqual([
      'principal',
      'is_type_limited',
      'is_plain_key',
    ]);
  });

  it('is given back by every function that acts as another, but for those that are named', () => {
    const kept = [...files]
      .filter(
        ([path, text]) =>
          text.includes('app.act_as(') && !/sql\/(40|70)_|core\/principals/.test(path),
      )
      .filter(([, text]) => !isEnded(text))
      .map(([path]) => basename(path, '.sql'));
    expect(kept.toSorted()).toEqual([...Object.keys(untilTheEnd)].toSorted());
  });

  it('would be found otherwise (the check can fail)', () => {
    expect(setsPrincipal("perform set_config(\n  'app.principal', v, true);")).toBe(true);
    expect(setsPrincipal("perform set_config('app.tenant_id', v, true);")).toBe(false);
    expect(isEnded('app.act_as(v); app.f(); app.act_back(w); return 1; end $$')).toBe(true);
    expect(isEnded('app.act_as(v); return app.f(); app.act_back(w); end $$')).toBe(false);
    expect(isEnded('app.act_as(v); app.act_back(w); app.act_as(v); end $$')).toBe(false);
  });
});

/** Functions that enter a tenant themselves, with the role of the call in the same expression. */
const doors: Record<string, string> = {
  'sql/40_gateway/call_many.sql': 'Clears every setting between two calls, as insula_api.',
  'sql/40_gateway/call_platform_tenant.sql': 'A call of the operator, about one tenant.',
  'sql/40_gateway/feed.sql': 'The rows that the streams of a tenant hear.',
  'sql/40_gateway/run.sql': 'A call of a tenant.',
  'sql/40_gateway/run_together.sql': 'Several calls of a tenant.',
  'sql/40_gateway/tenant_id_claim.sql': 'Claims the id of a tenant that is about to be made.',
};

describe('app.tenant_id', () => {
  const setsTenant = (text: string) => /set_config\(\s*'app\.tenant_id'/.test(text);

  it('is set only by app.in_tenant and by the doors of the gateway', () => {
    const setting = [...files].filter(([, text]) => setsTenant(text)).map(([path]) => path);
    const expected = [...Object.keys(doors), 'sql/20_engines/core/principals/in_tenant.sql'];
    expect(setting.toSorted()).toEqual(expected.toSorted());
  });

  it('is entered only by the worker, by one function that a start calls, and by three of the operator in no tenant', () => {
    const entering = [...files]
      .filter(([path, text]) => text.includes('app.in_tenant(') && !/\/in_tenant\.sql$/.test(path))
      .map(([path]) => path);
    expect(entering.length).toBeGreaterThan(30);
    expect(entering.filter((path) => !path.startsWith('sql/70_worker/'))).toEqual([
      'sql/20_engines/data/objects/object_compose.sql',
      'sql/60_platform/backups/backup_upload.sql',
      'sql/60_platform/backups/restore_into.sql',
      'sql/60_platform/backups/tenant_restore_trial.sql',
    ]);
  });

  it('would be found otherwise (the check can fail)', () => {
    expect(setsTenant("perform set_config(\n  'app.tenant_id', v, true);")).toBe(true);
    expect(setsTenant("perform current_setting('app.tenant_id');")).toBe(false);
  });
});

describe('to act as another', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it.each(['insula_tenant', 'insula_platform', 'insula_worker'] as const)(
    'costs %s neither a statement nor a call: PostgreSQL puts the expression in its place',
    async (role) => {
      const client = await become(database, role, 'ten_a');
      const { rows } = await client.query(
        `explain (verbose, costs off)
         select app.act_as(v), app.act_back(v), app.in_tenant('ten_a'), app.in_tenant('ten_a', '{}') from jsonb('{}') v`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('set_config');
      expect(plan).not.toContain('act_');
      expect(plan).not.toContain('in_tenant');
      await client.end();
    },
  );

  it('ends by app.act_back, and by an error that is caught', async () => {
    const client = await become(database, 'insula_tenant', 'ten_a');
    await client.query(`begin; select app.act_as('{"id": "first"}')`);
    await client.query(`do $$
      declare v_caller jsonb := app.principal();
      begin
        perform app.act_as('{"id": "second"}');
        if app.principal()->>'id' <> 'second' then raise 'nothing is set'; end if;
        perform app.act_back(v_caller);
        begin
          perform app.act_as('{"id": "third"}');
          raise sqlstate 'PT409';
        exception when sqlstate 'PT409' then null;
        end;
      end $$`);
    const { rows } = await client.query('select app.principal() as principal');
    expect(rows).toEqual([{ principal: { id: 'first' } }]);
    await client.query('select app.act_back(null)');
    const { rows: none } = await client.query('select app.principal() as principal');
    expect(none).toEqual([{ principal: null }]);
    await client.end();
  });
});
