import type { RouteGroup } from '../http/route.ts';
import { fileContent } from './file-content.ts';
import { fileRecords } from './file-records.ts';
import { fileSharing } from './file-sharing.ts';
import { fileUploads } from './file-uploads.ts';
import { fileVariants } from './file-variants.ts';

export const files: RouteGroup = {
  name: 'files',
  description:
    'Files of any kind: uploaded whole, through a slot or piece by piece; read by token, signed URL or by everybody; images in any size.',
  routes: [...fileUploads, ...fileRecords, ...fileContent, ...fileSharing, ...fileVariants],
};
