import { beforeAll, expect, it } from 'vitest';
import { define } from '../functions/support.ts';
import { userWith } from '../policies/support.ts';
import { good, refusal } from '../support/answers.ts';
import { useServer } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import { accounts, type Books, booksOf, entries, posted, simple } from './support.ts';

const server = useServer();
let api: Books;
beforeAll(async () => {
  api = await booksOf(server);
});

it('each permission allows its part of accounting, and no more', async () => {
  const periods = '/v1/accounting/periods';
  const { id: draft } = await good(api.post(entries, simple()));
  const period = await good(api.post(periods, { name: 'x', from: '2020-01-01', to: '2020-01-31' }));
  const close = `${periods}/${period.id}/close?dry_run=true`;
  /** The statuses of: reading, a draft, a posted entry, posting a draft, a close, an account, the settings. */
  const tried = async (permissions: string[]) => {
    const { client } =
      permissions.length > 0 ? await userWith(api, permissions) : await createUser(api);
    const answers = [
      await client.get(`${entries}/${draft}`),
      await client.post(`${entries}?dry_run=true`, simple()),
      await client.post(`${entries}?dry_run=true`, simple('1', posted)),
      await client.post(`${entries}/${draft}/post?dry_run=true`),
      await client.post(close, {}),
      await client.post(`${accounts}?dry_run=true`, { code: '9', name: 'x', type: 'asset' }),
      await client.patch('/v1/accounting/settings?dry_run=true', { timezone: 'UTC' }),
    ];
    return answers.map(({ status }) => status);
  };
  expect(await tried([])).toEqual([403, 403, 403, 403, 403, 403, 403]);
  expect(await tried(['accounting:read'])).toEqual([200, 403, 403, 403, 403, 403, 403]);
  expect(await tried(['accounting:write'])).toEqual([200, 201, 403, 403, 403, 403, 403]);
  expect(await tried(['accounting:post'])).toEqual([403, 403, 403, 200, 403, 403, 403]);
  expect(await tried(['accounting:write', 'accounting:post'])).toEqual([
    200, 201, 201, 200, 403, 403, 403,
  ]);
  expect(await tried(['accounting:close'])).toEqual([403, 403, 403, 403, 200, 403, 403]);
  expect(await tried(['accounting_settings:manage'])).toEqual([200, 403, 403, 403, 403, 201, 200]);
  expect(await tried(['accounting:manage'])).toEqual([200, 201, 201, 200, 200, 403, 403]);
});

it('a key posts with write, and closes and sets with all rights only', async () => {
  const writer = await api.withKey(['write']);
  expect((await writer.post(entries, simple('1', posted))).status).toBe(201);
  expect(await refusal(writer.patch('/v1/accounting/settings', { timezone: 'UTC' }))).toEqual([
    403,
    'INSUFFICIENT_SCOPE',
  ]);
});

it('a line can name only an object that the caller sees', async () => {
  await good(api.post('/v1/object-types', { name: 'customers', user_access: 'open' }));
  const { id } = await good(api.post('/v1/objects/customers', { properties: {} }));
  const about = (object: object) => {
    const [first, second] = simple().lines;
    return { ...simple(), lines: [{ ...first, object }, second] };
  };
  const seen = await good(api.post(entries, about({ type: 'customers', id })));
  expect(seen.lines[0].object).toMatchObject({ id });
  expect(seen.lines[1].object).toBeNull();
  const stranger = await booksOf(server);
  await good(stranger.post('/v1/object-types', { name: 'customers' }));
  expect(await refusal(stranger.post(entries, about({ type: 'customers', id })))).toEqual([
    404,
    'lines[0].object',
  ]);
});

it('four eyes see through code: who wrote it is a person like who runs it', async () => {
  const own = await booksOf(server);
  await good(own.patch('/v1/accounting/settings', { four_eyes: { entries: true } }));
  const other = await own.withKey(['*']);
  const code = `export default async ({ path, body }, ctx) => {
    try { return await ctx.api.post(path, body ?? {}) } catch ({ code, details }) { return { code, details } }
  }`;
  const run = async (input: object) =>
    (await good(other.post(`${await define(own, code)}/execute`, { input }))).output;
  const refused = { code: 'FORBIDDEN', details: { reason: 'four_eyes' } };
  // It posts a draft of its author, run by another one; and makes one that its author posts.
  const { id } = await good(own.post(entries, simple()));
  expect(await run({ path: `${entries}/${id}/post` })).toEqual(refused);
  const written = await run({ path: entries, body: simple() });
  expect(await refusal(own.post(`${entries}/${written.id}/post`))).toEqual([403, 'FORBIDDEN']);
  const third = await own.withKey(['write']);
  for (const draft of [id, written.id]) await good(third.post(`${entries}/${draft}/post`));
});
