import { lineAt } from '../read/printed-lines.fixture';
import { isSameSide } from './same-side';

const color = { width: 1280, height: 800 };
const at = (x: number, score = 0.8) => {
  const boxes = [{ x, y: 150, width: 320, height: 400 }];
  return { boxes, score, head: boxes };
};
const side = (texts: string[], faces = { ...at(0), boxes: [] as ReturnType<typeof at>['boxes'] }) => ({
  mrz: null,
  lines: texts.map((text, row) => lineAt(text, 40, 40 + row * 40)),
  faces,
  color,
});
const labels = ['APELLIDOS', 'NOMBRES', 'NACIONALIDAD', 'FECHA DE NACIMIENTO', 'FECHA DE VENCIMIENTO'];

it('detects two fronts by their labels, even misread', () => {
  const misread = ['APELL1DOS', 'NOMBRES', 'NACIONALIDAO', 'FECHA DE NACIMIENT0', 'FECHA DE VENCIM1ENTO'];
  expect(isSameSide(side([...labels, 'SOTO']), side([...misread, 'IBÁÑEZ']))).toBe(true);
  const back = side(['REPÚBLICA DE CHILE', 'DOMICILIO', 'PROFESIÓN', 'NOMBRES', 'SOTO']);
  expect(isSameSide(side([...labels, 'REPÚBLICA DE CHILE', 'SOTO']), back)).toBe(false);
});

it('detects two fronts by a clear portrait at the same place', () => {
  expect(isSameSide(side([], at(60)), side([], at(80)))).toBe(true);
  expect(isSameSide(side([], at(60)), side([], at(900)))).toBe(false);
  expect(isSameSide(side([], at(60)), side([], at(60, 0.3)))).toBe(false);
});

it('detects two backs by their MRZ', () => {
  const withMrz = { ...side([]), mrz: {} as never };
  expect(isSameSide(withMrz, withMrz)).toBe(true);
  expect(isSameSide(side(labels), withMrz)).toBe(false);
});

it('detects two backs with few lines by the places of the lines', () => {
  const back = ['NACIONALIDAD', 'PANAMEÑA', 'NOMBRE USUAL', 'TOMÁS'];
  expect(isSameSide(side(back), side(back))).toBe(true);
  expect(isSameSide(side(back), side([...back.slice(0, 2), 'TOMÁS', 'NOMBRE USUAL']))).toBe(false);
  expect(isSameSide(side(back), side([...back, 'APELLIDOS', 'SEXO M', '8-123-4567']))).toBe(false);
});
