import { once } from 'node:events';
import { child } from './events.ts';
import type { Harness } from './harness.ts';

const mails = 1_000;
const perBatch = 100;

type WithWorker = (
  work: (served: Harness) => Promise<void>,
  env: Record<string, string>,
) => Promise<void>;

/** Emails of one tenant on their way through a mail server on the same machine. */
export async function measureEmails(withWorker: WithWorker): Promise<void> {
  const server = child('mail-server.ts');
  const [{ port }] = (await once(server, 'message')) as [{ port: number }];
  server.send(mails);
  const sending = async (served: Harness) => {
    const told = once(server, 'message') as Promise<[{ perMinute: number }]>;
    for (let n = 0; n < mails; n += perBatch) {
      const emails = Array.from({ length: perBatch }, (_, at) => ({
        to: `reader${n + at}@example.com`,
        subject: 'Your order',
        html: '<p>It is on its way.</p>',
      }));
      await served.post('/v1/email/batch', { emails });
    }
    const [{ perMinute }] = await told;
    served.report(
      'emails a minute through a mail server on the same machine',
      perMinute,
      1_000,
      '>=',
      `${mails} emails`,
    );
  };
  await withWorker(sending, { SMTP_URL: `smtp://127.0.0.1:${port}` }).finally(() => server.kill());
}
