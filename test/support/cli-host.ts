import { Console } from 'node:console';
import { Readable, Writable } from 'node:stream';
import '../../src/ground/machine/compile-cache.ts';

/**
 * A process that runs one command of `insula` after the other, each as if it were the only one: with its own arguments,
 * environment, input, output and exit code. It loads each command once, where a process for each loads all of it again.
 */

export interface HostedCommand {
  args: string[];
  env: Record<string, string>;
  input: string;
}

const { runCommand } = await import('../../src/cli/run.ts');
const [node = '', , script = ''] = process.argv;
const replace = (name: 'stdin' | 'stdout' | 'stderr', value: unknown) =>
  Object.defineProperty(process, name, { value, configurable: true });

process.on('message', async ({ args, env, input }: HostedCommand) => {
  const [stdout, stderr] = [new Kept(), new Kept()];
  process.argv = [node, script, ...args];
  process.env = { ...env };
  process.exitCode = undefined;
  replace('stdin', Readable.from([Buffer.from(input)], { objectMode: false }));
  replace('stdout', stdout);
  replace('stderr', stderr);
  globalThis.console = new Console(stdout, stderr);
  await runCommand();
  const code = process.exitCode ?? 0;
  process.exitCode = 0;
  process.send?.({ code, stdout: stdout.text, stderr: stderr.text });
});
process.send?.('ready');

class Kept extends Writable {
  private readonly chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.chunks.push(chunk);
    done();
  }

  get text(): string {
    return Buffer.concat(this.chunks).toString();
  }
}
