import { ApiError } from '../../ground/errors.ts';
import { type Body, heldBy, type KindName, kindNames, kindOf } from './kinds.ts';
import { referredIn } from './markers.ts';
import type { Manifest } from './shapes.ts';

const maxParts = 1000;
const maxKey = 200;

/** One thing that a manifest wants there to be. */
export interface Part {
  kind: KindName;
  /** The name in the manifest: `deals`, or `deals.amount` for a property. Unique in its kind. */
  key: string;
  /** The key of what holds it; of a type that the manifest does not make, its name. */
  parent?: string;
  /** The body of the request that makes it, which may hold `{"$ref": …}` and `{"$setting": …}`. */
  body: Body;
  /** Where it stands: `manifest_json.object_types[0].properties[2]`. */
  place: string;
}

/** The name of a part among all: `properties/deals.amount`. A `$ref` is written so. */
export const nameOf = ({ kind, key }: Pick<Part, 'kind' | 'key'>): string => `${kind}/${key}`;

/**
 * All parts of a manifest, each before those that may refer to it.
 * @throws ApiError 400 for one without a name, two of one name, or more than 1,000
 */
export function partsOf(manifest: Manifest): Part[] {
  const parts = kindNames.flatMap((kind) =>
    (manifest[kind] ?? []).flatMap((body, index) =>
      unfold(kind, body, `manifest_json.${kind}[${index}]`, index),
    ),
  );
  if (parts.length > maxParts)
    throw ApiError.invalid(
      'manifest_json',
      'too_many',
      `must not hold more than ${maxParts} parts`,
    );
  const seen = new Set<string>();
  for (const part of parts) {
    if (seen.has(nameOf(part)))
      throw ApiError.invalid(part.place, 'duplicate', `is the second one named ${part.key}`);
    seen.add(nameOf(part));
  }
  return inOrder(kindNames.flatMap((kind) => parts.filter((part) => part.kind === kind)));
}

/** The same parts, each after what holds it and what it refers to; otherwise by kinds. @throws ApiError 400 for a circle */
function inOrder(parts: Part[]): Part[] {
  const byName = new Map(parts.map((part) => [nameOf(part), part]));
  const placed = new Set<Part>();
  const visit = (part: Part, way: Part[]) => {
    if (placed.has(part)) return;
    if (way.includes(part))
      throw ApiError.invalid(
        part.place,
        'circle',
        `refers to itself by way of ${way.slice(way.indexOf(part)).map(nameOf).join(', ').slice(0, 300)}`,
      );
    const { within } = kindOf(part.kind);
    const holder = within ? [nameOf({ kind: within.kind, key: part.parent ?? '' })] : [];
    for (const name of [...holder, ...referredIn(early(part))]) {
      const other = byName.get(name);
      if (other) visit(other, [...way, part]);
    }
    placed.add(part);
  };
  for (const part of parts) visit(part, []);
  return [...placed];
}

/** The name of a part without one, by its place in its list. */
export const nameless = (index: number): string => `#${index + 1}`;

/** The members that a part is made with. */
export const early = ({ kind, body }: Part): Body => {
  const { later = [] } = kindOf(kind);
  return Object.fromEntries(Object.entries(body).filter(([name]) => !later.includes(name)));
};

/** The members of a part that are set once all parts are there, as they may name any of them. */
export const late = ({ kind, body }: Part): Body => {
  const { later = [] } = kindOf(kind);
  return Object.fromEntries(Object.entries(body).filter(([name]) => later.includes(name)));
};

/** A part and those that are nested in it. */
function unfold(
  kind: KindName,
  given: Body,
  place: string,
  index: number,
  holder?: string,
): Part[] {
  const { within, name, mayBeNameless } = kindOf(kind);
  const held = heldBy(kind);
  const body = { ...given };
  let parent = holder;
  if (within && parent === undefined) {
    parent = text(body[within.by], `${place}.${within.by}`);
    delete body[within.by];
  }
  for (const member of held) delete body[member];
  const own = text(
    name(body) ?? (mayBeNameless ? nameless(index) : undefined),
    `${place}.${within?.kind === 'dashboards' ? 'title' : 'name'}`,
  );
  const key = parent === undefined ? own : `${parent}.${own}`;
  const nested = held.flatMap((member) =>
    list(given[member], `${place}.${member}`).flatMap((one, index) =>
      unfold(member, one, `${place}.${member}[${index}]`, index, own),
    ),
  );
  return [{ kind, key, ...(parent === undefined ? {} : { parent }), body, place }, ...nested];
}

function text(value: unknown, place: string): string {
  if (typeof value === 'string' && value !== '' && value.length <= maxKey) return value;
  throw ApiError.invalid(
    place,
    'required',
    `must be a text of 1 to ${maxKey} characters: it names the part`,
  );
}

function list(value: unknown, place: string): Body[] {
  if (value === undefined) return [];
  const isBody = (one: unknown) => typeof one === 'object' && one !== null && !Array.isArray(one);
  if (Array.isArray(value) && value.every(isBody)) return value as Body[];
  throw ApiError.invalid(place, 'invalid_type', 'must be an array of objects');
}
