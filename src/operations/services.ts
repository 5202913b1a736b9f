import type { Logger } from 'pino';
import type { BodyThreads } from '../computing/body-threads.ts';
import type { Turns } from '../concurrency/turns.ts';
import type { Config } from '../config.ts';
import type { AccessTokens } from '../credentials/access-token.ts';
import type { Box } from '../credentials/box.ts';
import type { Passwords } from '../credentials/passwords.ts';
import type { RefreshTokens } from '../credentials/refresh-token.ts';
import type { SessionTokens } from '../credentials/session.ts';
import type { SigningKeys } from '../credentials/signing-keys.ts';
import type { Gateway } from '../db/call.ts';
import type { TenantLogins } from '../db/tenant-logins.ts';
import type { Causes } from '../http/causation.ts';
import type { Outbound } from '../outbound/safe-fetch.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { DiskRoom } from '../storage/disk-room.ts';
import type { Storage } from '../storage/storage.ts';
import type { Wakeups } from '../worker/wakeups.ts';

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
}

/** The parts of a process that operations work with: every process that runs operations has them, the worker too. */
export interface OperationServices {
  config: Config;
  box: Box;
  outbound: Outbound;
  passwords: Passwords;
  sandbox: Sandbox;
  storage: Storage;
  fileSigner: UrlSigner;
}

/**
 * The services that handlers use besides the database. A room above adds a service of its own in the file that makes it
 * (`declare module`): this one does not know it.
 */
export interface Services extends OperationServices {
  gateway: Gateway;
  log: Logger;
  /** Where large bodies are read. */
  bodyThreads: BodyThreads;
  /** Of the disk of the embedded PostgreSQL. */
  room: DiskRoom;
  /** Headers of outgoing calls that name their cause. */
  causes: Causes;
  wakeups: Wakeups;
  /** Turns of tenants in the sandbox. */
  functionTurns: Turns;
  /** Imports and exports, which take time of this process besides that of the database: tenants in turns. */
  transfers: Turns;
  /** Connections of tenants' own logins, for their SQL. */
  tenantLogins: TenantLogins;
  signingKeys: SigningKeys;
  accessTokens: AccessTokens;
  refreshTokens: RefreshTokens;
  sessionTokens: SessionTokens;
}
