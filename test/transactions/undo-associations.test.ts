import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, createTenant, type TenantClient } from '../support/api.ts';
import { checkIndex } from '../support/check-index.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase();
let api: TenantClient;
let deals: DefinedType;
let people: DefinedType;
beforeEach(async () => {
  api = await createTenant(server);
  [deals, people] = [await defineType(api), await defineType(api)];
});
afterAll(async () => {
  expect(await checkIndex(server.db)).toEqual([]);
});

const create = async (type: DefinedType) => (await api.post(type.path, {})).body.data.id as string;
const link = (deal: string, person: string, name = 'owner') =>
  `${deals.path}/${deal}/associations/${name}/${people.name}/${person}`;
const linksOf = async (deal: string) =>
  (await api.get(`${deals.path}/${deal}/associations`)).body.data.results;
const undo = (tx: Answer, body: object = {}) =>
  api.post(`/v1/transactions/${tx.headers.get('x-tx-id')}/undo`, body);

describe('undo of associations', () => {
  it('removes what was created, with the objects that it connects', async () => {
    const tx = await api.post('/v1/transaction', {
      requests: [
        { id: 'deal', method: 'POST', path: deals.path },
        { id: 'person', method: 'POST', path: people.path },
        { method: 'PUT', path: link('{{deal.data.id}}', '{{person.data.id}}') },
      ],
    });
    expect(tx.status).toBe(200);
    const [deal] = tx.body.data.results;
    const undone = await undo(tx);
    expect(undone.body.data).toMatchObject({ undone: 3, conflicts: [] });
    const again = await undo(undone);
    expect(again.body.data).toMatchObject({ undone: 3, conflicts: [] });
    const [made] = await linksOf(deal.data.id);
    expect(made.id).toBe(tx.body.data.results[2].data.id);
  });

  it('restores meta, and recreates what was removed with its id and time', async () => {
    const [deal, person] = [await create(deals), await create(people)];
    await api.put(link(deal, person), { meta: { since: 1 } });
    const [before] = await linksOf(deal);
    const changed = await api.put(link(deal, person), { meta: { since: 2 } });
    expect((await undo(changed)).body.data).toMatchObject({ undone: 1, conflicts: [] });
    expect((await linksOf(deal))[0].meta).toEqual({ since: 1 });

    const removed = await api.delete(link(deal, person));
    expect((await undo(removed)).body.data).toMatchObject({ undone: 1, conflicts: [] });
    const [after] = await linksOf(deal);
    expect(after).toEqual({ ...before, updated_at: after.updated_at });
  });

  it('restores objects with what the same delete removed', async () => {
    await api.post('/v1/association-types', { name: 'part-of', on_delete: 'cascade' });
    const [deal, other, person] = [await create(deals), await create(deals), await create(people)];
    await api.put(link(deal, person, 'part-of'), {});
    await api.put(link(other, person), {});
    const { confirm_token } = (await api.delete(`${people.path}/${person}`)).body.error;
    const tx = await api.delete(`${people.path}/${person}?confirm_token=${confirm_token}`);
    expect(tx.status).toBe(200);
    expect((await api.get(`${deals.path}/${deal}`)).status).toBe(404);
    const undone = await undo(tx);
    expect(undone.body.data).toMatchObject({ undone: 2, conflicts: [] });
    expect((await api.get(`${deals.path}/${deal}`)).body.data.version).toBe(3);
    expect(await linksOf(deal)).toHaveLength(1);
    expect(await linksOf(other)).toHaveLength(1);
    expect((await undo(undone)).body.data).toMatchObject({ undone: 2, conflicts: [] });
    expect((await api.get(`${people.path}/${person}`)).status).toBe(404);
  });

  it('detects what has changed since', async () => {
    const [deal, person, late] = [await create(deals), await create(people), await create(people)];
    const made = await api.put(link(deal, person), {});
    await api.put(link(deal, person), { meta: { a: 1 } });
    const removed = await api.delete(link(deal, person));
    expect((await undo(made, { on_conflict: 'skip' })).body.data).toMatchObject({
      undone: 0,
      conflicts: [{ resource_type: 'association', code: 'NOT_FOUND' }],
    });
    await api.put(link(deal, person), {});
    await api.delete(link(deal, person));
    const stale = await api.put(link(deal, late), {});
    await api.put(link(deal, late), { meta: { a: 1 } });
    expect((await undo(stale)).body.error.details).toMatchObject([{ code: 'VERSION_CONFLICT' }]);
    await api.delete(`${people.path}/${person}`);
    expect((await undo(removed)).body.error.details).toMatchObject([
      { resource_type: 'association', code: 'NOT_FOUND' },
    ]);
  });
});
