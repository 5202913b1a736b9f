import type { z } from 'zod';
import type { ErrorCode } from '../ground/errors.ts';
import type { Marks } from './answer.ts';

/** A protocol of others that an operation speaks: headers of its answers, and how a method may be said. */
export interface Protocol {
  /** Headers of each answer, errors too. */
  everyAnswer: Record<string, string>;
  /** Headers of the answer to OPTIONS at its path. */
  options?: Record<string, string>;
  /** `X-HTTP-Method-Override` says the method at its path. */
  takesMethodOverride: true;
}

/** The answers of an operation. Of Marks: what its SQL function writes around its data. */
export interface RouteAnswer extends Marks {
  /** `z.never()` for what answers in no envelope. */
  returns: z.ZodType;
  /** 200 unless something was created, which is 201; 204 for answers without a body, which a handler sends. */
  status?: 200 | 201 | 204;
  /** It may also answer 202 with the same shape: what was asked for is done later. */
  isDeferrable?: boolean;
  /** It answers 200 with a record that the same request has made before, where its SQL function says so: `$status` of app.answer. */
  mayExist?: boolean;
  /** A dry run answers 200 with this, in place of what it would have made. */
  triesAs?: z.ZodType;
  /** Beyond those that any route can answer. */
  errors?: ErrorCode[];
  /** Statuses of errors that differ here, because a foreign protocol requires it: one, or all that there are. */
  errorStatuses?: Partial<Record<ErrorCode, number | number[]>>;
  /** The answer is a record, with its ETag; GET minds If-None-Match, a change of it If-Match. */
  isVersioned?: boolean;
  /** It signs the caller in: the database answers the content of a session, of which tokens are made (SessionTokens). */
  makesSession?: true;
  /** The answer holds a secret that is shown once: where an answer is kept, it is encrypted. */
  hasSecret?: boolean;
  /**
   * Its answers are never compressed: secrets are beside what a caller has sent, and the length of what is compressed tells
   * how alike they are (BREACH). The same goes for `hasSecret`.
   */
  isUncompressed?: true;
  /** It answers people: with pages, its errors too, where Accept names text/html. */
  isPage?: boolean;
  /**
   * Sends the browser on (302; 303 after a POST): always, always with 302, or where it is not asked for `returns` instead.
   */
  redirects?: 'always' | 'always_302' | 'unless_asked';
  /** The answer is `returns` itself, in no envelope; its handler sends it, also as this media type. */
  bareAs?: string;
  /** Media types of an answer that is a file, not an envelope. `returns` is then the 202 of a file that is not ready yet. */
  produces?: string[];
  /** Media types of the files that its `fileHandler` sends in place of its answer. */
  filesAs?: string[];
  /** Answers with the bytes of a file, by `sendContent`: conditional requests, ranges. */
  sendsContent?: boolean;
  /** Its answer comes as server-sent events where the body asks for it. */
  streams?: true;
  /** Headers of its own that its good answers have, each with its description. */
  givesHeaders?: Record<string, string>;
  speaks?: Protocol;
}

/** Whether an operation answers nothing but redirects. */
export const onlyRedirects = ({ redirects }: Pick<RouteAnswer, 'redirects'>): boolean =>
  redirects === 'always' || redirects === 'always_302';

/** Marks rows: their answers are never compressed. @returns the same rows, since a copy would read what is made later */
export const uncompressed = <R extends RouteAnswer>(routes: R[]): R[] =>
  routes.map((route) => Object.assign(route, { isUncompressed: true as const }));
