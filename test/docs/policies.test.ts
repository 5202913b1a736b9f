import { describe, expect, it } from 'vitest';
import { paste } from '../support/curl.ts';
import { defineType } from '../support/define-type.ts';
import { temporaryFolder } from '../support/folder.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';
import { blocks, page } from './pages.ts';

const text = page('docs/data/policies.md');
const server = useServer();
const api = useTenant(server);

describe('docs/data/policies.md', () => {
  it('has lines that work when pasted', async () => {
    await defineType(api, { owner: 'string', state: 'string' }, { name: 'notes' });
    const ada = await signUp(api);
    for (const owner of [ada.user.id, 'somebody else'])
      await api.post('/v1/objects/notes', { properties: { owner } });
    const values = {
      'http://localhost:3000': server.url,
      $KEY: api.token,
      $ADA_ID: ada.user.id,
      $ADA: ada.client.token as string,
    };
    const answers: { success: boolean; data: Record<string, unknown> }[] = [];
    for (const block of blocks(text, 'sh')) {
      const filled = Object.entries(values).reduce((all, [a, b]) => all.replaceAll(a, b), block);
      const printed = await paste(filled, await temporaryFolder());
      for (const answer of printed.split(/(?=\{"success":)/)) answers.push(JSON.parse(answer));
    }
    expect(answers).toMatchObject([
      { data: { name: 'own notes' } },
      { data: { total: 1, results: [{ properties: { owner: ada.user.id } }] } },
      { data: { effect: 'deny' } },
      { data: { allowed: 1, denied: 1, would_lose: 0 } },
      { data: { user_access: 'open' } },
      { data: { results: [{ allowed: true }, { reason: 'owner_id eq $auth.user_id is false' }] } },
    ]);
  });

  it('has a policy along associations that works', async () => {
    await defineType(api, {}, { name: 'teams' });
    await defineType(
      api,
      { user_id: { data_type: 'string', is_indexed: true } },
      { name: 'people' },
    );
    const memo = await defineType(api);
    const ada = await signUp(api);
    const make = async (type: string, properties = {}) =>
      (await api.post(`/v1/objects/${type}`, { properties })).body.data.id;
    const [seen, unseen] = [await make(memo.name), await make(memo.name)];
    const person = await make('people', { user_id: ada.user.id });
    for (const [id, member] of [
      [seen, person],
      [unseen, await make('people', { user_id: 'usr_x' })],
    ]) {
      const team = await make('teams');
      await api.put(`${memo.path}/${id}/associations/team/teams/${team}`, {});
      await api.put(`/v1/objects/teams/${team}/associations/member/people/${member}`, {});
    }
    const condition_json = JSON.parse(blocks(text, 'json policy')[0] as string);
    const policies = `/v1/object-types/${memo.id}/policies`;
    expect((await api.post(policies, { name: 'team', condition_json })).status).toBe(201);
    const hiding = { name: 'none', condition_json: { id: 'none' } };
    await api.post('/v1/object-types/people/policies', hiding);
    const list = await ada.client.get(`${memo.path}/list`);
    expect(list.body.data).toMatchObject({ results: [{ id: seen }], total: 1 });
  });
});
