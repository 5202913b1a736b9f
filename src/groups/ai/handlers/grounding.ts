import { isUnspaced, wordsOf } from '../models/words.ts';
import { type ActingCall, actAs } from './act.ts';

export interface Grounding {
  object_type_ids: string[];
  limit: number;
}

/** A record that an answer may be taken from. */
export interface GroundingSource {
  number: number;
  object_type_id: string;
  object_id: string;
  excerpt: string;
}

interface FoundObject {
  id: string;
  object_type_id: string;
  properties: Record<string, unknown>;
}

const maxWords = 12;
/** Characters that are looked through for words. */
const maxQuestion = 4_000;
const maxExcerpt = 2_000;
/** They stand in every question, and find everything. */
const idle = new Set(
  'about all also and any are been but can did does for from has have her here him his how into many much some tell than that them then there they this were what the was when where which who whose why will with would you your'.split(
    ' ',
  ),
);

/** Finds what a question is about among objects that the caller sees: by its words, the best first, of each type in turn. */
export async function findSources(
  call: ActingCall,
  question: string,
  { object_type_ids, limit }: Grounding,
): Promise<GroundingSource[]> {
  const words = [...new Set(wordsOf(question.slice(0, maxQuestion)))].filter(says);
  if (words.length === 0) {
    // The existence of a type, and the right to read it, do not depend on the question.
    for (const type of object_type_ids)
      await actAs(call, { method: 'GET', path: `/v1/object-types/${encodeURIComponent(type)}` });
    return [];
  }
  const query = words.slice(0, maxWords).join(' or ');
  const found: FoundObject[][] = [];
  for (const type of object_type_ids) {
    const path = `/v1/objects/${encodeURIComponent(type)}/search`;
    const body = { query, limit, count: 'none' };
    const page = await actAs<{ results: FoundObject[] }>(call, { method: 'POST', path, body });
    found.push(page.results);
  }
  return inTurn(found)
    .slice(0, limit)
    .map(({ id, object_type_id, properties }, n) => ({
      number: n + 1,
      object_type_id,
      object_id: id,
      excerpt: textOf(properties).slice(0, maxExcerpt),
    }));
}

/** Short words of most scripts tell nothing about a subject; in Japanese only those of Hiragana. */
const says = (word: string): boolean =>
  isUnspaced(word)
    ? !/^\p{Script=Hiragana}+$/u.test(word) && (word.length > 1 || /\p{Script=Han}/u.test(word))
    : word.length > 2 && !idle.has(word);

const inTurn = <T>(lists: T[][]): T[] => {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, n) =>
    lists.flatMap((list) => list.slice(n, n + 1)),
  ).flat();
};

/** The properties of an object, one in a line. */
const textOf = (properties: Record<string, unknown>): string =>
  Object.entries(properties)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
