/** The parts of s3rver that are used here; the package has no types. */
declare module 's3rver' {
  import type { Server } from 'node:http';
  import type { AddressInfo } from 'node:net';
  import type Koa from 'koa';

  export default class S3rver extends Koa {
    constructor(options: {
      directory: string;
      address: string;
      port: number;
      silent: boolean;
      vhostBuckets: boolean;
      configureBuckets: Array<{ name: string }>;
    });
    httpServer: Server;
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
