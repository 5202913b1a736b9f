import type { Logger } from 'pino';
import type { AccessTokens } from '../credentials/access-token.ts';
import type { Box } from '../credentials/box.ts';
import type { Passwords } from '../credentials/passwords.ts';
import type { RefreshTokens } from '../credentials/refresh-token.ts';
import type { SessionTokens } from '../credentials/session.ts';
import type { SigningKeys } from '../credentials/signing-keys.ts';
import type { House } from '../db/call.ts';
import type { TenantLogins } from '../db/tenant-logins.ts';
import type { Turns } from '../ground/concurrency/turns.ts';
import type { Config } from '../ground/config/config.ts';
import type { OutboundHold } from '../outbound/hold.ts';
import type { Outbound } from '../outbound/safe-fetch.ts';
import type { Wakeups } from '../pulse/wakeups.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { DiskRoom } from '../storage/disk-room.ts';
import type { Storage } from '../storage/storage.ts';
import type { BodyThreads } from './body-threads.ts';
import type { Causes } from './causation.ts';
import type { Installation } from './installation.ts';
import type { KnownHosts } from './known-hosts.ts';
import type { RouteTable } from './route-table.ts';

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
  /** The settings of the whole installation. */
  installation: Installation;
  /** Hosts and prefixes that lead to tenants. */
  routeTable: RouteTable;
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

/**
 * The services that groups bring for the API. A group adds its own beside its manifest (`declare module`), as `name: type`:
 * the rooms below do not know it.
 */
// biome-ignore lint/suspicious/noEmptyInterface: groups add to it
export interface GroupServices {}

/** A group that brings services for the API. */
export interface BringsApiServices extends BringsServices {
  /**
   * Makes them once per process. One that has a `close` is closed with it.
   * @param apiUrl the address of the database as insula_api
   */
  apiServices?: (services: OperationServices, apiUrl: string) => Partial<GroupServices>;
}

/**
 * The services that handlers use besides the database: those of operations, of the API, and those that groups bring. A room
 * above adds its own where it is made (`declare module`).
 */
export interface Services extends OperationServices, GroupServices {
  gateway: House;
  /** The hosts that a proxy may get certificates for. */
  knownHosts: KnownHosts;
  log: Logger;
  /** Where large bodies are read. */
  bodyThreads: BodyThreads;
  /** Of the disk of the embedded PostgreSQL. */
  room: DiskRoom;
  wakeups: Wakeups;
  /** Decides which function runs next. */
  functionTurns: Turns;
  /** Imports and exports, which take time of this process besides that of the database: tenants in turns. */
  transfers: Turns;
  signingKeys: SigningKeys;
  accessTokens: AccessTokens;
  refreshTokens: RefreshTokens;
  sessionTokens: SessionTokens;
  /** Ends the connections of those that groups bring. */
  end(): Promise<void>;
}
