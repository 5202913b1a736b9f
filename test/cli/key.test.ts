import { describe, expect, it } from 'vitest';
import { scope } from '../../src/groups/keys/shapes.ts';
import { createTenant } from '../support/api.ts';
import { sharedCli } from '../support/cli.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer();
const runCli = sharedCli();

const key = (...args: string[]) =>
  runCli(['key', ...args, '--url', server.url, '--platform-key', server.platformKey]);

describe('insula key create', () => {
  it('names each scope in its help', async () => {
    const { stdout } = await runCli(['key', 'create', '--help']);
    const text = stdout.replaceAll(/\s+/g, ' ');
    const [last, ...scopes] = scope.options.toReversed();
    expect(text).toContain(`${scopes.toReversed().join(', ')}, or ${last} for all`);
  });

  it('prints a key with the given scopes and limits', async () => {
    const api = await createTenant(server, { slug: 'limits' });
    const { code, stdout } = await key(
      ...[
        'create',
        'limits',
        '--label',
        'Website',
        '--scopes',
        'read,files',
        '--ip',
        '127.0.0.1,::1',
      ],
      ...['--unbound', '--rate-limit', '50', '--expires-at', '2099-12-31T00:00:00Z', '--json'],
    );
    expect(code).toBe(0);
    const created = JSON.parse(stdout);
    expect(created.key).toMatchObject({
      label: 'Website',
      scopes: ['read', 'files'],
      ip_allowlist: ['127.0.0.1/32', '::1/128'],
      rate_limit: 50,
      bound_by_policies: false,
      expires_at: expect.stringMatching(/^2099-12-31/),
    });
    const answer = await api.as(created.token).get('/v1/object-types');
    expect([answer.status, answer.headers.get('ratelimit-limit')]).toEqual([200, '50']);
  });

  it('grants every right unless told otherwise', async () => {
    const api = await createTenant(server, { slug: 'rights' });
    const { stdout } = await key('create', 'rights');
    const [, token] = /^key {2}(ins_\S+)$/m.exec(stdout) ?? [];
    expect((await api.as(token).post('/v1/object-types', { name: 'things' })).status).toBe(201);
  });

  it('fails for an unknown scope, and for an unknown tenant', async () => {
    await createTenant(server, { slug: 'wrong' });
    const scope = await key('create', 'wrong', '--scopes', 'read,everything');
    expect([scope.code, scope.stderr]).toEqual([1, expect.stringContaining('scopes[1]')]);
    expect((await key('create', 'nobody')).code).toBe(1);
    expect((await key('create')).code).toBe(2);
    expect((await key('create', 'wrong', '--rate-limit', 'fast')).code).toBe(2);
  });
});

describe('insula key list and revoke', () => {
  it('list the keys of one tenant, and end one at once', async () => {
    const api = await createTenant(server, { slug: 'listed' });
    const { keyId, token } = await api.withKey(['read'], { label: 'Website' });
    const listed = await key('list', 'listed');
    expect(listed.stdout).toMatch(/^ID +LABEL +ENDS IN +SCOPES +STATUS +LAST USED\n/);
    const line = new RegExp(`^${keyId} +Website +${token.slice(-4)} +read +active +never$`, 'm');
    expect(listed.stdout).toMatch(line);
    expect(listed.stdout).not.toContain(token);

    expect((await key('revoke', 'listed', keyId)).stdout).toBe(`key  ${keyId} is revoked\n`);
    expect((await api.as(token).get('/v1/object-types')).status).toBe(401);
    const statuses = JSON.parse((await key('list', api.tenant.id, '--json')).stdout).map(
      ({ id, status }: { id: string; status: string }) => [id, status],
    );
    expect(statuses).toEqual([
      [keyId, 'revoked'],
      [expect.any(String), 'active'],
    ]);
  });

  it('fail for an unknown key', async () => {
    await createTenant(server, { slug: 'empty' });
    const { code, stderr } = await key('revoke', 'empty', 'key_x');
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^insula: .*key_x.* \(NOT_FOUND, DELETE/),
    ]);
    expect((await key('revoke', 'empty')).code).toBe(2);
  });
});
