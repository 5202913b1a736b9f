import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Handler } from './handler.ts';

export type Scope = 'read' | 'write' | 'schema' | 'files' | 'auth' | 'ai' | '*';
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One operation of the API. From this row come the express route, validation, the SQL function's name
 * (`object.create` is api.object_create; under /admin it is in the schema platform), OpenAPI and the contract tests.
 */
export interface Route {
  /** `<noun>.<verb>`: one word from route to SQL to event to test. */
  id: string;
  method: Method;
  /** With `:name` for parameters, named as the SQL function reads them. */
  path: string;
  /** What the credential must hold; `platform` means the platform key. */
  scope: Scope | 'platform';
  summary: string;
  description?: string;
  query?: z.ZodObject;
  body?: z.ZodObject;
  returns: z.ZodType;
  /** 200 unless given.md says 201. */
  status?: 200 | 201;
  /** Beyond those that any route can answer. */
  errors?: ErrorCode[];
  /** The answer is a record with its version as ETag; GET minds If-None-Match, a change If-Match. */
  isVersioned?: boolean;
  /** Work that grows with the data: may take 10 minutes instead of 15 seconds. */
  isPatient?: boolean;
  /** For what method and scope do not tell: see `mutates`. */
  isMutation?: boolean;
  /** The answer holds a secret that is shown once: where an answer is kept, it is encrypted. */
  hasSecret?: boolean;
  /** Answers in place of the SQL function of this name, which it calls: for bytes and other work of Node. */
  handler?: Handler;
  /** Further functions of the schema api that the handler calls. */
  operations?: string[];
  /** Takes the fields of `body` as multipart/form-data too, beside a file of up to so many bytes. */
  upload?: { maxBytes: number };
  /** Media types of an answer that is no envelope but a file. `returns` is then the 202 of a file not ready yet. */
  produces?: string[];
  example?: { body?: unknown; data?: unknown };
}

/** The routes of one group; the name is the same in sql/50_api, test/ and as the OpenAPI tag. */
export interface RouteGroup {
  name: string;
  description: string;
  routes: Route[];
}

/** Whether an operation changes something. What reads may also be asked by POST, with the scope read. */
export const mutates = (route: Route): boolean =>
  route.isMutation ??
  (route.method !== 'GET' && !(route.method === 'POST' && route.scope === 'read'));
