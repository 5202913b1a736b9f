import { expect, it } from 'vitest';
import { Passwords } from '../../src/credentials/passwords.ts';

it('a password of one tenant is hashed before the queue of a flooding tenant, and only the latter is refused', async () => {
  const passwords = new Passwords(1, { memoryCost: 1024, timeCost: 2 });
  const done: string[] = [];
  const hash = (tenant: string) =>
    passwords.hash('correct horse battery', tenant).then(
      () => done.push(tenant),
      ({ code }) => done.push(`${tenant} ${code}`),
    );
  const flood = Array.from({ length: 110 }, () => hash('a'));
  await hash('b');
  const good = done.filter((one) => !one.includes(' '));
  expect(good.length).toBeLessThanOrEqual(3);
  expect(done).toContain('a CONCURRENCY_LIMITED');
  expect(done).not.toContain('b CONCURRENCY_LIMITED');
  await Promise.all(flood);
});

it('hashes as OWASP asks for, unless it is told otherwise', async () => {
  const hash = await new Passwords().hash('correct horse battery', 'a');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,p=1,t=2\$/);
});
