import { parseBarcodes } from './barcode-document';

const parse = (text: string) => {
  const found = parseBarcodes([{ bytes: Buffer.from(text, 'latin1') }]);
  if (!found) return null;
  const { fields, ...rest } = found;
  return { ...rest, ...fields };
};
const padded = (text: string) => text.padEnd(23, '\0');

describe('the barcode', () => {
  it('of an Argentine card gives its fields', () => {
    expect(parse('00793986280@HERRERA@IGNACIO HECTOR@M@37508560@A@23/06/1990@04/11/2017@208')).toEqual({
      country: 'ARG',
      verified: [],
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

  it('of the first generation of Argentine cards gives its fields', () => {
    const old = '@12345678    @A@1@PEREZ@ANA MARIA@ARGENTINA@01/02/1970@F@03/04/2010@0001@7@03/04/2025@1';
    expect(parse(old)).toMatchObject({
      nin: '12345678',
      lastname: 'PEREZ',
      name: 'ANA MARIA',
      date_due: '03/04/2025',
    });
  });

  it('of a Colombian card gives one or two given names', () => {
    const card = (second: string) =>
      '0394285946PubDSK_1\0\0\0\0\0\x0070083997\0\x001723688239' +
      ['PENA', 'LOPEZ', 'MATIAS', second].map(padded).join('') +
      '0M19890103519719O+';
    const one = { country: 'COL', lastname: 'PENA LOPEZ', nin: '1723688239', gender: 'M', date_birth: '03/01/1989' };
    expect(parse(card('HECTOR'))).toMatchObject({ ...one, name: 'MATIAS HECTOR' });
    expect(parse(card(''))).toMatchObject({ ...one, name: 'MATIAS' });
  });

  it('of a South African card gives its fields, and no card has a number of another form', () => {
    const card = (number: string) =>
      `NKOSI|NOMVULA THANDEKA|F|RSA|9402280346080|28 FEB 1994|RSA|CITIZEN|06 MAY 2021|11925|${number}|12345678901234`;
    expect(parse(card('115206347'))).toEqual({
      country: 'ZAF',
      verified: [],
      lastname: 'NKOSI',
      name: 'NOMVULA THANDEKA',
      gender: 'F',
      nationality: 'ZAF',
      nin: '9402280346080',
      document_number: '115206347',
      date_birth: '28/02/1994',
      date_issue: '06/05/2021',
    });
    expect(parse(card('NONE'))).toBeNull();
  });

  it('of a Chilean card gives the numbers and dates of its URL', () => {
    const url =
      'https://portal.sidiv.registrocivil.cl/docstatus?RUN=17729045-9&type=CEDULA&serial=465054626' +
      '&mrz=465054626474021643002164&name=FERN%C1NDEZ+Z%DA%D1IGA+BEGO%D1A';
    expect(parse(url)).toMatchObject({
      nin: '17729045-9',
      document_number: '465054626',
      date_birth: '16/02/1974',
      date_due: '16/02/2030',
      verified: ['nin', 'document_number', 'date_birth', 'date_due'],
      fullName: 'FERNÁNDEZ ZÚÑIGA BEGOÑA',
    });
  });

  it('of a Chilean card gives nothing that its own check digits refute', () => {
    const url = 'https://portal.example/docstatus?RUN=17729045-8&type=CEDULA&mrz=465054626474021653002164';
    expect(parse(url)).toMatchObject({
      nin: null,
      document_number: '465054626',
      date_birth: null,
      date_due: '16/02/2030',
      verified: ['document_number', 'date_due'],
    });
  });

  it('of a driving licence of the United States gives its fields', () => {
    const licence = (...elements: string[]) =>
      `@\n\x1e\rANSI 604431090002DL00410278ZP03190008DL${elements.join('\n')}\r`;
    const names = ['DAQD123-4567', 'DCSMIDDLETON', 'DDEN', 'DACDAVIDDAN', 'DDFN', 'DADNONE', 'DDGN'];
    const dates = ['DBD03062023', 'DBB12241959', 'DBA03062028', 'DBC1', 'DCGUSA'];
    expect(parse(licence(...names, ...dates))).toEqual({
      country: 'USA',
      verified: [],
      doc_type: 'DL',
      lastname: 'MIDDLETON',
      name: 'DAVIDDAN',
      nin: 'D1234567',
      document_number: 'D1234567',
      gender: 'M',
      date_birth: '24/12/1959',
      date_issue: '06/03/2023',
      date_due: '06/03/2028',
    });
    const canadian = ['DAQ123', 'DCSROY', 'DDET', 'DCTANNE, MARIE', 'DBB19591224', 'DCGCAN'];
    expect(parse(licence(...canadian))).toMatchObject({ lastname: null, name: 'ANNE MARIE', date_birth: '24/12/1959' });
  });

  it('of a licence of British Columbia, which has the tracks of a magnetic stripe, gives its fields', () => {
    const stripe = (numbers: string) =>
      `%BCVICTORIA^LEE-WONG,$ANNA MAE^12 BAY ST$VICTORIA BC  V8V 1A1^?;636028${numbers}=?_%0AV8V1A1          F165 61BRN?`;
    expect(parse(stripe('7654321=280519900514'))).toEqual({
      country: 'CAN',
      verified: [],
      doc_type: 'DL',
      lastname: 'LEE-WONG',
      name: 'ANNA MAE',
      nin: '7654321',
      document_number: '7654321',
      gender: 'F',
      date_birth: '14/05/1990',
    });
    expect(parse(stripe('7654321'))).toBeNull();
  });

  it('of a Costa Rican card is read behind the bytes that hide it', () => {
    const mask = [0x27, 0x30, 0x04, 0xa0, 0x00, 0x0f, 0x93, 0x12, 0xa0, 0xd1, 0x33, 0xe0, 0x03, 0xd0, 0x00, 0xdf, 0x00];
    const hidden = (text: string) =>
      [...text].map((letter, i) => String.fromCharCode(letter.charCodeAt(0) ^ mask[i % mask.length]!)).join('');
    const names = ['CHAVES'.padEnd(26), 'MUÑOZ'.padEnd(26, '\0'), 'ANA LUCÍA'.padEnd(30)].join('');
    expect(parse(hidden(`111300189${names}F2002080320301119`))).toEqual({
      country: 'CRI',
      verified: [],
      lastname: 'CHAVES MUÑOZ',
      name: 'ANA LUCÍA',
      gender: 'F',
      nin: '1-1130-0189',
      document_number: '1-1130-0189',
      date_birth: '03/08/2002',
      date_due: '19/11/2030',
    });
    expect(parse(`111300189${names}F2002080320301119`)).toBeNull();
  });

  it('with any other content is ignored', () => {
    for (const text of ['', 'https://example.com/?q=1', '@@@@', 'A@B@C@D@E@F@G@H', 'PubDSK_1 without more']) {
      expect(parse(text)).toBeNull();
    }
    expect(parseBarcodes([])).toBeNull();
  });
});
