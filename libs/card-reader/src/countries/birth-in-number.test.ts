import { birthInNumber } from './birth-in-number';

describe('the date of birth in the number of a person', () => {
  it.each([
    ['NIC', '281-260990-0004S', '260990'],
    ['TZA', '19831031-11108-00012-16', '311083'],
    ['SRB', '0602991805028', '060291'],
    ['CZE', '875612/3456', '120687'],
    ['POL', '02210112345', '010102'],
    ['BGR', '0248145265', '140802'],
    ['IDN', '3171046006900003', '200690'],
    ['SWE', '19900512-1239', '120590'],
    ['EST', '38501020012', '020185'],
    ['MUS', 'B1408872804179', '140887'],
    ['MEX', 'BEAJ950214HDFNGL07', '140295'],
  ])('of %s %s is %s', (country, number, birth) => {
    expect(birthInNumber(country, number)).toBe(birth);
  });

  it.each([
    ['LVA', '32000000006'],
    ['NIC', '281-260990-004S'],
    ['NIC', '281-321390-0004S'],
    ['ARG', '12.345.678'],
    ['constructor', '281-260990-0004S'],
  ])('of %s %s is unknown', (country, number) => {
    expect(birthInNumber(country, number)).toBeNull();
  });
});
