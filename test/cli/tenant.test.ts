import { describe, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { sharedCli } from '../support/cli.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase();
const runCli = sharedCli();

const tenant = (...args: string[]) =>
  runCli(['tenant', ...args, '--url', server.url, '--platform-key', server.platformKey]);
const statusOf = async (token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${server.url}/v1/object-types`, { headers })).status;
};

describe('insula tenant create', () => {
  it('prints the tenant, and its key only this once', async () => {
    const { code, stdout, stderr } = await tenant('create', 'Acme Inc.', '--slug', 'acme');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^tenant {2}ten_[0-9a-f]{32} \(acme\)$/m);
    const [, token = ''] = /^key {5}(ins_\S+)$/m.exec(stdout) ?? [];
    expect(await statusOf(token)).toBe(200);
  });

  it('prints the whole response as JSON for scripts', async () => {
    const { stdout } = await tenant(
      ...['create', 'Script', '--json', '--plan', 'pro', '--owner-email', 'o@example.com'],
    );
    const { tenant: created, token } = JSON.parse(stdout);
    expect(created).toMatchObject({
      slug: 'script',
      plan_tier: 'pro',
      owner_email: 'o@example.com',
    });
    expect(await statusOf(token)).toBe(200);
  });

  it('fails with the server’s message, and with 2 for wrong usage', async () => {
    await tenant('create', 'Taken', '--slug', 'taken');
    const { code, stdout, stderr } = await tenant('create', 'Other', '--slug', 'taken');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^insula: .*taken.* \(ALREADY_EXISTS, POST \/admin\/tenants\)\n$/);
    expect((await tenant('create')).code).toBe(2);
    const unknown = await tenant('create', 'X', '--plan', 'gold');
    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toMatch(
      /^insula: plan_tier: must be one of the plans: enterprise, free, /,
    );
  });
});

describe('insula tenant list', () => {
  it('shows tenants as a table, filtered by text, status and plan', async () => {
    await createTenant(server, { name: 'Baker', slug: 'baker', plan_tier: 'starter' });
    const { code, stdout } = await tenant('list', '--search', 'baker', '--plan', 'starter');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^ID +SLUG +NAME +STATUS +PLAN +OBJECTS\nten_\w+ +baker +Baker +active +starter +0\n$/,
    );
    expect((await tenant('list', '--search', 'baker', '--status', 'suspended')).stdout).toMatch(
      /^ID.*\n$/,
    );
  });

  it('reads as many pages as requested, and reports when there are more', async () => {
    const created = Array.from({ length: 103 }, (_, i) =>
      createTenant(server, { name: `Many ${i}` }),
    );
    await Promise.all(created);
    const all = await tenant('list', '--search', 'Many', '--limit', '500', '--json');
    expect(JSON.parse(all.stdout)).toHaveLength(103);
    const some = await tenant('list', '--search', 'Many', '--limit', '101');
    expect(some.stdout).toMatch(/\n101 of 103: --limit shows more\n$/);
    expect(some.stdout.match(/^ten_/gm)).toHaveLength(101);
  });

  it('accepts only whole numbers as limit', async () => {
    for (const limit of ['0', '-1', 'many', '1.5'])
      expect((await tenant('list', `--limit=${limit}`)).code).toBe(2);
  });
});

describe('insula tenant suspend and activate', () => {
  it('block and allow the calls of a tenant, by slug or id', async () => {
    const { tenant: created, token } = await createTenant(server, { slug: 'late' });
    const suspended = await tenant('suspend', 'late', '--reason', 'Unpaid invoice');
    expect(suspended).toEqual({
      code: 0,
      stdout: `tenant  ${created.id} (late) is suspended\n`,
      stderr: '',
    });
    expect(await statusOf(token)).toBe(403);
    const reason = JSON.parse((await tenant('list', '--search', 'late', '--json')).stdout)[0]
      .status_reason;
    expect(reason).toBe('Unpaid invoice');
    const activated = await tenant('activate', created.id);
    expect(activated.stdout).toBe(`tenant  ${created.id} (late) is active\n`);
    expect(await statusOf(token)).toBe(200);
  });

  it('do not find a tenant by a part of its slug', async () => {
    await createTenant(server, { slug: 'exactly-this' });
    const { code, stderr } = await tenant('suspend', 'exactly');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^insula: There is no tenant exactly at .+ See: insula tenant list\n$/);
  });
});
