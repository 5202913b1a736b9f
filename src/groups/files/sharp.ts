import sharp from 'sharp';

// Everything that is not named below stays shut: SVG, PDF, TIFF, HEIC, ImageMagick's formats, and files by path.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});
// One thread for a picture: several are made at once. Decoded images are not kept.
sharp.concurrency(1);
sharp.cache(false);

export { sharp };
