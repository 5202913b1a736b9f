import { expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { startTestServer } from '../support/server.ts';
import { anotherAddress, signUp } from '../support/users.ts';

it('a flood of sign-ins is refused once its queue is full, and blocks no other user', async () => {
  const server = await startTestServer({ TRUSTED_PROXIES: 'loopback' }, { hasRealPasswords: true });
  const api = await createTenant(server);
  const user = await signUp(api);
  const attempts = Array.from({ length: 200 }, (_, n) =>
    api.post('/v1/auth/signin', { email: `${n}@example.com`, password: 'wrong' }, anotherAddress()),
  );
  const others = await Promise.all([
    user.client.get('/v1/auth/user'),
    api.get('/v1/object-types'),
    api.get('/health'),
  ]);
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);

  const answers = await Promise.all(attempts);
  const codes = answers.map(({ body }) => body.error.code);
  expect(new Set(codes)).toEqual(new Set(['INVALID_CREDENTIALS', 'CONCURRENCY_LIMITED']));
  const refused = answers.filter(({ status }) => status === 429);
  for (const { headers } of refused) expect(headers.get('retry-after')).toBe('1');
  // After the flood, the next one is served.
  expect(
    (
      await api.post(
        '/v1/auth/signin',
        { email: user.email, password: user.password },
        anotherAddress(),
      )
    ).status,
  ).toBe(200);
  await server.close();
});
