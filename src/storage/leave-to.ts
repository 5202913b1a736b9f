import type { Storage } from './storage.ts';

/** Where the same bytes were kept before, those stay, and ours go. Should they have got lost, ours take their place. */
export async function leaveTo(storage: Storage, own: string, kept: string): Promise<void> {
  if (kept === own) return;
  if (await storage.has(kept)) await storage.remove([own]);
  else await storage.move(own, kept);
}
