import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { good } from '../support/answers.ts';
import { createTenant } from '../support/api.ts';
import { runCli } from '../support/cli.ts';
import { temporaryFolder } from '../support/folder.ts';
import { useServer } from '../support/use-server.ts';
import { path } from './support.ts';

const server = useServer();

const about = { name: 'ours', version: '1.0.0' };

describe('a manifest of what a tenant has set up', () => {
  it.each(['crm', 'help-desk', 'invoicing'])(
    'is the same when it was made of what it has made: %s',
    async (name) => {
      const [first, second] = [await createTenant(server), await createTenant(server)];
      await good(first.post(path, { name }));
      const body = { ...about, with_plugins: true };
      const { manifest_json } = await good(first.post(`${path}/export`, body));
      // Other effects of automations are for their author to declare.
      manifest_json.permissions.push('email:manage');
      const made = await good(second.post(path, { manifest_json }));
      expect(made.parts.length).toBeGreaterThan(10);
      const again = await good(second.post(`${path}/export`, body));
      const { permissions: _, ...parts } = manifest_json;
      expect(again.manifest_json).toMatchObject(parts);
      expect((await good(first.post(`${path}/export`, about))).manifest_json).toEqual({
        ...about,
        permissions: ['objects:read', 'objects:write'],
      });
    },
  );

  it('has references and settings in the place of ids and secrets, and numbers those of one name', async () => {
    const api = await createTenant(server);
    const code = 'export default () => 1';
    const env = { TOKEN: 'hush-hush' };
    const { id } = await good(
      api.post('/v1/functions', { name: 'F', trigger_type: 'manual', code, env }),
    );
    const headers = { Authorization: 'Bearer hush-hush', 'x-plain': 'plain' };
    const call = { type: 'webhook', config: { url: 'https://example.com/', headers } };
    const actions = [{ type: 'function', config: { function_id: id } }, call];
    for (const trigger_event of ['manual', 'object.created'])
      await good(api.post('/v1/automations', { name: 'A', trigger_event, actions }));
    const { manifest_json } = await good(
      api.post(`${path}/export`, { ...about, include: ['functions', 'automations'] }),
    );
    expect(manifest_json.automations).toMatchObject([
      {
        name: 'A',
        actions: [
          { config: { function_id: { $ref: 'functions/F' } } },
          {
            config: {
              headers: { Authorization: { $setting: 'A_Authorization' }, 'x-plain': 'plain' },
            },
          },
        ],
      },
      { name: 'A (2)' },
    ]);
    expect(manifest_json.functions[0].env).toEqual({ TOKEN: { $setting: 'F_TOKEN' } });
    expect(Object.values(manifest_json.settings_schema.properties)).toEqual(
      expect.arrayContaining([{ type: 'string', writeOnly: true, description: 'TOKEN of F' }]),
    );
    expect(JSON.stringify(manifest_json)).not.toContain('hush');
  });

  it('holds what its caller may list', async () => {
    const api = await createTenant(server);
    const reader = await api.withKey(['read']);
    expect((await reader.post(`${path}/export`, about)).body.error.code).toBe('INSUFFICIENT_SCOPE');
    const types = await reader.post(`${path}/export`, { ...about, include: ['object_types'] });
    expect(types.status).toBe(200);
  });
});

describe('insula plan and apply', () => {
  it('show the way to a manifest, and go it', { timeout: 300_000 }, async () => {
    const api = await createTenant(server);
    const folder = await temporaryFolder();
    const file = join(folder, 'app.yaml');
    const manifest = {
      name: 'app',
      version: '1.0.0',
      permissions: ['object_types:manage'],
      settings_schema: { properties: { label: { type: 'string' } } },
      object_types: [{ name: 'books', display_name: { $setting: 'label' } }, { name: 'shelves' }],
    };
    const run = async (command: string, ...more: string[]) => {
      await writeFile(file, stringify(manifest));
      const args = [command, file, '--url', server.url, '--token', api.token, ...more];
      const { code, stdout, stderr } = await runCli(args, { DATA_DIR: folder });
      return { code, output: stdout + stderr };
    };
    expect(await run('plan', '--detailed-exitcode')).toEqual({
      code: 3,
      output: expect.stringMatching(
        /app 1\.0\.0\n {2}\+ object_types\/books\n {2}\+ object_types\/shelves\n2 to create, 0 to change, 0 to delete/,
      ),
    });
    expect(await good(api.get(path))).toEqual([]);
    expect(await run('apply', '--set', 'label=Books')).toMatchObject({ code: 0 });
    expect((await good(api.get('/v1/object-types/books'))).display_name).toBe('Books');
    expect(await run('plan', '--detailed-exitcode')).toEqual({
      code: 0,
      output: expect.stringContaining('Nothing to change.'),
    });

    await good(api.post('/v1/objects/shelves', {}));
    Object.assign(manifest, { version: '1.1.0', object_types: [manifest.object_types[0]] });
    expect((await run('plan')).output).toMatch(
      /app 1\.0\.0 → 1\.1\.0\n {2}- object_types\/shelves\n.*1 to delete\.\nAlso removed with them: 1 object\./s,
    );
    const refused = await run('apply');
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('--force')]);
    expect(await run('apply', '--force', '--set', 'label=Our books')).toEqual({
      code: 0,
      output: expect.stringContaining('1 to change, 1 to delete'),
    });
    const types = await good(api.get('/v1/object-types'));
    expect(types.map(({ display_name }: { display_name: string }) => display_name)).toEqual([
      'Our books',
    ]);
    Object.assign(manifest, { object_types: [{ name: 'Bad Name' }] });
    const bad = await run('plan');
    expect([bad.code, bad.output]).toEqual([
      1,
      expect.stringContaining('manifest_json.object_types[0].name'),
    ]);
  });
});
