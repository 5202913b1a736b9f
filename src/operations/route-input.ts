import type { z } from 'zod';
import type { Upload } from '../ground/bodies/multipart.ts';

export type { Upload };

/** A rule for a parameter in a path that is not an id. */
export interface PathRule {
  /** How many characters it may have. */
  longest?: number;
  /** Its form, and the refusal of another one. */
  form?: { pattern: RegExp; code: string; message: string };
}

/** The rule for the number of a version. */
export const versionNumber: PathRule = {
  form: { pattern: /^[1-9]\d{0,8}$/, code: 'invalid_number', message: 'must be a version number' },
};

/**
 * Another body than JSON:
 * - `bytes`, which the handler reads: of any type (true), or of one.
 * - `file`: the fields of `body` as multipart/form-data too, beside a file of up to so many bytes.
 * - `form`: application/x-www-form-urlencoded too, as a browser posts it on its way back to us.
 */
export type OtherBody = { bytes: true | string } | { file: Upload } | 'form';

/** The parts of a request to an operation. */
export interface RouteInput {
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** Of the parameters in its path that are not ids. */
  pathRules?: Record<string, PathRule>;
  takes?: OtherBody;
  /** Its body is of many rows: how many keys and values it may hold, and the list that its handler only passes on as JsonText. */
  bulk?: { maxValues: number; list: string };
  /**
   * Numbers in its body are digits only: `1.0` and `1e2` are refused, though they are whole, because others of their form lost
   * digits on their way. Below members of these names a caller writes what they like.
   */
  wholeNumbers?: { but: readonly string[] };
  /** Headers of its own that it reads, each with its description. */
  takesHeaders?: Record<string, string>;
  /** People follow it as a link, to which mailers and advertisers add their own parameters: they are ignored. */
  isLink?: boolean;
  /** Its body is a list of requests (`requests`), each done as if it were sent by itself: see `prepareTransaction`. */
  isTransaction?: true;
}

type Takes = Pick<RouteInput, 'takes'>;

/** The type of the bytes that an operation takes as its body: true for any. */
export const bytesOf = ({ takes }: Takes): true | string | undefined =>
  typeof takes === 'object' && 'bytes' in takes ? takes.bytes : undefined;

/** The file that an operation takes beside its fields. */
export const uploadOf = ({ takes }: Takes): Upload | undefined =>
  typeof takes === 'object' && 'file' in takes ? takes.file : undefined;
