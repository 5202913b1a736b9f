import type { Question } from '../question.ts';

const hour = 3_600_000;

/** A key that may do less: its limit in the headers, its scope in a refusal. */
export const keys: Question[] = [
  {
    asks: 'A key that may only read, 600 times a minute, for one hour:',
    call: () => ({
      method: 'POST',
      path: '/v1/keys',
      body: {
        label: 'Demo',
        scopes: ['read'],
        rate_limit: 600,
        expires_at: new Date(Date.now() + hour).toISOString(),
      },
    }),
    remembers({ data }, memory) {
      memory.readKey = data?.token;
    },
    says: ({ data }) => data.token,
  },
  {
    asks: 'How often may it call?',
    call: ({ readKey }) =>
      readKey ? { method: 'GET', path: '/v1/object-types', withHeaders: true } : undefined,
    token: ({ readKey }) => readKey,
    says: ({ headers }) =>
      ['Limit', 'Remaining', 'Reset']
        .map((name) => `RateLimit-${name}: ${headers.get(`ratelimit-${name}`)}`)
        .join(', '),
  },
  {
    asks: 'May it write?',
    call: ({ readKey }) =>
      readKey
        ? { method: 'POST', path: '/v1/object-types', body: { name: 'demo-scratch' } }
        : undefined,
    token: ({ readKey }) => readKey,
  },
];
