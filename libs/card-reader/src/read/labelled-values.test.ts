import { findLabels } from './labelled-values';
import { lineAt } from './printed-lines.fixture';

/** The values that are nearest to each label. */
const nearest = (...lines: ReturnType<typeof lineAt>[]) =>
  Object.fromEntries(findLabels(lines).map(({ line, near }) => [line.text, near[0]?.text]));

it('a value behind its label may begin lower than the label', () => {
  const label = lineAt('NOME', 60, 161, 13);
  expect(nearest(label, lineAt('MARIA GONÇALVES', 156, 172, 21))).toEqual({ NOME: 'MARIA GONÇALVES' });
  // In the next row, or far away.
  for (const [x, y] of [
    [156, 180],
    [240, 172],
  ] as const)
    // prettier-ignore
    expect(nearest(label, lineAt('MARIA GONÇALVES', x, y, 21))).toEqual({ NOME: undefined });
});

it('the values of labels in two rows stand beside them', () => {
  const lines = [
    lineAt('REGISTRO', 60, 95, 13),
    lineAt('GERAL', 60, 114, 14),
    lineAt('23.846.195-6', 177, 98, 28),
    lineAt('DATA DE', 711, 94, 14),
    lineAt('EXPEDIÇÃO', 711, 111, 17),
    lineAt('19/FEV/2014', 853, 96, 26),
  ];
  expect(nearest(...lines)).toEqual({ 'REGISTRO GERAL': '23.846.195-6', 'DATA DE EXPEDIÇÃO': '19/FEV/2014' });
});

it('a German label of the surname and of that at birth announces the first line as the surname', () => {
  const label = lineAt('[a] Name/Surname/Nom [b] Geburtsname/Name at birth/Nom de naissance', 436, 173, 16);
  const values = [lineAt('[a] MUSTERMANN', 436, 192, 27), lineAt('[b] VON DER TANN', 436, 230, 27)];
  expect(findLabels([label, ...values]).map(({ kind, block }) => [kind, block])).toEqual([['lastname', [values[0]]]]);
});
