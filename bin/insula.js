#!/usr/bin/env node
require('./check-node.js');
require('./launch.js').run('src/cli.ts', process.argv.slice(2), {
  followParent: process.argv.indexOf('--follow-parent') > 0,
});
