export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The name and the place of an operation, and its documentation. */
export interface RouteDocs {
  /** `<noun>.<verb>`: one word from route to SQL to event to test. */
  id: string;
  method: Method;
  /** With `:name` for parameters, named as the SQL function reads them. */
  path: string;
  summary: string;
  description?: string;
  example?: { body?: unknown; data?: unknown };
}

/** The SQL function behind a route: `object.create` → `object_create`. */
export const functionOf = ({ id }: Pick<RouteDocs, 'id'>): string => id.replace('.', '_');
