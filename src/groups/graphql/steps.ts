import type { Needs } from '../../operations/route.ts';

/** One read of api.graphql_run, with the right that it needs. */
export interface Step extends Needs {
  operation: string;
  args: object;
}

/** Which associations of the objects of a type are asked for: of a name, or all. */
export interface Linking {
  /** The id of the type. */
  type: string;
  name: string | null;
  direction: 'outgoing' | 'incoming' | 'both';
  first: number;
  after: string | null;
  isCounted: boolean;
  hasCursors: boolean;
}

/** The answer of api.graphql_links for one object. */
export interface LinkPage {
  links: Link[];
  next_cursor: string | null;
  /** Counted up to 10,001. */
  total: number | null;
}

export interface Link {
  id: string;
  association_type: string;
  direction: 'outgoing' | 'incoming';
  meta: object;
  created_at: string;
  updated_at: string;
  cursor: string | null;
  node: ObjectRecord;
}

/** An object as the API shows it. */
export interface ObjectRecord {
  id: string;
  object_type_id: string;
  properties: Record<string, unknown>;
  [field: string]: unknown;
}

/** Asks as a list of the associations of an object does: with the right to read objects. */
export const linkStep = (linking: Linking, ids: string[]): Step => {
  const { type, name, direction, first, after, isCounted, hasCursors } = linking;
  return {
    operation: 'graphql_links',
    scope: 'read',
    permission: 'objects:read',
    impersonable: true,
    args: {
      type,
      name,
      direction,
      first,
      ...(after === null ? {} : { after }),
      is_counted: isCounted,
      has_cursors: hasCursors,
      ids,
    },
  };
};
