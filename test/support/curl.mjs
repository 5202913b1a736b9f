// As much of curl as the lines in our documentation and of `insula demo` use: a URL, and the options below.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: 'boolean', short: 's' },
    'no-buffer': { type: 'boolean', short: 'N' },
    'max-time': { type: 'string', short: 'm' },
    include: { type: 'boolean', short: 'i' },
    request: { type: 'string', short: 'X' },
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    data: { type: 'string', short: 'd' },
    'cookie-jar': { type: 'string', short: 'c' },
    cookie: { type: 'string', short: 'b' },
    output: { type: 'string', short: 'o' },
    'write-out': { type: 'string', short: 'w' },
  },
});
const headers = values.header.map((line) => line.split(/:\s*(.*)/s).slice(0, 2));
if (values.cookie) headers.push(['cookie', readFileSync(values.cookie, 'utf8')]);
const response = await fetch(positionals[0], {
  method: values.request ?? (values.data === undefined ? 'GET' : 'POST'),
  headers,
  body: values.data,
  redirect: 'manual',
});
if (values['no-buffer']) {
  setTimeout(() => process.exit(28), Number(values['max-time']) * 1000);
  for await (const part of response.body) process.stdout.write(part);
}
if (values['cookie-jar']) {
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  writeFileSync(values['cookie-jar'], cookies.join('; '));
}
if (values.include) {
  console.log(`HTTP/1.1 ${response.status} ${response.statusText}`);
  for (const [name, value] of response.headers) console.log(`${name}: ${value}`);
  console.log('');
}
const text = await response.text();
if (values.output) writeFileSync(values.output, text);
else process.stdout.write(text);
const location = response.headers.get('location') ?? '';
process.stdout.write((values['write-out'] ?? '').replace('%{redirect_url}', location));
