// Ends the process with one line where Node is too old. Any Node can read it, as it can read bin/insula.js and
// bin/bootstrap.js, which require it before anything else: ECMAScript 5, and no comma behind a last argument.

var minimum = 20;
var version = process.versions.node;
var text = 'Insula needs Node ' + minimum + ' or newer; this is Node ' + version + '. ';

if (parseInt(version, 10) < minimum) {
  console.error(text + 'Install a newer one: https://nodejs.org/en/download');
  process.exit(1);
}
