import './process/production.ts';
import './ground/machine/thread-pool.ts';
import './ground/machine/compile-cache.ts';
import { runCommand } from './cli/run.ts';

await runCommand();
