import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../src/groups/index.ts';
import { mutates } from '../../src/operations/route.ts';
import { allCases, caseNames, isTried } from '../support/all-journal-cases.ts';
import { createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { type Case, setScene } from '../support/journal-cases.ts';
import {
  expectNoRow,
  expectRows,
  firstKeyOf,
  type JournalRow,
  newRequestId,
  rowsOf,
} from '../support/journaled.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer({ TRUSTED_PROXIES: 'loopback', SELF_SERVE: 'on' });
let tenant: TenantClient;

beforeEach(async () => {
  tenant = await createTenant(server);
});

it('the journal is tested for every operation that changes something', () => {
  const mutations = routes.filter(mutates);
  const tried = new Set(caseNames.map((name) => name.split(' ')[0]));
  expect(mutations.map(({ id }) => id).toSorted()).toEqual([...tried].toSorted());
});

// Those that can be tried are called in test/http/dry-run.test.ts, which looks at the journal in the same way: the scenes of
// both would be the same, and take longer than all that is asked of them.
describe.each(caseNames.filter((name) => !isTried(name)))('the journal for %s', (name) => {
  it('has one row per changed record, and none when it is refused', async () => {
    const { [name]: journalCase } = allCases(server);
    const keyId = await firstKeyOf(tenant);
    const scene = await setScene(tenant, platformClient(server));
    await expectNoRow(server, scene, journalCase as Case);
    await expectRows(server, scene, name, keyId, journalCase as Case);
  });
});

describe('the journal row of an object', () => {
  it('has the state after and before, and the same transaction', async () => {
    const { type } = await setScene(tenant, platformClient(server));
    const journaled = async (call: (headers: Record<string, string>) => Promise<unknown>) => {
      const id = newRequestId();
      await call({ 'x-request-id': id });
      const rows = await rowsOf(server, id);
      expect(rows).toHaveLength(1);
      return rows[0] as JournalRow;
    };
    let path = '';
    const properties = { a: 1, b: { c: null } };
    const created = await journaled(async (h) => {
      const { body } = await tenant.post(type.path, { properties }, h);
      path = `${type.path}/${body.data.id}`;
    });
    const record = async () => (await tenant.get(`${path}?include_deleted=true`)).body.data;
    expect(created).toMatchObject({ before: null, changed: null, after: await record() });

    const changed = await journaled((h) => tenant.patch(path, { properties: { a: 2, d: 3 } }, h));
    expect(changed).toMatchObject({
      after: await record(),
      before: { version: 1, is_deleted: false, properties: { a: 1, d: null } },
      changed: ['a', 'd'],
    });
    const { rows } = await server.db.query('select tx_id::text from app.objects where id = $1', [
      path.split('/').at(-1),
    ]);
    expect(rows[0].tx_id).toBe(changed.tx);

    const trashed = await journaled((h) => tenant.delete(path, undefined, h));
    expect(trashed).toMatchObject({
      after: await record(),
      before: { version: 2, is_deleted: false, properties: {} },
      changed: null,
    });
    const last = await record();
    const purged = await journaled(async (h) => {
      const { confirm_token } = (await tenant.delete(`${path}?force=true`)).body.error;
      await tenant.delete(`${path}?force=true&confirm_token=${confirm_token}`, undefined, h);
    });
    expect(purged).toMatchObject({ before: last, after: null });
  });

  it('does not exist when its transaction was rolled back', async () => {
    const { type } = await setScene(tenant, platformClient(server));
    const id = newRequestId();
    const objects = [{ properties: { n: 50 } }, { properties: { n: 50 } }];
    const { status } = await tenant.post(
      `${type.path}/batch/create`,
      { objects },
      { 'x-request-id': id },
    );
    expect(status).toBe(409);
    expect(await rowsOf(server, id)).toEqual([]);
  });

  it('never contains a secret', async () => {
    const id = newRequestId();
    const { body } = await tenant.post('/v1/keys', { scopes: ['read'] }, { 'x-request-id': id });
    const text = JSON.stringify(await rowsOf(server, id));
    expect(text).toContain(body.data.key.id);
    expect(text).not.toContain(body.data.token.split('_').at(-1));
  });
});
