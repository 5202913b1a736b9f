import { buffer } from 'node:stream/consumers';
import { Command } from 'commander';
import { parseEnvironment } from '../ground/config/config.ts';
import { randomText } from '../ground/machine/secrets.ts';
import { sign } from '../groups/webhooks/index.ts';
import { CallError } from './api-client.ts';
import { examples } from './report.ts';
import { forServers, type ServerOptions, serverUrl } from './server.ts';

/** The server's description of a mail. */
interface Envelope {
  data: { status: string };
  error?: { message: string };
}

/** Exit codes that mail servers know (sysexits.h): return it to its sender, or try again later. */
const [unavailable, tryLater] = [69, 75];
const patienceMs = 60_000;

/** `insula mail receive`: hands a mail that has arrived to a running server. */
export function mailCommand(): Command {
  return new Command('mail')
    .description('hand mails that have arrived to a running server')
    .addCommand(receiveCommand());
}

function receiveCommand(): Command {
  return forServers(new Command('receive'))
    .description('hand over an answer to a mail about a ticket, as it arrived, from standard input')
    .argument('<recipient>', 'the address that it was sent to, as the envelope says')
    .addHelpText(
      'after',
      `\nExit codes, as mail servers know them: 0 taken, ${unavailable} refused, ${tryLater} try again later.\n` +
        'INBOUND_MAIL_SECRET has to be that of the server.' +
        examples(
          'insula mail receive --url https://api.example.com t12-…@reply.example.com < mail',
        ),
    )
    .action(async (recipient: string, options: ServerOptions) => {
      process.exitCode = await receive(recipient, options);
    });
}

async function receive(recipient: string, options: ServerOptions): Promise<number> {
  const { INBOUND_MAIL_SECRET: secret, DATA_DIR } = parseEnvironment();
  if (!secret) throw new CallError('Set INBOUND_MAIL_SECRET to that of the server.');
  const url = `${serverUrl(options, DATA_DIR)}/v1/inbound-mail/${encodeURIComponent(recipient)}`;
  const body = await buffer(process.stdin);
  const [id, time] = [randomText(16, 'hex'), Math.floor(Date.now() / 1000)];
  const headers = {
    'content-type': 'message/rfc822',
    'webhook-id': id,
    'webhook-timestamp': String(time),
    'webhook-signature': sign([secret], id, time, body),
  };
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const answer = await fetch(url, { method: 'POST', headers, body, signal });
    const { data, error } = (await answer.json()) as Envelope;
    console.error(`insula: ${error?.message ?? data.status}`);
    if (answer.ok) return 0;
    return answer.status < 500 && answer.status !== 429 ? unavailable : tryLater;
  } catch (cause) {
    console.error(`insula: ${(cause as Error).message}`);
    return tryLater;
  }
}
