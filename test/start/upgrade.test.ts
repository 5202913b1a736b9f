import { glob, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { withClient } from '../../src/db/client.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const folder = join(import.meta.dirname, '../../migrations');

/** The last migration of the version that object types without user_access come from. */
const lastOfBefore = 5;

/** The migrations of that version and those that came since, the one in progress last. */
async function migrations(): Promise<{ before: string[]; since: string[] }> {
  const files = (await Array.fromAsync(glob(`${folder}/committed/*.sql`))).toSorted();
  const isBefore = (file: string) => Number.parseInt(basename(file), 10) <= lastOfBefore;
  return {
    before: files.filter(isBefore),
    since: [...files.filter((file) => !isBefore(file)), `${folder}/current.sql`],
  };
}

async function run(database: TestDatabase, files: string[]): Promise<void> {
  for (const file of files) await database.db.query(await readFile(file, 'utf8'));
}

/** A database as that version left it: a tenant with types, a key, and what listens. */
async function filled(database: TestDatabase): Promise<void> {
  await database.db.query(`
    insert into app.tenants (tenant_id, name, slug) values ('ten_a', 'a', 'a');
    insert into app.api_keys (tenant_id, id, handle, secret_hash, last4, scopes)
    values ('ten_a', 'key_a', 'abcdefghijkl', sha256('x'), 'last', '{write}');
    insert into app.object_types (tenant_id, id, name) values ('ten_a', 'ot_a', 'notes');
    insert into app.policies_gone (tenant_id, object_type_id) values ('ten_a', 'ot_gone');
    insert into app.webhooks (tenant_id, id, url, secret, secret_preview, created_by) values
      ('ten_a', 'whk_told', 'https://b.example', 's', 's', 'usr_a'),
      ('ten_a', 'whk_user', 'https://c.example', 's', 's', 'usr_b'),
      ('ten_a', 'whk_none', 'https://d.example', 's', 's', null);
    insert into app.automations (tenant_id, id, name, trigger_event)
    values ('ten_a', 'auto_a', 'a', 'object.created');
    insert into app.functions (tenant_id, id, name, code, actor)
    values ('ten_a', 'fn_a', 'a', '1', '{"type": "api_key", "id": "key_a"}');
    insert into app.journal
      (tenant_id, id, type, actor, resource_type, resource_id, before, after) values
      ('ten_a', 'evt_1', 'webhook.created', '{"type": "user", "id": "usr_a", "email": "a@b.c"}',
        'webhook', 'whk_told', null, '{"url": "https://a.example", "events": []}'),
      ('ten_a', 'evt_2', 'webhook.updated', '{"type": "api_key", "id": "key_a"}', 'webhook',
        'whk_told', '{"url": "https://a.example", "events": []}',
        '{"url": "https://b.example", "events": []}'),
      ('ten_a', 'evt_3', 'webhook.updated', '{"type": "user", "id": "usr_c"}', 'webhook',
        'whk_told', '{"url": "https://b.example", "events": [], "description": null}',
        '{"url": "https://b.example", "events": [], "description": "x"}'),
      ('ten_a', 'evt_4', 'automation.created', '{"type": "api_key", "id": "key_a"}', 'automation',
        'auto_a', null, '{"actions": [], "trigger_event": "object.created"}')`);
}

it('an upgrade keeps types open and keys under policies, and knows the authors of listeners', async () => {
  const database = await createTestDatabase('empty');
  onTestFinished(() => database.drop());
  const roles = await readFile(`${folder}/roles.sql`, 'utf8');
  await withClient(database.url, 'test', (client) => client.query(roles));
  const { before, since } = await migrations();
  await run(database, before);
  await filled(database);
  // Whatever is in progress can be run again.
  await run(database, [...since, ...since.slice(-1)]);

  await database.db.query(
    `insert into app.object_types (tenant_id, id, name) values ('ten_a', 'ot_b', 'diaries')`,
  );
  const rows = async (text: string) => (await database.db.query(text)).rows;
  expect(await rows('select name, user_access from app.object_types order by id')).toEqual([
    { name: 'notes', user_access: 'open' },
    { name: 'diaries', user_access: 'private' },
  ]);
  expect(await rows('select bound_by_policies, sees_private from app.api_keys')).toEqual([
    { bound_by_policies: true, sees_private: true },
  ]);
  expect(await rows('select had_policies from app.policies_gone')).toEqual([
    { had_policies: true },
  ]);
  const key = { type: 'api_key', id: 'key_a' };
  const ada = { type: 'user', id: 'usr_a' };
  const bob = { type: 'user', id: 'usr_b' };
  expect(await rows('select id, authors from app.webhooks order by id')).toEqual([
    { id: 'whk_none', authors: {} },
    { id: 'whk_told', authors: { target: [key], events: [ada] } },
    { id: 'whk_user', authors: { events: [bob] } },
  ]);
  const [automation] = await rows('select authors from app.automations');
  expect(automation.authors).toMatchObject({ actions: [key], trigger: [key] });
  const [fn] = await rows('select authors from app.functions');
  expect(fn.authors).toMatchObject({ code: [key], trigger: [key] });
});
