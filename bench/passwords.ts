/** The reference for sign-ins: only argon2, as many at once as there are cores. Says verifications per second. */
import { availableParallelism } from 'node:os';
import argon2 from 'argon2';

process.once('message', async ({ hash, password, seconds }) => {
  const end = performance.now() + seconds * 1000;
  let done = 0;
  const verify = async () => {
    while (performance.now() < end) {
      await argon2.verify(hash, password);
      done++;
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: availableParallelism() }, verify));
  process.send?.({ perSecond: (done * 1000) / (performance.now() - started) });
  process.disconnect();
});
