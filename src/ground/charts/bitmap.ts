import { createRequire } from 'node:module';
import { Resvg } from '@resvg/resvg-js';

const require = createRequire(import.meta.url);
/** A server may have no fonts at all; those of the system follow, for what these do not hold. */
const fontFiles = [require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')];
/** Pixels for each of the picture: also sharp on the screens of phones. */
const zoom = 2;

/** Returns a chart that was drawn as SVG as a PNG, for those who show no SVG: programs that read mails. */
export const pngOf = (svg: string): Buffer =>
  new Resvg(svg, {
    background: '#ffffff',
    fitTo: { mode: 'zoom', value: zoom },
    font: { fontFiles, loadSystemFonts: true, defaultFontFamily: 'DejaVu Sans' },
  })
    .render()
    .asPng();
