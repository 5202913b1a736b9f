// Runs a script of this repository on the Node 24 that npm installs with it, whatever Node the machine has, and
// installs what is missing first, with the tools for development. No dependencies: it runs before anything is there.
//
//   node bin/bootstrap.js [--follow-parent] [options of node] <script> [arguments]
//   node bin/bootstrap.js --install

require('./check-node.js');
require('./launch.js').main(process.argv.slice(2));
