import { Command } from 'commander';
import {
  discardHeld,
  holdOutboundNow,
  type OutboundState,
  outboundState,
  releaseOutbound,
} from '../db/outbound.ts';
import { parseEnvironment } from '../ground/config/config.ts';
import { encryptionKeysOf } from '../ground/config/keys.ts';
import { withDatabase } from './database.ts';
import { examples, printJson } from './report.ts';

interface Json {
  json?: boolean;
}

/** `insula outbound …`: whether anything leaves this installation. */
export function outboundCommand(): Command {
  return new Command('outbound')
    .description(
      'hold everything that leaves this installation (webhooks, mails, texts, calls to other servers), or let it go on',
    )
    .addCommand(statusCommand())
    .addCommand(holdCommand())
    .addCommand(discardCommand())
    .addCommand(releaseCommand());
}

function statusCommand(): Command {
  return new Command('status')
    .description('say whether calls are held, since when, and what is waiting')
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', examples('insula outbound status'))
    .action(async ({ json }: Json) => {
      const state = await withDatabase(({ url }) => outboundState(url));
      if (json) return printJson(state);
      console.log(
        state.held
          ? `held since ${state.since}: nothing leaves this installation`
          : 'open: calls go out',
      );
      console.log(`waiting: ${counted(state.waiting)}`);
    });
}

function holdCommand(): Command {
  return new Command('hold')
    .description('let nothing leave from now on, in every process, until "insula outbound release"')
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', examples('insula outbound hold'))
    .action(async ({ json }: Json) => {
      const state = await withDatabase(({ url }) => holdOutboundNow(url));
      if (json) printJson(state);
      else console.log('held: nothing leaves this installation');
    });
}

function discardCommand(): Command {
  return new Command('discard')
    .description('discard what is held, as "release" does, and go on holding')
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', examples('insula outbound discard'))
    .action(async ({ json }: Json) => {
      const { state, discarded } = await withDatabase(async ({ url, config }) => {
        const gone = (await outboundState(url)).held
          ? await discardHeld(url, encryptionKeysOf(config))
          : {};
        return { discarded: gone, state: await outboundState(url) };
      });
      if (json) printJson({ ...state, discarded });
      else if (state.held) console.log(`discarded: ${counted(discarded)}`);
      else console.log('open: nothing is held, and nothing is discarded');
    });
}

function releaseCommand(): Command {
  return new Command('release')
    .description('let calls go out again')
    .option(
      '--send',
      'send what was held. Without it, it is discarded: on a restored copy that is what the original has sent already',
    )
    .option('--discard', 'discard what was held: the default')
    .option('--json', 'print the answer as JSON')
    .addHelpText(
      'after',
      examples('insula outbound release', 'insula outbound release --send') +
        '\n\nWhat is discarded stays in its log: deliveries as dead, mails as suppressed, runs as skipped or cancelled. ' +
        'Deliveries, and runs that had begun, can be retried one by one. Schedules that were due meanwhile wait for their next time.',
    )
    .action(async ({ json, send = false, discard = false }: Json & Choice) => {
      if (send && discard) throw new Error('Choose one: --send or --discard.');
      const { discarded, state, wasHeld } = await withDatabase(async ({ url, config }) => {
        const before = await outboundState(url);
        // Where nothing is held, what waits is what is about to be sent.
        if (!before.held) return { wasHeld: false, discarded: {}, state: before };
        const gone = send ? {} : await discardHeld(url, encryptionKeysOf(config));
        return { wasHeld: true, discarded: gone, state: await releaseOutbound(url) };
      });
      if (json) return printJson({ ...state, discarded });
      if (!wasHeld) return console.log('open: nothing was held, and nothing is discarded');
      console.log('released: calls go out');
      console.log(
        send ? `to be sent: ${counted(state.waiting)}` : `discarded: ${counted(discarded)}`,
      );
      if (parseEnvironment().OUTBOUND === 'hold')
        console.log(
          'OUTBOUND=hold is still set here: the next start with it holds everything again',
        );
    });
}

interface Choice {
  send?: boolean;
  discard?: boolean;
}

/** `17 email, 252 webhook`. */
const counted = (counts: OutboundState['waiting']): string =>
  Object.entries(counts)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ') || 'nothing';
