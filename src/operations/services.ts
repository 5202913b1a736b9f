import type { Config } from '../config.ts';
import { Box } from '../credentials/box.ts';
import { type PasswordCost, Passwords } from '../credentials/passwords.ts';
import { TenantLogins } from '../db/tenant-logins.ts';
import { Causes } from '../http/causation.ts';
import { OutboundHold } from '../outbound/hold.ts';
import { type Outbound, outboundOf } from '../outbound/safe-fetch.ts';
import { places } from '../sandbox/places.ts';
import { Sandbox } from '../sandbox/sandbox.ts';
import { type DiskRoom, endlessRoom } from '../storage/disk-room.ts';
import { storageOf } from '../storage/open.ts';
import type { Storage } from '../storage/storage.ts';

/** The access that a signed URL grants: every part of it is signed. */
export interface Grant {
  method: 'GET' | 'PUT';
  tenant: string;
  file: string;
  /** Of the file: see app.files.generation. */
  generation: number;
  /** The content that may be read: '' for the bytes themselves, else the variant and how it is made. */
  what: string;
  isDownload: boolean;
  /** In seconds since 1970. */
  expires: number;
}

/** Signs URLs to files: see groups/files/signature.ts. */
export interface UrlSigner {
  sign(grant: Grant): string;
  url(path: string, grant: Grant, query?: Record<string, string>): string;
  /** @returns the generation of the token, undefined if this server did not sign it for exactly this grant */
  read(token: string, grant: Omit<Grant, 'generation'>): number | undefined;
}

/** The parts of a process that operations work with: every process that runs operations has them, the worker too. */
export interface OperationServices {
  config: Config;
  box: Box;
  /** Headers of outgoing calls that name their cause. */
  causes: Causes;
  outbound: Outbound;
  /** Whether nothing may leave the installation for now. */
  hold: OutboundHold;
  passwords: Passwords;
  /** Where functions run. */
  sandbox: Sandbox;
  /** Where the bytes of files are, and what signs URLs to them. */
  storage: Storage;
  fileSigner: UrlSigner;
  /** Connections of tenants' own logins, for their SQL. */
  tenantLogins: TenantLogins;
}

/** The part of OperationServices that a group brings, by its manifest. */
export type Brought = Pick<OperationServices, 'fileSigner'>;

/** A group that brings services. */
export interface BringsServices {
  services?: (config: Config) => Brought;
}

/** The ways of a process to the database, by its own role. */
export interface Ways {
  /** The address of the database. */
  url: string;
  isHeld(): Promise<boolean>;
  /** See TenantLogins. */
  ensureLogin(tenant: string, verifier: string): Promise<unknown>;
  /** Tenants live on several machines, where SQL is not offered. */
  isCluster(): boolean;
}

/** Makes the services of operations, once per process: the API's and the worker's. */
export function operationServices(
  config: Config,
  ways: Ways,
  groups: BringsServices[],
  {
    room = endlessRoom,
    passwordCost,
  }: { room?: DiskRoom; passwordCost?: PasswordCost | undefined },
): OperationServices {
  const { encryptionKey } = config;
  const hold = new OutboundHold(ways.isHeld);
  return {
    config,
    box: new Box(encryptionKey),
    causes: new Causes(encryptionKey),
    outbound: outboundOf(config, hold),
    hold,
    passwords: new Passwords(undefined, passwordCost),
    sandbox: new Sandbox(places),
    storage: storageOf(config, room),
    tenantLogins: new TenantLogins(ways.url, encryptionKey, ways.ensureLogin, ways.isCluster),
    ...broughtBy(groups, config),
  };
}

function broughtBy(groups: BringsServices[], config: Config): Brought {
  const make = groups.find((group) => group.services)?.services;
  if (!make) throw new Error('no group signs URLs to files');
  return make(config);
}
