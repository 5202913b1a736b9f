/**
 * How often a header was sent. Node keeps the first of two Host or Authorization headers, and ignores the second.
 * @param rawHeaders names and values in turn
 * @param name in lower case
 */
export function countHeader(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const given = rawHeaders[i] as string;
    if (given.length === name.length && given.toLowerCase() === name) count++;
  }
  return count;
}
