import { encryptionKeysOf } from '../../ground/config/keys.ts';
import type { Group } from '../../tools/manifest/group.ts';
import { fileBatches } from './routes/batches.ts';
import { fileContent } from './routes/content.ts';
import { fileLifecycle } from './routes/lifecycle.ts';
import { fileLists } from './routes/lists.ts';
import { fileRecords } from './routes/records.ts';
import { fileResumable } from './routes/resumable.ts';
import { fileSharing } from './routes/sharing.ts';
import { fileUploads } from './routes/uploads.ts';
import { fileVariants } from './routes/variants.ts';
import { fileVersions } from './routes/versions.ts';
import { FileSigner } from './signature.ts';
import { VariantMaker } from './variants/maker.ts';

export type { ScaledPicture } from './scale-picture.ts';
export { sendContent } from './send.ts';
export { SlotCreate } from './shapes.ts';
export { signSlot } from './sign-slot.ts';
export { keepSent, type SentFile, storeInSlot } from './store-in-slot.ts';

/** Scales a picture; sharp is loaded with the first one. */
export const scalePicture = async (bytes: Buffer, side: number) =>
  (await import('./scale-picture.ts')).scalePicture(bytes, side);

export const files: Group = {
  name: 'files',
  description:
    'Files of any kind: uploaded at once, through a slot or in pieces; read with a token, with a signed URL or publicly; images in any size.',
  routes: [
    ...fileUploads,
    ...fileResumable,
    ...fileRecords,
    ...fileLists,
    ...fileBatches,
    ...fileVersions,
    ...fileContent,
    ...fileVariants,
    ...fileSharing,
    ...fileLifecycle,
  ],
  events: {
    file: 'created uploaded updated deleted restored purged tagged untagged version_created',
  },
  parameters: {
    file_id: 'The id of a file',
    variant: 'The name of a size: `thumb`, `small`, `medium`, `large`, `original` or `custom`',
  },
  apiServices: () => ({ variants: new VariantMaker() }),
  services: (config) => ({ fileSigner: new FileSigner(encryptionKeysOf(config)) }),
  tasks: {
    bytes_remove: async (deps) => (await import('./bytes-remove.ts')).bytesRemove(deps),
  },
  crons: {
    storage_sweep: {
      cron: '41 3 * * *',
      load: async ({ storage }) => (await import('./storage-sweep.ts')).storageSweep(storage),
    },
  },
  exports: {
    files: 'Files that you uploaded',
  },
};
