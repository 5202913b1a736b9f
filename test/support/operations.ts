import type { Answer, Client } from './api.ts';
import { fileForm } from './seed-files.ts';

/** An operation as the server's own /docs/openapi.json describes it. */
export interface DocumentedOperation {
  id: string;
  method: string;
  /** With `{name}` for parameters. */
  path: string;
  /** The scope it needs, or its audience: `user`, `public`, `open`, `platform`. */
  scope: string;
  /** The example of its request body. */
  body?: Record<string, unknown>;
  /** It takes a form and nothing else. */
  isForm?: boolean;
}

interface Described {
  operationId: string;
  'x-scope'?: string;
  requestBody?: {
    content: {
      'application/json'?: { example?: Record<string, unknown> };
      'multipart/form-data'?: object;
    };
  };
}

/** Whether an operation acts in a tenant, for who has a token of it. Public operations have tests of their own. */
export const isOfTenant = ({ scope }: DocumentedOperation): boolean =>
  !['platform', 'public', 'open'].includes(scope);

/**
 * Operations whose path has an id that stands for nothing, or a name that the caller chooses: they act on the caller's
 * tenant, whatever it says.
 */
export const takesAnyId = ({ id }: { id: string }): boolean =>
  ['file.stale_cleanup', 'ai.vector_put', 'chart.apply'].includes(id);

/** Every operation that needs a token, read from the server: a route added tomorrow is tested tomorrow. */
export async function documentedOperations(url: string): Promise<DocumentedOperation[]> {
  const { paths } = (await (await fetch(`${url}/docs/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Described>>;
  };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, described]) => {
      const scope = described['x-scope'];
      if (!scope) return [];
      const content = described.requestBody?.content ?? {};
      const body = content['application/json']?.example;
      return [
        {
          id: described.operationId,
          method: method.toUpperCase(),
          path,
          scope,
          ...(body ? { body } : {}),
          isForm: 'multipart/form-data' in content && !('application/json' in content),
        },
      ];
    }),
  );
}

/** Calls an operation with its example, and with `params` in its path. @param headers beside those of its body */
export function callOperation(
  client: Client,
  { method, path, body, isForm }: DocumentedOperation,
  params: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path}: no value for {${name}}`);
    return encodeURIComponent(value);
  });
  if (isForm) return client.send(method, filled, { headers, body: fileForm('text', 'a.txt') });
  return client.send(method, filled, {
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}
