import '../../process/production.ts';
import '../../ground/machine/thread-pool.ts';
import '../../ground/machine/compile-cache.ts';
import { explain } from '../report.ts';
import { startCommand } from '../start.ts';

/** The script of the server on the copy: `insula start`, which ends with the drill. */
try {
  await startCommand().parseAsync(['--api-only', '--follow-parent'], { from: 'user' });
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
