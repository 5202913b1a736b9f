import { networkInterfaces } from 'node:os';
import { runningOwnerUrl } from '../db/embedded.ts';
import type { Config } from '../ground/config/config.ts';
import { canonical } from './addresses.ts';
import { hostOf, portOf } from './target.ts';

/**
 * Addresses that would lead back here: our own public address, and our ports on this machine, including PostgreSQL's.
 * No one outside has a reason to send us there, not even where a private range is open.
 */
export class OwnDoors {
  private readonly urls: () => string[];

  /** @param urls public and local addresses of this installation; asked each time, for a port may be chosen late */
  constructor(urls: () => string[]) {
    this.urls = urls;
  }

  isName(url: URL): boolean {
    return this.doors().some(({ host, port }) => host === hostOf(url) && port === portOf(url));
  }

  isAddress(address: string, port: number): boolean {
    return this.doors().some((door) => door.port === port) && isThisMachine(canonical(address));
  }

  private doors(): Array<{ host: string; port: number }> {
    return this.urls()
      .filter((url) => URL.canParse(url))
      .map((text) => new URL(text))
      .map((url) => ({ host: hostOf(url), port: portOf(url) }));
  }
}

/** Where a process with this configuration, and the one beside it, are reached. */
export function ownUrls(config: Config): () => string[] {
  const database = config.databaseUrl ?? runningOwnerUrl(config.dataDir);
  const postgres = database && databasePort(database);
  return () => [
    config.baseUrl,
    ...(config.port ? [`http://localhost:${config.port}`] : []),
    ...(postgres ? [`http://localhost:${postgres}`] : []),
  ];
}

const databasePort = (url: string): string | null =>
  URL.canParse(url) ? new URL(url).port || '5432' : null;

const isThisMachine = (address: string): boolean =>
  /^(127\.|0\.|::1?$)/.test(address) ||
  Object.values(networkInterfaces()).some((all) =>
    all?.some((one) => canonical(one.address) === address),
  );
