import { ApiError } from '../../../ground/errors.ts';
import type { RecordKind } from '../records.ts';
import type { PairedType } from './rows.ts';

/** The part of a snapshot that a restore is about, as app.diffs keeps it. */
export interface Only {
  /** Names of object types, whose objects are compared. */
  types?: string[];
  /** Ids of objects. */
  objects?: string[];
  /** Kinds of schema and configuration. */
  kinds?: string[];
  /** Objects and associations are left out. */
  noObjects?: boolean;
  /** Kinds of other records, all of each: only restores have them. */
  records?: RecordKind[];
  /** Kinds of records that come with the objects. */
  content?: RecordKind[];
  /** Nothing goes. */
  keeps?: boolean;
}

/** The part of a comparison that is wanted. */
export interface Chosen {
  isRestore: boolean;
  hasKind(kind: string): boolean;
  has(change: { action: string }): boolean;
  hasObjectsOf(type: string): boolean;
  /** Whether some records of a kind are wanted. */
  hasRecordsOf(kind: RecordKind): boolean;
  hasRecord(
    kind: RecordKind,
    record: { type: string | null; object_id: string | null },
    source: object | undefined,
  ): boolean;
  hasPair(type: string, target: object | undefined, source: { id: string } | undefined): boolean;
  /** @throws 400 for an object that no pair was about */
  requireSeen(): void;
  /** @param key its name, the type of its second end and that one's id */
  hasAssociation(type: string, from: string, key: string, source: object | undefined): boolean;
}

export function onlyOf(only: Only | null): Chosen {
  const { types, objects, kinds, noObjects = false, keeps = false } = only ?? {};
  const [records, content] = [new Set(only?.records), new Set(only?.content)];
  const hasAll = types === undefined && objects === undefined;
  const [named, single] = [new Set(types), new Set(objects)];
  const seen = new Set<string>();
  const isIn = (type: string, id: string) => hasAll || named.has(type) || single.has(id);
  return {
    isRestore: only !== null,
    hasKind: (kind) => kinds === undefined || kinds.includes(kind),
    has: ({ action }) => !keeps || action !== 'delete',
    hasObjectsOf: (type) => !noObjects && (hasAll || single.size > 0 || named.has(type)),
    hasRecordsOf: (kind) => records.has(kind) || content.has(kind),
    hasRecord: (kind, { type, object_id }, source) =>
      (!keeps || source !== undefined) &&
      (records.has(kind) || (type !== null && object_id !== null && isIn(type, object_id))),
    hasPair(type, target, source) {
      const id = source?.id ?? (target as { id: string } | undefined)?.id ?? '';
      if (single.has(id)) seen.add(id);
      return (!keeps || source !== undefined) && isIn(type, id);
    },
    requireSeen() {
      const [unknown] = single.difference(seen);
      if (unknown !== undefined)
        throw ApiError.invalid(
          'only.objects',
          'unknown',
          `neither the backup nor the tenant has a live object ${unknown}`,
        );
    },
    hasAssociation(type, from, key, source) {
      const [, toType = '', to = ''] = key.split(' ');
      return (!keeps || source !== undefined) && (isIn(type, from) || isIn(toType, to));
    },
  };
}

/** With the names of types that are given by their ids. @throws 400 for one that neither tenant has */
export function withNames(only: Only, pairs: PairedType[]): Only {
  const nameOf = (given: string): string => {
    const found = pairs.find(
      ({ name, target, source }) => given === name || given === source || given === target,
    );
    if (!found) throw ApiError.invalid('only.types', 'unknown', `there is no object type ${given}`);
    return found.name;
  };
  return only.types ? { ...only, types: only.types.map(nameOf) } : only;
}
