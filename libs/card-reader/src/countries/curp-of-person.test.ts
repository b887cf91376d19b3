import { curpPlaces } from './curp-of-person';
import { mexico } from './mexico';

const luis = { lastname: 'GUTIÉRREZ GALLARDO', name: 'LUIS DIEGO', birth: '24/11/1952', gender: 'M' };
const oscar = { lastname: 'RIVERA ARAYA', name: 'ÓSCAR ANDRÉS', birth: '07/12/1963', gender: 'M' };
const read = mexico.nationalNumber.readFor!;

describe('a CURP', () => {
  it('follows from names, birth and gender', () => {
    expect(curpPlaces(luis)).toEqual({ start: 'GUGL521124H', inner: 'TLS' });
    expect(curpPlaces({ ...luis, lastname: 'DE LA PEÑA MUÑOZ', name: 'JOSÉ ÁNGEL' })).toEqual({
      start: 'PEMA521124H',
      inner: 'XXN',
    });
    expect(curpPlaces({ ...luis, birth: null })).toBeNull();
  });

  it('is recognized with a misread state or characters read twice', () => {
    expect(read(luis, 'GUGL521124HICTLS07')).toBe('GUGL521124HJCTLS07');
    expect(read(oscar, 'RIA0631207HIJCVRSO5S')).toBe('RIAO631207HJCVRS05');
  });

  it('keeps a state that was read, and doubts a check digit that was read as a letter', () => {
    const emiliano = { lastname: 'XOCHIQUETZAL', name: 'EMILIANO', birth: '05/05/2002', gender: 'M' };
    expect(read(emiliano, 'XOXEO20505HGTCXMAS')).toBe('XOXE020505HGTCXMA3');
  });

  it('is not taken from another person, nor with a wrong check digit', () => {
    expect(read(oscar, 'GUGL521124HICTLS07')).toBeNull();
    expect(read(luis, 'GUGL521124HICTLS06')).toBeNull();
    expect(read(luis, 'XAPVGJ74741144H613')).toBeNull();
  });
});
