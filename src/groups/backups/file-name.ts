/** `<slug>-<YYYYMMDDTHHMMSSZ>.insula` */
export const fileNameOf = (slug: string | null, snapshotAt: string): string =>
  `${slug ?? 'tenant'}-${new Date(snapshotAt).toISOString().replace(/\.\d+|[-:]/g, '')}.insula`;
