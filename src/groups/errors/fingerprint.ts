import { hash } from 'node:crypto';

interface Report {
  message: string;
  stack?: string | null | undefined;
  source?: string | null | undefined;
  fingerprint?: string[] | null | undefined;
}

/** Of a message: what comes later tells no two errors apart. */
const longestTemplate = 1_000;

/**
 * The common key of all reports of an error, as a sha256: the template of the message, the top frame and the source, or
 * the client's fingerprint.
 */
export function fingerprintOf({ message, stack, source, fingerprint }: Report): string {
  const parts = fingerprint?.length
    ? ['given', ...fingerprint]
    : [templateOf(message), frameOf(stack ?? ''), source ?? ''];
  return hash('sha256', JSON.stringify(parts));
}

/** A message without what differs from one report to the next: quoted values, ids and numbers. */
export function templateOf(message: string): string {
  const text = message
    .slice(0, longestTemplate)
    .replaceAll(/"[^"\n]*"|`[^`\n]*`|(?<!\w)'[^'\n]*'(?!\w)/g, '<value>');
  return withoutNumbers(text).trim();
}

const withoutNumbers = (text: string) =>
  text
    .replaceAll(/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '<id>')
    .replaceAll(/\b[a-z]{1,10}_[0-9a-f]{16,}\b/gi, '<id>')
    .replaceAll(/\b(?=[a-f]*\d)[0-9a-f]{8,}\b/gi, '<id>')
    .replaceAll(/\d+(?:[.,:]\d+)*/g, '<n>');

/** `    at pay (https://shop.example/app.js:1:20)`: V8. */
const v8 = /^[ \t]*at (.+)$/m;
/** `pay@https://shop.example/app.js:1:20`: Firefox and Safari. */
const gecko = /^([^@\s]*@\S+:\d+(?::\d+)?)$/m;
/** `  File "shop/cart.py", line 20, in pay`: Python, where the frame that failed comes last. */
const python = /^[ \t]*File "([^"\n]+)", line \d+, in (\S+)$/gm;

/** The function and file that failed, without its place in the file, which changes with each release. */
export function frameOf(stack: string): string {
  const last = [...stack.matchAll(python)].at(-1);
  const frame = last ? `${last[2]} ${last[1]}` : (v8.exec(stack) ?? gecko.exec(stack))?.[1];
  if (frame === undefined) return '';
  const place = frame.replaceAll(/\w+:\/\/[^/\s)]*/g, '').replaceAll(/[?#][^\s):]*/g, '');
  return withoutNumbers(place.replace(/(:\d+){1,2}\)?$/, ''));
}
