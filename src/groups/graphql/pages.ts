import { ApiError } from '../../ground/errors.ts';
import type { LinkPage, ObjectRecord } from './steps.ts';

/** The arguments of every field that is read page by page. */
export interface PageArgs {
  first?: number | null;
  after?: string | null;
}

/** The source of a connection's fields. */
export interface Connection {
  nodes: unknown[];
  edges: object[];
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
  totalCount: number | null;
  totalIsExact: boolean | null;
}

/** A page as lists of the API answer it. */
export interface Listed {
  results: unknown[];
  next_cursor: string | null;
  total: number | null;
  total_relation?: 'eq' | 'gte';
}

/** A list, or with the cursor behind each of its rows. */
export type ObjectPage =
  | (Listed & { results: ObjectRecord[] })
  | { page: Listed; cursors: string[] };

const pageInfo = (next: string | null, after: PageArgs['after'], cursors?: (string | null)[]) => ({
  hasNextPage: next !== null,
  hasPreviousPage: (after ?? null) !== null,
  startCursor: cursors?.[0] ?? null,
  endCursor: cursors?.at(-1) ?? next,
});

export function listConnection(answer: ObjectPage | Listed, { after }: PageArgs): Connection {
  const [page, cursors] =
    'page' in answer ? [answer.page, answer.cursors] : [answer as Listed, undefined];
  const { results, next_cursor, total, total_relation } = page;
  return {
    nodes: results,
    edges: results.map((node, n) => ({ node, cursor: cursors?.[n] })),
    pageInfo: pageInfo(next_cursor, after, cursors),
    totalCount: total,
    totalIsExact: total === null ? null : total_relation !== 'gte',
  };
}

const mostLinks = 10_000;

export function linkConnection(
  { links, next_cursor, total }: LinkPage,
  { after }: PageArgs,
): Connection {
  const cursors = links.map(({ cursor }) => cursor);
  return {
    nodes: links.map(({ node }) => node),
    edges: links,
    pageInfo: pageInfo(next_cursor, after, cursors[0] === null ? undefined : cursors),
    totalCount: total === null ? null : Math.min(total, mostLinks),
    totalIsExact: total === null ? null : total <= mostLinks,
  };
}

/** A list that is read by offset, which its cursors then are. */
export function offsetConnection(
  results: unknown[],
  total: number,
  relation: 'eq' | 'gte',
  offset: number,
): Connection {
  const end = offset + results.length;
  const hasNext = results.length > 0 && (end < total || relation === 'gte');
  return listConnection(
    { results, next_cursor: hasNext ? cursorOf(end) : null, total, total_relation: relation },
    { after: offset > 0 ? cursorOf(offset) : null },
  );
}

const cursorOf = (offset: number) => Buffer.from(`offset ${offset}`).toString('base64url');

/** @throws 400 for a text that `cursorOf` has not made */
export function offsetOf({ after }: PageArgs): number {
  if (after === undefined || after === null) return 0;
  const text = Buffer.from(after, 'base64url').toString();
  const offset = /^offset (\d{1,9})$/.exec(text)?.[1];
  if (offset === undefined)
    throw new ApiError('INVALID_CURSOR', 'This cursor does not belong to this list.', {
      param: 'after',
    });
  return Number(offset);
}
