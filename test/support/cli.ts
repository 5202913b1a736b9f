import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * Runs `insula …` to its end, with nothing in its environment but what is given.
 * @param input what it reads from standard input
 */
export function runCli(args: string[], env: Record<string, string> = {}, input = ''): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [cli, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 128) : 0, stdout, stderr });
    });
    // One that reads nothing may have ended before.
    child.stdin?.on('error', () => {}).end(input);
  });
}
