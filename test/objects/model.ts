import { isDeepStrictEqual } from 'node:util';

/** The expected answer of the API for an object. */
export interface ModelObject {
  id: string;
  version: number;
  is_deleted: boolean;
  properties: Properties;
  /** Every state before the present one, oldest first. */
  past: { version: number; operation: string; is_deleted: boolean; properties: Properties }[];
  operation: string;
}

export type Properties = Record<string, unknown>;
/** Null removes a value. */
export type Change = Record<string, unknown>;

/** An operation that the model refuses, with the status that the API must answer. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`refused with ${status}`);
    this.status = status;
  }
}

const unique = 'code';
const defaults: Properties = { level: 1 };

/**
 * The objects of one type in a Map: the rules of create, change, trash, restore and purge once more, as simply as
 * can be. `code` is unique, `level` has the default 1, any other property is free.
 */
export class Model {
  readonly objects = new Map<string, ModelObject>();

  live(): ModelObject[] {
    return [...this.objects.values()].filter((o) => !o.is_deleted);
  }

  trashed(): ModelObject[] {
    return [...this.objects.values()].filter((o) => o.is_deleted);
  }

  /** @throws Refusal 409 when a unique value is taken; nothing has changed then */
  create(ids: string[], sent: Change[]): void {
    const made = sent.map((change, i) => ({
      id: ids[i] ?? `new ${i}`,
      version: 1,
      is_deleted: false,
      properties: merge({}, { ...defaults, ...change }),
      past: [],
      operation: 'create',
    }));
    this.commit(made);
  }

  /** @throws Refusal 404 for one that is not live, 409 for a unique value */
  change(changes: [id: string, change: Change][]): void {
    this.commit(
      changes.map(([id, change]) => {
        const object = this.find(id, false);
        return updated(object, merge(object.properties, change));
      }),
    );
  }

  /** To the trash or back; those that are in the wrong state are left out. */
  move(ids: string[], operation: 'delete' | 'restore'): string[] {
    const moved = [...new Set(ids)].flatMap((id) => {
      const object = this.objects.get(id);
      const isRight = object && object.is_deleted === (operation === 'restore');
      return isRight ? [next(object, operation, object.properties)] : [];
    });
    this.commit(moved);
    return moved.map((o) => o.id);
  }

  purge(ids: string[]): string[] {
    return [...new Set(ids)].filter((id) => this.objects.delete(id));
  }

  /** @throws Refusal 404 when there is no such object or version */
  restoreVersion(id: string, version: number): void {
    const object = this.find(id, false);
    const past = object.past.find((state) => state.version === version);
    if (!past) throw new Refusal(404);
    this.commit([updated(object, past.properties)]);
  }

  find(id: string, isDeleted?: boolean): ModelObject {
    const object = this.objects.get(id);
    if (!object || (isDeleted !== undefined && object.is_deleted !== isDeleted)) {
      throw new Refusal(404);
    }
    return object;
  }

  /** All of them, or none. */
  private commit(changed: ModelObject[]): void {
    const after = new Map(this.objects);
    for (const object of changed) after.set(object.id, object);
    const codes = [...after.values()].flatMap((o) =>
      o.is_deleted || o.properties[unique] === undefined ? [] : [o.properties[unique]],
    );
    if (new Set(codes).size < codes.length) throw new Refusal(409);
    for (const object of changed) this.objects.set(object.id, object);
  }
}

function merge(old: Properties, change: Change): Properties {
  const merged = Object.entries({ ...old, ...change }).filter(([, value]) => value !== null);
  return Object.fromEntries(merged);
}

/** With the properties that it has, it stays as it is. */
const updated = (object: ModelObject, properties: Properties): ModelObject =>
  isDeepStrictEqual(object.properties, properties) ? object : next(object, 'update', properties);

function next(object: ModelObject, operation: string, properties: Properties): ModelObject {
  const { version, is_deleted } = object;
  const past = { version, operation: object.operation, is_deleted, properties: object.properties };
  return {
    id: object.id,
    version: version + 1,
    is_deleted: operation === 'delete',
    properties,
    past: [...object.past, past],
    operation,
  };
}
