import { replaceLongNumber } from './replace-number';

it('a number of nine characters keeps its check digit, a longer one has a filler in its place', () => {
  expect(replaceLongNumber(['IDD<<L7ZKSM0PX2<<<<<<<<<<<<<<<'], 'TD1', 'L7ZK5M0PX')).toEqual([
    'IDD<<L7ZK5M0PX2<<<<<<<<<<<<<<<',
  ]);
  expect(replaceLongNumber(['IDDOMO593300822932<<<<<<<<<<<<'], 'TD1', '05933008293')).toEqual([
    'IDDOM059330082<932<<<<<<<<<<<<',
  ]);
  const passport = ['P<CHL', 'F174754720CHL5512049M350807921405648<8<<<<04'];
  expect(replaceLongNumber(passport, 'TD3', 'F17475473')[1]).toBe('F174754730CHL5512049M350807921405648<8<<<<04');
});
