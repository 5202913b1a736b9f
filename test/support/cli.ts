import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { compiled } from './process.ts';

const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));
const host = fileURLToPath(new URL('./cli-host.ts', import.meta.url));

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

type RunCli = (args: string[], env?: Record<string, string>, input?: string) => Promise<Ran>;

/**
 * Runs `insula …` to its end, with nothing in its environment but what is given.
 * @param input what it reads from standard input
 */
export const runCli: RunCli = (args, env = {}, input = '') =>
  new Promise((resolve) => {
    const given = { env: { ...compiled, ...env } };
    const child = execFile(process.execPath, [cli, ...args], given, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 128) : 0, stdout, stderr });
    });
    // One that reads nothing may have ended before.
    child.stdin?.on('error', () => {}).end(input);
  });

/**
 * The same for a file that runs many commands: the first call of each command is a process of its own, as a user starts it.
 * The others share a process, one after the other, since most of what a command takes is its start.
 * @param through a command that runs another one, such as `nice`
 */
export function sharedCli(through: string[] = []): RunCli {
  let shared: Promise<ChildProcess> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const begun = new Set<string>();
  afterAll(async () => {
    const child = await shared;
    if (!child) return;
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
  });
  const inTurn = async (args: string[], env: Record<string, string>, input: string) => {
    shared ??= startHost(through);
    const child = await shared;
    const ended = once(child, 'exit').then(([code, signal]) => {
      throw new Error(`insula ${args.join(' ')} ended the process: ${code ?? signal}`);
    });
    const answer = once(child, 'message').then(([ran]) => ran as Ran);
    child.send({ args, env, input });
    return Promise.race([answer, ended]);
  };
  return (args, env = {}, input = '') => {
    const command = args.slice(0, 2).filter(isWord).join(' ');
    if (through.length === 0 && !begun.has(command) && !args.includes('--help')) {
      begun.add(command);
      return runCli(args, env, input);
    }
    const ran = last.then(() => inTurn(args, env, input));
    last = ran.catch(() => {});
    return ran;
  };
}

const isWord = (arg: string) => /^[a-z]+$/.test(arg);

async function startHost(through: string[]): Promise<ChildProcess> {
  const [command = '', ...rest] = [...through, process.execPath, host, cli];
  const child = spawn(command, rest, {
    env: compiled,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return child;
}
