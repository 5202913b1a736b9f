/** The parts of samlp that are used here; the package has no types. */
declare module 'samlp' {
  import type { RequestHandler } from 'express';

  /** The content of a response. */
  export interface SamlOptions {
    issuer: string;
    cert: string;
    key: string;
    recipient?: string;
    destination?: string;
    audience?: string;
    inResponseTo?: string;
    lifetimeInSeconds?: number;
    signAssertion?: boolean;
    signResponse?: boolean;
    signatureAlgorithm?: 'rsa-sha1' | 'rsa-sha256';
    digestAlgorithm?: 'sha1' | 'sha256';
    nameIdentifierFormat?: string;
    samlStatusCode?: string;
  }

  const samlp: {
    auth(
      options: SamlOptions & {
        getPostURL(
          audience: string,
          request: unknown,
          req: unknown,
          done: (error: null, url: string) => void,
        ): void;
        getUserFromRequest(): object;
      },
    ): RequestHandler;
    metadata(options: {
      issuer: string;
      cert: string;
      redirectEndpointPath: string;
      postEndpointPath: string;
      logoutEndpointPaths?: { redirect: string };
    }): RequestHandler;
    getSamlResponse(
      options: SamlOptions,
      user: object,
      done: (error: Error | null, xml: string) => void,
    ): void;
  };
  export default samlp;
}
