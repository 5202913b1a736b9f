#!/usr/bin/env node
import { run } from './bootstrap.js';

await run('src/cli.ts', process.argv.slice(2));
