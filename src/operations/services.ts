import type { Config } from '../config.ts';
import type { Box } from '../credentials/box.ts';
import type { Passwords } from '../credentials/passwords.ts';
import type { Outbound } from '../outbound/safe-fetch.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
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
