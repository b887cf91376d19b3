import { lineAt } from '../read/printed-lines.fixture';
import { below, valuesOf } from './printed-values.fixture';

describe('of the names, the print', () => {
  it('takes the name beside its label where a number stands in the column of the label', () => {
    const lines = [
      lineAt('1 1130 0189', 435, 166, 42),
      lineAt('Nombre:', 434, 260, 19),
      lineAt('MARÍA FERNANDA', 597, 253, 26),
      lineAt('1° Apellido:', 436, 326, 19),
      lineAt('UREÑA', 597, 320, 26),
    ];
    expect(valuesOf([lines], 'CRI')).toMatchObject({ name: 'MARÍA FERNANDA', lastname: 'UREÑA' });
  });

  it('joins names at the hyphen that a typewriter sets apart', () => {
    const lines = [lineAt('SURNAME', 440, 260, 14), lineAt('RAMPERSAD - MOHAMMED', 440, 282, 21)];
    expect(valuesOf([lines])).toMatchObject({ lastname: 'RAMPERSAD-MOHAMMED' });
  });

  it('separates the surname from the given names by the comma between their lines', () => {
    const lines = [
      lineAt('1,2 NAME/NOM', 424, 127, 13),
      lineAt('THIBODEAU,', 424, 152, 28),
      lineAt('GENEVIÈVE, CLAIRE', 424, 186, 28),
    ];
    expect(valuesOf([lines])).toEqual({ lastname: 'THIBODEAU', name: 'GENEVIÈVE CLAIRE' });
    const jamaican = [
      lineAt('NAME', 842, 208, 16),
      lineAt('MCKENZIE,', 842, 234, 26),
      lineAt("DWAYNE O'NEIL", 842, 264, 26),
    ];
    expect(valuesOf([jamaican])).toEqual({ lastname: 'MCKENZIE', name: "DWAYNE O'NEIL" });
  });

  it('joins first and middle names that have labels of their own', () => {
    const fields = ['JINA LA KWANZA: JUMA', 'MAJINA YA KATI: RASHIDI SAIDI', 'JINA LA MWISHO: MNYAMPANDA'];
    const lines = fields.flatMap((field, row) => {
      const [label, value] = field.split(': ') as [string, string];
      return [lineAt(label, 842, 130 + row * 84, 16), lineAt(value, 842, 152 + row * 84, 26)];
    });
    expect(valuesOf([lines], 'TZA')).toEqual({ name: 'JUMA RASHIDI SAIDI', lastname: 'MNYAMPANDA' });
  });

  it('joins other names to the first one; alone they are the given names', () => {
    const fields = ['FIRST NAME: CHIMWEMWE', 'OTHER NAMES: GRACE', 'SURNAME: BANDA'];
    const lines = fields.map((text, row) => lineAt(text, 60, 100 + row * 60, 26));
    expect(valuesOf([lines])).toEqual({ name: 'CHIMWEMWE GRACE', lastname: 'BANDA' });
    expect(valuesOf([lines.slice(1)])).toEqual({ name: 'GRACE', lastname: 'BANDA' });
  });

  it('gives a full name as the name where nothing tells which part is the surname', () => {
    expect(valuesOf([[lineAt('Nama', 97, 253, 19), lineAt(': RATNA DEWI', 310, 255, 19)]])).toEqual({
      name: 'RATNA DEWI',
    });
  });

  it('gives the last two parts of a full name to the surname where given names are first', () => {
    const named = (name: string) => valuesOf([[lineAt('NOMBRE', 433, 148, 14), lineAt(name, 434, 171, 25)]], 'COL');
    const four = { name: 'YULIANA ANDREA', lastname: 'ÑUSTES CÁRDENAS' };
    expect(named('YULIANA ANDREA ÑUSTES CÁRDENAS')).toEqual(four);
    expect(named('ANA ÑUSTES CÁRDENAS')).toEqual({ name: 'ANA', lastname: 'ÑUSTES CÁRDENAS' });
    const long = { name: 'JUAN DE DIOS', lastname: 'DE LA CRUZ PEÑA' };
    expect(named('JUAN DE DIOS DE LA CRUZ PEÑA')).toEqual(long);
  });

  it('takes no title above the first label for a name', () => {
    const rows: [string, string][] = [
      ['Apellidos:', 'PEÑALOZA RINCÓN'],
      ['Nombres:', 'ÁNGELA XIMENA'],
    ];
    const labelled = rows.flatMap(([label, value], row) => [
      lineAt(label, 69, 140 + row * 85, 18),
      lineAt(value, 400, 140 + row * 85, 22),
    ]);
    const card = [lineAt('REPÚBLICA DE HONDURAS', 69, 40, 28), lineAt('TARJETA DE IDENTIDAD', 69, 88, 20), ...labelled];
    expect(valuesOf([card], 'HND')).toEqual({ lastname: 'PEÑALOZA RINCÓN', name: 'ÁNGELA XIMENA' });
  });

  it('divides a full name at its comma', () => {
    const card = [lineAt('Full name', 431, 152, 13), lineAt('CHAN, Tai Man', 431, 173, 30)];
    expect(valuesOf([card], 'HKG')).toEqual({ name: 'TAI MAN', lastname: 'CHAN' });
  });

  it('takes the words in capitals for the surname where the others are not', () => {
    expect(valuesOf([[lineAt('Amazina / Names', 433, 144, 16), lineAt('UWIMANA Marie Claire', 433, 171, 20)]])).toEqual(
      {
        lastname: 'UWIMANA',
        name: 'MARIE CLAIRE',
      },
    );
    const particle = [lineAt('Amazina / Names', 433, 144, 16), lineAt('HABIMANA Jean de Dieu', 433, 171, 20)];
    expect(valuesOf([particle])).toEqual({ lastname: 'HABIMANA', name: 'JEAN DE DIEU' });
    const licence = (...texts: string[]) => texts.map((text, row) => lineAt(text, 56, 40 + row * 80));
    const unlabelled = licence('Driver Licence', 'Imogen Claire FITZSIMMONS', 'UNIT 5');
    expect(valuesOf([unlabelled])).toEqual({ lastname: 'FITZSIMMONS', name: 'IMOGEN CLAIRE' });
    expect(valuesOf([licence('Driver Licence', '1 SMITH', '9 Class C', '12 End NONE', 'Restrictions NONE')])).toEqual(
      {},
    );
    expect(valuesOf([licence('Driver Licence', '17 WGT 205 Ib')])).toEqual({});
    expect(valuesOf([licence('Identity card', 'Imogen Claire FITZSIMMONS')])).toEqual({});
  });

  it('gives the values beside their labels, with a label for each surname', () => {
    const front = [
      lineAt('Nombre:', 60, 100, 18),
      lineAt('BEGOÑA', 260, 100, 20),
      lineAt('1er Apellido:', 60, 160, 18),
      lineAt('MELÉNDEZ', 260, 160, 20),
      lineAt('Segundo Apellido:', 60, 220, 18),
      lineAt('NÚÑEZ', 290, 220, 20),
      lineAt('Vencimiento:', 60, 280, 18),
      lineAt('05/01/2029', 260, 280, 20),
    ];
    expect(valuesOf([front])).toMatchObject({ name: 'BEGOÑA', lastname: 'MELÉNDEZ NÚÑEZ', date_due: '05/01/2029' });
  });

  it('gives the names in the lines of their labels, with those that continue them', () => {
    const front = [
      lineAt('Apellidos: MELÉNDEZ', 60, 100),
      lineAt('NÚÑEZ', 60 + 11 * 20 * 0.62, 128),
      lineAt('Nombres: BEGOÑA GABRIELA', 60, 180),
    ];
    expect(valuesOf([front])).toMatchObject({ name: 'BEGOÑA GABRIELA', lastname: 'MELÉNDEZ NÚÑEZ' });
  });

  it('gives the names of the front if the back names other persons', () => {
    const back = [
      lineAt('APELLIDOS Y NOMBRES DEL PADRE', 80, 100, 14),
      lineAt('ROJAS VERA ANDRÉS', 80, 122, 20),
      lineAt('NOMBRES', 80, 200, 14),
      lineAt('ANDRÉS', 80, 222, 20),
    ];
    expect(valuesOf([below, back], 'CHL')).toMatchObject({ name: 'BEGOÑA GABRIELA', lastname: 'FERNÁNDEZ ZÚÑIGA' });
  });
});
