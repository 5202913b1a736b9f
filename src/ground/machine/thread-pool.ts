/**
 * libuv's pool has four threads for everything that Node does not do itself: files, names, password hashes, images.
 * Images may take two of them for seconds (see VariantMaker), so there are two more. It is read when the pool is first
 * used, which is why src/cli.ts imports this before anything else, and why src/ground/config/config.ts would be too late.
 */
process.env.UV_THREADPOOL_SIZE ??= '6';
