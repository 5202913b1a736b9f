import { ApiError } from '../../../ground/errors.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import type { LeftOut } from './portable.ts';
import { prepare } from './prepare.ts';

type Shown = Record<string, unknown>;

/** Resources that tenants set up and manifests do not hold, by the list that shows them. */
const others: Array<{
  kind: string;
  path: string;
  why: LeftOut['why'];
  key: (record: Shown) => unknown;
}> = [
  { kind: 'ai_providers', path: '/v1/ai-providers', why: 'unsupported', key: ({ name }) => name },
  {
    kind: 'email_domains',
    path: '/v1/email/domains',
    why: 'unsupported',
    key: ({ domain }) => domain,
  },
  {
    kind: 'file_collections',
    path: '/v1/files/collections',
    why: 'data',
    key: ({ name }) => name,
  },
  { kind: 'file_tags', path: '/v1/files/tags', why: 'data', key: ({ name }) => name },
  { kind: 'integrations', path: '/v1/integrations', why: 'unsupported', key: ({ name }) => name },
  { kind: 'keys', path: '/v1/keys', why: 'secret', key: ({ label }) => label },
  {
    kind: 'saml_providers',
    path: '/v1/auth/saml/providers',
    why: 'unsupported',
    key: ({ name }) => name,
  },
];

/** Every tenant has these, and no manifest holds them. */
const always: LeftOut[] = [
  ...['associations', 'comments', 'files', 'objects', 'short_urls'].map(
    (kind): LeftOut => ({ kind, key: '*', why: 'data' }),
  ),
  ...['auth_config', 'branding', 'governance'].map(
    (key): LeftOut => ({ kind: 'settings', key, why: 'unsupported' }),
  ),
  { kind: 'users', key: '*', why: 'user' },
];

/** Lists everything that an export leaves out, except parts of the kinds that it holds. */
export async function otherThings(call: HandlerCall<unknown>): Promise<LeftOut[]> {
  const found = await Promise.all(
    others.map(async (one) => [one, await listed(call, one.path)] as const),
  );
  return [
    ...found.flatMap(([{ kind, why, key }, records]): LeftOut[] =>
      // Of what the caller may not list, there may be any.
      records === undefined
        ? [{ kind, key: '*', why }]
        : records.map((record) => ({ kind, key: String(key(record) ?? '*'), why })),
    ),
    ...always,
  ];
}

/** The records of a list; undefined when its caller may not see it. */
async function listed(call: HandlerCall<unknown>, path: string): Promise<Shown[] | undefined> {
  const step = await prepare(call, 'GET', path, undefined, 'include', '');
  try {
    const { results } = await call.ask<{ results: Array<{ data: Shown[] }> }>('transaction_run', {
      steps: [step],
    });
    return results[0]?.data ?? [];
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.status === 403) return undefined;
    throw thrown;
  }
}
