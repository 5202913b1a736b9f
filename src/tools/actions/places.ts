/**
 * Where the actions that call other servers stand in a part of a request: their addresses are looked up, and their secret
 * headers sealed together with all the rest of the call.
 * @param place of the part in the request
 */
export function placesOfCalls(part: unknown, place: string): string[] {
  if (typeof part !== 'object' || part === null) return [];
  if ((part as { type?: unknown }).type === 'webhook') return [place];
  return Object.entries(part).flatMap(([name, one]) => placesOfCalls(one, `${place}.${name}`));
}
