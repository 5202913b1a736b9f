import { createHash, createVerify } from 'node:crypto';

/** Whether the signature of a mail holds (RFC 6376, relaxed/relaxed). @param publicKey base64 of the record's `p=` */
export function isSigned(raw: string, publicKey: string): boolean {
  const at = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, at)
    .replaceAll(/\r\n([ \t])/g, '$1')
    .split('\r\n');
  const headers = lines.map((line) => ({
    name: line.slice(0, line.indexOf(':')).toLowerCase(),
    value: line
      .slice(line.indexOf(':') + 1)
      .replaceAll(/[ \t]+/g, ' ')
      .trim(),
  }));
  const signature = headers.find(({ name }) => name === 'dkim-signature')?.value ?? '';
  const tag = (name: string) =>
    new RegExp(`(?:^|;)\\s*${name}=([^;]*)`).exec(signature)?.[1]?.replaceAll(/\s/g, '') ?? '';
  const body = raw
    .slice(at + 4)
    .split('\r\n')
    .map((line) => line.replaceAll(/[ \t]+/g, ' ').replace(/ $/, ''))
    .join('\r\n')
    .replace(/(\r\n)*$/, '\r\n');
  if (createHash('sha256').update(body).digest('base64') !== tag('bh')) return false;
  const signed = tag('h')
    .toLowerCase()
    .split(':')
    .flatMap((name) => {
      const header = headers.find((one) => one.name === name);
      return header ? [`${name}:${header.value}`] : [];
    });
  const unsigned = `dkim-signature:${signature.replace(/(;\s*b=)[^;]*/, '$1')}`;
  const key = `-----BEGIN PUBLIC KEY-----\n${publicKey}\n-----END PUBLIC KEY-----`;
  return createVerify('sha256')
    .update([...signed, unsigned.trimEnd()].join('\r\n'))
    .verify(key, tag('b'), 'base64');
}
