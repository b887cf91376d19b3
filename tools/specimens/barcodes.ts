import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';

let prepared = false;

/** A black barcode on white with sharp edges, in the given size. */
export async function barcodePicture(
  format: 'PDF417' | 'QRCode',
  text: string,
  { width, height }: { width: number; height: number },
): Promise<Buffer> {
  if (!prepared) {
    const wasmBinary = readFileSync(require.resolve('zxing-wasm/writer/zxing_writer.wasm'));
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer } });
    prepared = true;
  }
  const { image, error } = await writeBarcode(text, { format, scale: 3, addQuietZones: true });
  if (!image) throw new Error(`Cannot write a ${format} code: ${error}`);
  const png = Buffer.from(await image.arrayBuffer());
  const fit = format === 'QRCode' ? ('contain' as const) : ('fill' as const);
  return sharp(png).resize(width, height, { fit, kernel: 'nearest', background: '#fff' }).png().toBuffer();
}
