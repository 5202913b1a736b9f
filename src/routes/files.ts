import type { RouteGroup } from '../http/route.ts';
import { fileBatches } from './file-batches.ts';
import { fileContent } from './file-content.ts';
import { fileLists } from './file-lists.ts';
import { fileRecords } from './file-records.ts';
import { fileSharing } from './file-sharing.ts';
import { fileUploads } from './file-uploads.ts';

export const files: RouteGroup = {
  name: 'files',
  description:
    'Files of any kind: uploaded whole, through a slot or piece by piece; read by token, signed URL or by everybody; images in any size.',
  routes: [
    ...fileUploads,
    ...fileLists,
    ...fileBatches,
    ...fileRecords,
    ...fileContent,
    ...fileSharing,
  ],
};
