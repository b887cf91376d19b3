import { findNamesByMrz } from './names-by-mrz';
import { mrzOf } from './mrz-reading.fixture';
import { lineAt } from './printed-lines.fixture';
import type { MrzReading } from './read-mrz';

const mrz = (names: string): MrzReading => {
  const lines = ['INCHL4650546264<<<<<<<<<<<<<<<', '7402164F3002164CHL17729045<9<4', names.padEnd(30, '<')];
  return mrzOf(lines);
};

describe('names found by the letters of the MRZ', () => {
  it('have their accents, in one line or in lines below one another', () => {
    const lines = [lineAt('FERNÁNDEZ', 400, 100, 24), lineAt('ZÚÑIGA', 400, 140, 24), lineAt('BEGOÑA', 400, 200, 24)];
    expect(findNamesByMrz(mrz('FERNANDEZ<ZUNIGA<<BEGONA'), lines)).toMatchObject({
      lastname: { value: 'FERNÁNDEZ ZÚÑIGA' },
      name: { value: 'BEGOÑA' },
    });
  });

  it('include the end that the MRZ truncated', () => {
    const lines = [lineAt('BEGOÑA GABRIELA', 400, 200, 24), lineAt('FERNÁNDEZ ZÚÑIGA', 400, 100, 24)];
    expect(findNamesByMrz(mrz('FERNANDEZ<ZUNIGA<<BEGONA<GABRI'), lines).name?.value).toBe('BEGOÑA GABRIELA');
    const full = [lineAt('MONTENEGRO CASTAÑEDA', 400, 100), lineAt('ANDRÉS ÍÑIGO', 400, 150)];
    expect(findNamesByMrz(mrz('MONTENEGRO<CASTANEDA<<ANDRES'), full).name?.value).toBe('ANDRÉS ÍÑIGO');
    const listed = [lineAt('DE LA ROCHE-SAINT-ANDRÉ', 400, 100), lineAt('Gaëlle, Marie-Françoise, Noémie', 400, 150)];
    expect(findNamesByMrz(mrz('DE<LA<ROCHE<SAINT<ANDRE<<GAELL'), listed).name?.value).toBe(
      'GAËLLE MARIE-FRANÇOISE NOÉMIE',
    );
    const initial = [lineAt('MONTENEGRO CASTAÑEDA', 400, 100), lineAt('ANDRÉS J', 400, 150)];
    expect(findNamesByMrz(mrz('MONTENEGRO<CASTANEDA<<ANDRES'), initial).name?.value).toBe('ANDRÉS J');
    const misread = [lineAt('MONTENEGRO CASTAÑEDA', 400, 100), lineAt('ANDRÉS ]', 400, 150)];
    expect(findNamesByMrz(mrz('MONTENEGRO<CASTANEDA<<ANDRES<J'), misread).name?.value).toBe('ANDRÉS J');
  });

  it('stand in lines apart where another script is printed between them', () => {
    const lines = [lineAt('TSVETELINA', 400, 100), lineAt('LLEPEBA', 400, 150), lineAt('SHTEREVA', 400, 180)];
    const zone = mrz('ZHELYAZKOVA<<TSVETELINA<SHTERE');
    expect(findNamesByMrz(zone, lines).name?.value).toBe('TSVETELINA SHTEREVA');
    expect(findNamesByMrz(zone, lines.slice(0, 2)).name).toBeNull();
  });

  it('of which the MRZ has two letters are those beside the surnames, and no other words that begin alike', () => {
    const zone = mrz('CONCEICAO<DA<COSTA<E<SOUZA<<MA');
    const full = [lineAt('MARCA', 400, 60), lineAt('MARIA DAS GRAÇAS CONCEIÇÃO DA COSTA E SOUZA', 400, 100)];
    expect(findNamesByMrz(zone, full).name?.value).toBe('MARIA DAS GRAÇAS');
    const surname = [lineAt('MARCA', 400, 60), lineAt('CONCEIÇÃO DA COSTA E SOUZA |', 400, 100)];
    expect(findNamesByMrz(zone, surname).name).toBeNull();
  });

  it('are not taken from the surnames, which may contain a given name', () => {
    const lines = [lineAt('DA CONCEIÇÃO TELES', 400, 100, 24), lineAt('CONCEIÇÃO LETÍCIA', 400, 200, 24)];
    expect(findNamesByMrz(mrz('DA<CONCEICAO<TELES<<CONCEICAO'), lines).name?.value).toBe('CONCEIÇÃO LETÍCIA');
  });

  it('may be a letter that was read as a sign, as it stands alone', () => {
    const lines = [lineAt('] FRANCO', 400, 200), lineAt('PARDO', 400, 100)];
    expect(findNamesByMrz(mrz('PARDO<<J<FRANCO'), lines).name?.value).toBe('J FRANCO');
    expect(findNamesByMrz(mrz('PARDO<<J<FRANCO'), [lineAt('A FRANCO', 400, 200)]).name).toBeNull();
  });

  it('are those of the print where the zone has a letter that looks like another one', () => {
    const lines = [lineAt('LÍDIA MARIA E SOUZA', 400, 200)];
    expect(findNamesByMrz(mrz('E<SQUZA<<LIDIA<MARIA'), lines)).toMatchObject({
      lastname: { value: 'E SOUZA' },
      name: { value: 'LÍDIA MARIA' },
    });
  });

  it('have their umlauts, also in names that the print joins by a hyphen', () => {
    const lines = [lineAt('Hyttinen-Mákela', 90, 100), lineAt('Váino Eemeli', 90, 200)];
    expect(findNamesByMrz(mrz('HYTTINEN<MAEKELAE<<VAEINOE'), lines, { hasUmlauts: true })).toMatchObject({
      lastname: { value: 'HYTTINEN-MÄKELÄ' },
      name: { value: 'VÄINÖ' },
    });
  });

  it('keep the letters of the zone where the model does not know what stands above them', () => {
    const lines = [lineAt('Srastná-Kovátiková', 90, 100), lineAt('Viadimír', 90, 200)];
    expect(findNamesByMrz(mrz('STASTNA<KOVACIKOVA<<VLADIMIR'), lines, { areUnknown: true })).toMatchObject({
      lastname: { value: 'STASTNÁ-KOVÁCIKOVÁ' },
      name: { value: 'VLADIMÍR' },
    });
    expect(findNamesByMrz(mrz('STASTNA<KOVACIKOVA<<VLADIMIR'), lines).lastname).toBeNull();
    const turkish = [lineAt('JÜRGEN', 400, 100), lineAt('CAGRI LKER', 400, 200)];
    expect(findNamesByMrz(mrz('JUERGEN<<CAGRI<ILKER'), turkish, { areUnknown: true })).toMatchObject({
      lastname: { value: 'JÜRGEN' },
      name: { value: 'CAGRI ILKER' },
    });
    expect(findNamesByMrz(mrz('PROCHAZKA<<VLADIMIR'), lines, { areUnknown: true }).lastname).toBeNull();
  });

  it('are not found if the card prints other letters', () => {
    const lines = [lineAt('FERNÁNDEZ', 400, 100), lineAt('BEGONIA', 400, 200)];
    expect(findNamesByMrz(mrz('HERNANDEZ<<BEGONA'), lines)).toEqual({ lastname: null, name: null });
  });
});
