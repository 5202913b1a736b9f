// As much of curl as the lines in our documentation and of `insula demo` use: -s -i -X -H -d and a URL.
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: 'boolean', short: 's' },
    include: { type: 'boolean', short: 'i' },
    request: { type: 'string', short: 'X' },
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    data: { type: 'string', short: 'd' },
  },
});
const response = await fetch(positionals[0], {
  method: values.request ?? (values.data === undefined ? 'GET' : 'POST'),
  headers: values.header.map((line) => line.split(/:\s*(.*)/s).slice(0, 2)),
  body: values.data,
});
if (values.include) {
  console.log(`HTTP/1.1 ${response.status} ${response.statusText}`);
  for (const [name, value] of response.headers) console.log(`${name}: ${value}`);
  console.log('');
}
process.stdout.write(await response.text());
