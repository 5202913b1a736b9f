import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedTenants } from '../support/become.ts';
import { sharedCli } from '../support/cli.ts';
import { createTestDatabase, type TestDatabase, testKey } from '../support/database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { insula } from '../support/process.ts';

describe('the command insula', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const shared = sharedCli();
  const run = async (args: string[], env = {}) => {
    const command = insula(args, {
      DATA_DIR: await temporaryFolder(),
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: testKey().toString('base64'),
      ...env,
    });
    return { code: await command.exit(), output: command.output() };
  };

  it('prints its version, the commit and the newest migration', async () => {
    const { code, output } = await run(['--version']);
    expect(code).toBe(0);
    expect(output).toMatch(/^\d+\.\d+\.\d+ \(commit ([0-9a-f]{12}|unknown), migration \d{6}\)\n$/);
  });

  it.each([
    ['start'],
    ['migrate', 'functions'],
    ['plan'],
    ['apply'],
    ['doctor'],
    ['migrate', 'up'],
    ['migrate', 'status'],
    ['migrate', 'new'],
    ['migrate', 'watch'],
    ['migrate', 'verify'],
  ])('explains %s %s with an example', async (...words) => {
    const args = words.filter(Boolean);
    const { code, stdout } = await shared([...args, '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`Examples:\\n(.*\\n)*.*insula ${args.join(' ')}`));
  });

  it.each([
    [['nonsense']],
    [['start', '--nonsense']],
    [['start', '--api-only', '--worker-only']],
    [['migrate', 'new']],
  ])('exits with 2 for wrong usage %j', async (args) => {
    expect((await run(args)).code).toBe(2);
  });

  it('exits with 1 and one line for a failure', async () => {
    const wrong = { DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none' };
    const { code, output } = await run(['migrate', 'up'], wrong);
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).toContain('cannot connect to PostgreSQL');
  });

  it('prints JSON for scripts', async () => {
    const status = await run(['migrate', 'status', '--json']);
    expect(JSON.parse(status.output)).toMatchObject({ pending: [], unknown: [] });
    const applied = await run(['migrate', 'functions', '--json']);
    expect(JSON.parse(applied.output)).toMatchObject({ pruned: [] });
  });

  it('finds no fault in a healthy database', async () => {
    const { code, output } = await run(['doctor', '--json']);
    const findings: { name: string; status: string }[] = JSON.parse(output);
    const bad = findings.filter(({ status }) => status === 'failed').map(({ name }) => name);
    // The server of a test run trades durability for speed, and doctor must see it.
    expect(bad).toEqual(['fsync', 'full_page_writes', 'synchronous_commit']);
    expect(code).toBe(1);
    expect(findings.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['version', 'storage folder', 'clock', 'extensions', 'migrations']),
    );
  });

  it('detects a journal whose transaction numbers restarted, as in a restored dump', async () => {
    const restored = await createTestDatabase();
    await seedTenants(restored.db);
    const finding = async () => {
      const { output } = await run(['doctor', '--json'], { DATABASE_URL: restored.url });
      const findings: { name: string; status: string }[] = JSON.parse(output);
      return findings.find(({ name }) => name === 'transaction numbers')?.status;
    };
    expect(await finding()).toBe('ok');
    await restored.db.query(`update app.journal set xid = '4294967296' where tenant_id = 'ten_b'`);
    expect(await finding()).toBe('failed');
    await restored.drop();
  });

  it('names the open types that anonymous users can reach', async () => {
    const served = await createTestDatabase();
    await seedTenants(served.db);
    const finding = async () => {
      const { output } = await run(['doctor', '--json'], { DATABASE_URL: served.url });
      const findings: { name: string; status: string; found: string }[] = JSON.parse(output);
      return findings.find(({ name }) => name === 'open object types');
    };
    await served.db.query(`update app.object_types set user_access = 'private'`);
    expect(await finding()).toMatchObject({ status: 'ok' });
    await served.db.query(
      `update app.object_types set user_access = 'open' where tenant_id = 'ten_b'`,
    );
    const { rows } = await served.db.query(
      `select t.slug || '/' || o.name as name from app.object_types o
       join app.tenants t using (tenant_id) where o.tenant_id = 'ten_b'`,
    );
    const found = await finding();
    expect(found?.status).toBe('warning');
    for (const { name } of rows) expect(found?.found).toContain(name);
    await served.db.query(
      `insert into app.tenant_settings (tenant_id, auth) values ('ten_b', '{"anonymous": {"enabled": false}}')
       on conflict (tenant_id) do update set auth = excluded.auth`,
    );
    expect(await finding()).toMatchObject({ status: 'ok' });
    await served.drop();
  });

  it('explains what to do about an empty database', async () => {
    const empty = await createTestDatabase('empty');
    const { output } = await run(['doctor'], { DATABASE_URL: empty.url });
    await empty.drop();
    expect(output).toContain('migrations: never run');
    expect(output).toContain('Run "insula migrate up"');
  });
});
