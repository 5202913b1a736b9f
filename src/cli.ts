import './process/production.ts';
import './process/thread-pool.ts';
import './process/compile-cache.ts';
import { runCommand } from './cli/run.ts';

await runCommand();
