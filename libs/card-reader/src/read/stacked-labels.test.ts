import { lineAt } from './printed-lines.fixture';
import { joinStackedLabels } from './stacked-labels';

const texts = (...lines: ReturnType<typeof lineAt>[]) => joinStackedLabels(lines).map(({ text }) => text);

it('joins a label in two rows, in the place of the second one', () => {
  const lines = [lineAt('FECHA DE', 100, 50), lineAt('CARLOS', 400, 50), lineAt('VENCIMIENTO', 100, 74)];
  expect(texts(...lines)).toEqual(['CARLOS', 'FECHA DE VENCIMIENTO']);
  expect(joinStackedLabels(lines)[1]!.box).toEqual(lines[2]!.box);
});

it('leaves two labels, a label and its value, and rows that are far apart or of another size', () => {
  expect(texts(lineAt('APELLIDOS', 100, 50), lineAt('NOMBRES', 100, 74))).toHaveLength(2);
  expect(texts(lineAt('NOMBRES', 100, 50), lineAt('CARLOS', 100, 74))).toHaveLength(2);
  expect(texts(lineAt('CARLOS', 100, 50), lineAt('Nombres / Names', 100, 74))).toHaveLength(2);
  expect(texts(lineAt('FECHA DE', 100, 50), lineAt('VENCIMIENTO', 100, 94))).toHaveLength(2);
  expect(texts(lineAt('FECHA DE', 100, 50), lineAt('VENCIMIENTO', 140, 74))).toHaveLength(2);
  expect(texts(lineAt('FECHA DE', 100, 50, 14), lineAt('VENCIMIENTO', 100, 74))).toHaveLength(2);
});
