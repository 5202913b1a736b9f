#!/usr/bin/env node
require('./check-node.js');
var isTold = process.argv.indexOf('--follow-parent') > 0;
// npx passes a signal only to the shell between it and this process. The shell ends, and the server would stay behind.
var isOfNpx = process.env.npm_lifecycle_event === 'npx';
var options = { followParent: isTold || isOfNpx };
require('./launch.js').run('src/cli.ts', process.argv.slice(2), options);
