import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Answer } from '../support/api.ts';
import { checkIndex } from '../support/check-index.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { type Change, Model, Refusal } from './model.ts';

const server = useOwnDatabase();
const tenant = useTenant(server);

const change = fc.record(
  {
    code: fc.constantFrom('a', 'b', 'c', 'd', 'e', null),
    level: fc.option(fc.integer({ min: 0, max: 3 })),
    free: fc.constantFrom(null, 0, '', true, [null], { a: { b: null } }, '😀'),
  },
  { requiredKeys: [] },
);
/** Which of the objects that were ever made. */
const which = fc.nat({ max: 30 });
const several = fc.uniqueArray(which, { minLength: 1, maxLength: 4 });
const is = <T extends string>(kind: T) => fc.constant(kind);
const operation = fc.oneof(
  fc.record({ kind: is('create'), change }),
  fc.record({ kind: is('patch'), which, change }),
  fc.record({ kind: is('delete'), which }),
  fc.record({ kind: is('restore'), which }),
  fc.record({ kind: is('purge'), which }),
  fc.record({ kind: is('version'), which, version: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    kind: is('batch create'),
    changes: fc.array(change, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({ kind: is('batch update'), several, change, changes: fc.array(change) }),
  fc.record({ kind: is('batch delete'), several, permanent: fc.boolean() }),
  fc.record({ kind: is('batch restore'), several }),
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/** Objects as they are sent: JSON knows no -0. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value));

class Run {
  readonly model = new Model();
  readonly type: DefinedType;
  readonly ids: string[] = [];

  constructor(type: DefinedType) {
    this.type = type;
  }

  id(index: number): string {
    return this.ids[index % this.ids.length] ?? `obj_${index}`;
  }

  /** Does it to the API, then to the model, and compares what both say. */
  async step(op: Operation): Promise<void> {
    const { path } = this.type;
    const one = 'which' in op ? this.id(op.which) : '';
    const many = 'several' in op ? [...new Set(op.several.map((i) => this.id(i)))] : [];
    const batch = (name: string, body: object) => tenant.post(`${path}/batch/${name}`, body);
    switch (op.kind) {
      case 'create':
        return this.created(await tenant.post(path, { properties: op.change }), [op.change]);
      case 'batch create':
        return this.created(
          await batch('create', { objects: op.changes.map((properties) => ({ properties })) }),
          op.changes,
        );
      case 'patch':
        return this.same(await tenant.patch(`${path}/${one}`, { properties: op.change }), 200, () =>
          this.model.change([[one, op.change]]),
        );
      case 'version':
        return this.same(
          await tenant.post(`${path}/${one}/versions/${op.version}/restore`),
          200,
          () => this.model.restoreVersion(one, op.version),
        );
      case 'delete':
        return this.same(await tenant.delete(`${path}/${one}`), 200, () => {
          this.model.find(one, false);
          this.model.move([one], 'delete');
        });
      case 'restore':
        return this.same(await tenant.post(`${path}/${one}/restore`), 200, () => {
          if (!this.model.find(one).is_deleted) throw new Refusal(409);
          this.model.move([one], 'restore');
        });
      case 'purge':
        return this.same(await this.purge(`${path}/${one}`), 200, () => {
          this.model.find(one);
          this.model.purge([one]);
        });
      case 'batch update': {
        const changes = many.map((id, i): [string, Change] => [id, op.changes[i] ?? op.change]);
        const updates = changes.map(([object_id, properties]) => ({ object_id, properties }));
        return this.same(await batch('update', { updates }), 200, () => this.model.change(changes));
      }
      case 'batch delete': {
        const { permanent } = op;
        return this.same(await batch('delete', { object_ids: many, permanent }), 200, () => ({
          deleted: permanent ? this.model.purge(many) : this.model.move(many, 'delete'),
        }));
      }
      case 'batch restore':
        return this.same(await batch('restore', { object_ids: many }), 200, () => ({
          restored: this.model.move(many, 'restore'),
        }));
    }
  }

  private async purge(path: string): Promise<Answer> {
    const asked = await tenant.delete(`${path}?force=true`);
    const token = asked.body.error.confirm_token;
    return token ? tenant.delete(`${path}?force=true&confirm_token=${token}`) : asked;
  }

  private created({ status, body }: Answer, changes: Change[]): void {
    const ids: string[] = body.data?.ids ?? [body.data?.id].filter(Boolean);
    this.ids.push(...ids);
    this.same({ status, body } as Answer, 201, () => this.model.create(ids, changes));
  }

  private same(answer: Answer, success: number, predict: () => unknown): void {
    let expected = success;
    let data: Record<string, string[]> = {};
    try {
      data = (predict() ?? {}) as typeof data;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      expected = error.status;
    }
    expect([answer.status, answer.body.error?.message]).toEqual([
      expected,
      expected === success ? undefined : expect.any(String),
    ]);
    for (const [name, ids] of Object.entries(data)) {
      expect(answer.body.data[name].toSorted()).toEqual(ids.toSorted());
    }
  }

  /** Every answer that reading can give. */
  async compare(): Promise<void> {
    const { path } = this.type;
    for (const [list, objects] of [
      ['list', this.model.live()],
      ['trash', this.model.trashed()],
    ] as const) {
      const { data } = (await tenant.get(`${path}/${list}?limit=100`)).body;
      expect(data.total).toBe(objects.length);
      const newestFirst = objects.toSorted((a, b) => (a.id < b.id ? 1 : -1));
      expect(data.results).toMatchObject(
        newestFirst.map(({ id, version, is_deleted, properties }) =>
          plain({ id, version, is_deleted, properties }),
        ),
      );
    }
    for (const id of this.ids) {
      const object = this.model.objects.get(id);
      const shown = await tenant.get(`${path}/${id}?include_deleted=true`);
      const versions = await tenant.get(`${path}/${id}/versions?limit=100`);
      expect([shown.status, versions.status]).toEqual(object ? [200, 200] : [404, 404]);
      if (!object) continue;
      expect(shown.body.data.properties).toEqual(plain(object.properties));
      expect(versions.body.data).toMatchObject(plain(object.past.toReversed()));
      expect(versions.headers.get('x-total-count')).toBe(String(object.past.length));
    }
  }
}

it('objects behave like their model in any order of operations', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 10, maxLength: 40 }), async (operations) => {
      const run = new Run(
        await defineType(tenant, {
          code: { data_type: 'string', is_unique: true },
          level: { data_type: 'integer', default_value: 1, is_indexed: true },
        }),
      );
      for (const op of operations) await run.step(plain(op));
      await run.compare();
      expect(await checkIndex(server.db)).toEqual([]);
    }),
    { numRuns: 15 },
  );
});
