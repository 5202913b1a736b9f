import { beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/groups/index.ts';
import type { Answer } from '../support/api.ts';
import {
  callOperation,
  type DocumentedOperation,
  documentedOperations,
  isOfTenant,
  takesAnyId,
} from '../support/operations.ts';
import { seedAccount } from '../support/seed-identity.ts';
import { seedDeadLetter } from '../support/seed-jobs.ts';
import { absentId, rowsOf, type SeededTenant, seedTenant } from '../support/seed-tenant.ts';
import { useServer, useTenant, waysOfCalls } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';

/** Path parameters that are the id of a tenant's record. */
const idParameters = [
  ...new Set(routes.flatMap(({ path }) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name))),
].filter(
  (name) =>
    ![
      'version_number',
      'association_type',
      'channel',
      'provider',
      'tenant_id',
      'slug',
      'collection',
      'emoji',
      'chart',
    ].includes(name as string),
) as Array<keyof SeededTenant & string>;

describe.each(waysOfCalls)('calls %s', (_, parts) => {
  const server = useServer(undefined, parts);
  const ours = useTenant(server, { name: 'Ours' });
  const theirs = useTenant(server, { name: 'Theirs' });
  let our: SeededTenant;
  let their: SeededTenant;
  let operations: DocumentedOperation[];
  beforeAll(async () => {
    our = await seedTenant(ours, 'ours');
    their = await seedTenant(theirs, 'theirs');
    their.msg_id = await seedDeadLetter(server.db, theirs.tenant.id, 'theirs');
    their.identity_id = await seedAccount(server.db, theirs.tenant.id, their.user_id, 'theirs');
    operations = (await documentedOperations(server.url)).filter(isOfTenant);
  });

  /** An answer without the parts that must differ: ids that the caller sent itself, time, request id. */
  function essence({ status, headers, body }: Answer, sent: Record<string, string>) {
    let text = JSON.stringify({ ...body, request_id: '' });
    // Long ones first: a version number may be part of an id.
    const byLength = Object.entries(sent).toSorted(([, a], [, b]) => b.length - a.length);
    for (const [name, value] of byLength) text = text.replaceAll(value, `<${name}>`);
    const names = [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
    return { status, text, headers: names };
  }

  /** All choices of one or more of an operation's ids. */
  function choices(path: string): string[][] {
    const present = idParameters.filter((name) => path.includes(`{${name}}`));
    return Array.from({ length: 2 ** present.length - 1 }, (_, index) =>
      present.filter((_name, bit) => (index + 1) & (1 << bit)),
    );
  }

  describe('another tenant’s ids', () => {
    it('are answered like unknown ids by every operation: 404, and nothing happens', async () => {
      const user = await signUp(ours);
      const before = await rowsOf(server.db, theirs.tenant.id);
      const ownBefore = await rowsOf(server.db, ours.tenant.id);
      let calls = 0;
      for (const operation of operations) {
        const caller = operation.scope === 'user' ? user.client : ours;
        for (const foreign of choices(operation.path)) {
          const pick = (from: (name: keyof SeededTenant) => string) => ({
            ...our,
            ...Object.fromEntries(foreign.map((name) => [name, from(name as keyof SeededTenant)])),
          });
          const real = pick((name) => their[name]);
          const absent = pick((name) => absentId(their[name]));
          const [answer, twin] = [
            await callOperation(caller, operation, real),
            await callOperation(caller, operation, absent),
          ];
          const call = `${operation.id} with their ${foreign.join(', ')}`;
          expect([call, answer.status]).toEqual([call, takesAnyId(operation) ? 200 : 404]);
          expect([call, essence(answer, real)]).toEqual([call, essence(twin, absent)]);
          calls += 1;
        }
      }
      expect(calls).toBeGreaterThan(40);
      expect(await rowsOf(server.db, theirs.tenant.id)).toEqual(before);
      expect(await rowsOf(server.db, ours.tenant.id)).toEqual(ownBefore);
    });

    it('do not work as names either: another tenant’s type is not found by its name', async () => {
      for (const name of ['theirs', 'nobodys']) {
        const { status, body } = await ours.get(`/v1/objects/${name}/list`);
        expect([status, body.error.details]).toEqual([404, { resource: 'object_type' }]);
      }
    });

    it('stay hidden with include_deleted, at, force or If-Match', async () => {
      const object = `/v1/objects/${their.object_type_id}/${their.object_id}`;
      const mixed = `/v1/objects/${our.object_type_id}/${their.object_id}`;
      for (const path of [object, mixed]) {
        for (const query of [
          'include_deleted=true',
          `at=${encodeURIComponent(new Date().toISOString())}`,
        ])
          expect((await ours.get(`${path}?${query}`)).status).toBe(404);
        expect((await ours.delete(`${path}?force=true`)).status).toBe(404);
        const headers = { 'if-match': '"2"' };
        expect((await ours.patch(path, { properties: {} }, headers)).status).toBe(404);
      }
    });
  });

  describe('own ids in the wrong place', () => {
    it('are not found: an object under another type, a property under another type', async () => {
      const second = await seedTenant(ours, 'second');
      const object = `/v1/objects/${second.object_type_id}/${our.object_id}`;
      const property = `/v1/object-types/${second.object_type_id}/properties/${our.property_id}`;
      const before = await rowsOf(server.db, ours.tenant.id);
      for (const call of [
        ours.get(object),
        ours.patch(object, { properties: { a: 1 } }),
        ours.delete(object),
        ours.get(`${object}/versions`),
        ours.post(`${object}/restore`),
        ours.post(`${object}/versions/1/restore`),
        ours.get(property),
        ours.patch(property, { is_required: true }),
        ours.delete(property),
      ])
        expect((await call).status).toBe(404);
      expect(await rowsOf(server.db, ours.tenant.id)).toEqual(before);
    });
  });
});
