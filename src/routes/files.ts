import type { Route, RouteGroup } from '../http/route.ts';
import { fileBatches } from './file-batches.ts';
import { fileContent } from './file-content.ts';
import { fileLifecycle } from './file-lifecycle.ts';
import { fileLists } from './file-lists.ts';
import { fileRecords } from './file-records.ts';
import { fileResumable } from './file-resumable.ts';
import { fileSharing } from './file-sharing.ts';
import { fileUploads } from './file-uploads.ts';
import { fileVariants } from './file-variants.ts';
import { fileVersions } from './file-versions.ts';

/** One part per line, in the order of the documentation. */
const parts: Route[][] = [
  fileUploads,
  fileResumable,
  fileRecords,
  fileLists,
  fileBatches,
  fileVersions,
  fileContent,
  fileVariants,
  fileSharing,
  fileLifecycle,
];

export const files: RouteGroup = {
  name: 'files',
  description:
    'Files of any kind: uploaded whole, through a slot or piece by piece; read by token, signed URL or by everybody; images in any size.',
  routes: parts.flat(),
};
