import { lineAt } from './printed-lines.fixture';
import { isSameSide } from './same-side';

const flat = { width: 1280, height: 800 };
const at = (x: number, score = 0.8) => {
  const boxes = [{ x, y: 150, width: 320, height: 400 }];
  return { boxes, score, surest: boxes };
};
const side = (texts: string[], faces = { ...at(0), boxes: [] as ReturnType<typeof at>['boxes'] }) => ({
  mrz: null,
  lines: texts.map((text, row) => lineAt(text, 40, 40 + row * 40)),
  faces,
  flat,
});
const labels = ['APELLIDOS', 'NOMBRES', 'NACIONALIDAD', 'FECHA DE NACIMIENTO', 'FECHA DE VENCIMIENTO'];

it('tells two fronts by their labels, also misread, and front from back', () => {
  const misread = ['APELL1DOS', 'NOMBRES', 'NACIONALIDAO', 'FECHA DE NACIMIENT0', 'FECHA DE VENCIM1ENTO'];
  expect(isSameSide(side([...labels, 'SOTO']), side([...misread, 'IBÁÑEZ']))).toBe(true);
  const back = side(['REPÚBLICA DE CHILE', 'DOMICILIO', 'PROFESIÓN', 'NOMBRES', 'SOTO']);
  expect(isSameSide(side([...labels, 'REPÚBLICA DE CHILE', 'SOTO']), back)).toBe(false);
});

it('tells two fronts by a portrait at the same place, not by a pale copy elsewhere', () => {
  expect(isSameSide(side([], at(60)), side([], at(80)))).toBe(true);
  expect(isSameSide(side([], at(60)), side([], at(900)))).toBe(false);
  expect(isSameSide(side([], at(60)), side([], at(60, 0.3)))).toBe(false);
});

it('tells two backs by their zones', () => {
  const zoned = { ...side([]), mrz: {} as never };
  expect(isSameSide(zoned, zoned)).toBe(true);
  expect(isSameSide(side(labels), zoned)).toBe(false);
});
