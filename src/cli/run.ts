import { CommanderError } from 'commander';
import { createProgram } from './program.ts';
import { explain } from './report.ts';

/** Runs the command that `process.argv` names. Exit codes: 0 done, 1 failed, 2 wrong usage. */
export async function runCommand(): Promise<void> {
  try {
    const program = await createProgram(process.argv[2]);
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2;
    } else {
      console.error(explain(error));
      process.exitCode = 1;
    }
  }
}
