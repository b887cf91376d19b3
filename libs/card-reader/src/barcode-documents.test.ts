import { barcodeDocument } from './barcode-documents';
import type { Barcode } from './read-barcodes';

const code = (text: string, kind: Barcode['kind'] = 'PDF417'): Barcode => {
  const bytes = Buffer.from(text, 'latin1');
  return { kind, text, bytes, box: { x: 0, y: 0, width: 1, height: 1 } };
};
const said = (...codes: Barcode[]) => {
  const found = barcodeDocument(codes);
  return found && { country: found.country, ...Object.fromEntries(found.claims.map((c) => [c.field, c.value])) };
};
const filled = (text: string) => text.padEnd(23, '\0');

describe('what a barcode says', () => {
  it('of an Argentine card', () => {
    expect(said(code('00793986280@HERRERA@IGNACIO HECTOR@M@37508560@A@23/06/1990@04/11/2017@208'))).toEqual({
      country: 'ARG',
      lastname: 'HERRERA',
      name: 'IGNACIO HECTOR',
      gender: 'M',
      nin: '37508560',
      document_number: '37508560',
      nationality: 'ARG',
      date_birth: '23/06/1990',
      date_issue: '04/11/2017',
    });
  });

  it('of an Argentine card of the first kind', () => {
    const old = '@12345678    @A@1@PEREZ@ANA MARIA@ARGENTINA@01/02/1970@F@03/04/2010@0001@7@03/04/2025@1';
    expect(said(code(old))).toMatchObject({
      nin: '12345678',
      lastname: 'PEREZ',
      name: 'ANA MARIA',
      date_due: '03/04/2025',
    });
  });

  it('of a Colombian card, with one given name or two', () => {
    const card = (second: string) =>
      code(
        `0394285946PubDSK_1\0\0\0\0\0\x0070083997\0\x001723688239${['PENA', 'LOPEZ', 'MATIAS', second].map(filled).join('')}0M19890103519719O+`,
      );
    const one = { country: 'COL', lastname: 'PENA LOPEZ', nin: '1723688239', gender: 'M', date_birth: '03/01/1989' };
    expect(said(card('HECTOR'))).toMatchObject({ ...one, name: 'MATIAS HECTOR' });
    expect(said(card(''))).toMatchObject({ ...one, name: 'MATIAS' });
  });

  it('of a Chilean card', () => {
    const address =
      'https://portal.sidiv.registrocivil.cl/docstatus?RUN=17729045-9&type=CEDULA&serial=465054626&mrz=465054626474021643002164';
    expect(said(code(address, 'QRCode'))).toMatchObject({
      nin: '17729045-9',
      document_number: '465054626',
      date_birth: '16/02/1974',
      date_due: '16/02/2030',
    });
  });

  it('of anything else is left alone', () => {
    for (const text of ['', 'https://example.com/?q=1', '@@@@', 'A@B@C@D@E@F@G@H', 'PubDSK_1 without more']) {
      expect(said(code(text))).toBeNull();
    }
    expect(barcodeDocument([])).toBeNull();
  });
});
