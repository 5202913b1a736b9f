import type { Route, RouteGroup } from '../../http/route.ts';
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
