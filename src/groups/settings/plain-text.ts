/**
 * Text without markup: what looks like a tag goes, and every angle bracket that is left, so that not even a page that
 * forgets to escape it can be made to run script.
 */
export function plainText(text: string): string {
  let rest = text;
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(/<[^<>]*>/g, '');
  }
  return rest.replace(/[<>]/g, '').trim();
}
