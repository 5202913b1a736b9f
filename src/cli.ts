import './process/production.ts';
import './process/thread-pool.ts';
import './process/compile-cache.ts';
import { CommanderError } from 'commander';
import { createProgram } from './cli/program.ts';
import { explain } from './cli/report.ts';

/** Exit codes: 0 done, 1 failed, 2 wrong usage. */
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
