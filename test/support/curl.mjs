// As much of curl as the lines in our documentation and of `insula demo` use: a URL, and the options below.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: 'boolean', short: 's' },
    'no-buffer': { type: 'boolean', short: 'N' },
    'max-time': { type: 'string', short: 'm' },
    include: { type: 'boolean', short: 'i' },
    head: { type: 'boolean', short: 'I' },
    request: { type: 'string', short: 'X' },
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    data: { type: 'string', short: 'd' },
    'data-binary': { type: 'string' },
    form: { type: 'string', short: 'F', multiple: true, default: [] },
    'upload-file': { type: 'string', short: 'T' },
    range: { type: 'string', short: 'r' },
    'cookie-jar': { type: 'string', short: 'c' },
    cookie: { type: 'string', short: 'b' },
    output: { type: 'string', short: 'o' },
    'write-out': { type: 'string', short: 'w' },
  },
});
const headers = values.header.map((line) => line.split(/:\s*(.*)/s).slice(0, 2));
if (values.cookie) headers.push(['cookie', readFileSync(values.cookie, 'utf8')]);
if (values.range) headers.push(['range', `bytes=${values.range}`]);

function bodyOf() {
  if (values['upload-file']) return readFileSync(values['upload-file']);
  const binary = values['data-binary'];
  if (binary !== undefined) return binary.startsWith('@') ? readFileSync(binary.slice(1)) : binary;
  if (values.form.length === 0) return values.data;
  const form = new FormData();
  for (const part of values.form) {
    const [, name, at, text] = /^([^=]+)=(@?)(.*)$/s.exec(part);
    const [path, type] = text.split(';type=');
    if (at) form.set(name, new Blob([readFileSync(path)], { type: type ?? '' }), basename(path));
    else form.set(name, text);
  }
  return form;
}

const body = bodyOf();
if (typeof body === 'string' && !headers.some(([name]) => /^content-type$/i.test(name)))
  headers.push(['content-type', 'application/x-www-form-urlencoded']);
const method = values.head ? 'HEAD' : values['upload-file'] ? 'PUT' : body ? 'POST' : 'GET';
const response = await fetch(positionals[0], {
  method: values.request ?? method,
  headers,
  body,
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
if (values.include || values.head) {
  console.log(`HTTP/1.1 ${response.status} ${response.statusText}`);
  for (const [name, value] of response.headers) console.log(`${name}: ${value}`);
  console.log('');
}
const bytes = Buffer.from(await response.arrayBuffer());
if (values.output) writeFileSync(values.output, bytes);
else process.stdout.write(bytes);
process.stdout.write(
  (values['write-out'] ?? '')
    .replaceAll('%{redirect_url}', response.headers.get('location') ?? '')
    .replaceAll('%{http_code}', String(response.status))
    .replaceAll('%{content_type}', response.headers.get('content-type') ?? '')
    .replaceAll('%{size_download}', String(bytes.length))
    .replaceAll('\\n', '\n'),
);
