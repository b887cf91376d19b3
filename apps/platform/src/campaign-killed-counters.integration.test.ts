import { diceOf, type CampaignInstallation } from './campaign-installation.fixture';
import { killDuring, killable, maxInFlight, often } from './campaign-kills.fixture';

/** A process that expands campaigns and counts their results dies at any moment, and so do all at once. */
const devices = 5_000;
const longestEndSeconds = 60;

let it_: CampaignInstallation;

beforeAll(async () => {
  it_ = await killable(devices);
});

afterAll(() => it_?.stop());

it.each([
  { names: ['campaigns 1'], kills: 4 * often, seed: 11, maxRepeats: 0 },
  { names: ['campaigns 2'], kills: 4 * often, seed: 12, maxRepeats: 0 },
  { names: ['campaigns 1', 'campaigns 2', 'notifications'], kills: 4 * often, seed: 15, maxRepeats: maxInFlight },
])(
  'loses no device and no count when $names is killed $kills times',
  async ({ names, kills, seed, maxRepeats }) => {
    const dice = diceOf(seed);
    for (let kill = 0; kill < kills; kill++) {
      const { at, repeated, inFlight, endSeconds } = await killDuring(it_, { names, chance: dice(), devices });
      const end = `ended ${endSeconds.toFixed(1)} s after the restart`;
      process.stdout.write(`${names.join(' + ')} killed ${at}: ${repeated} repeats; ${end}\n`);
      expect(repeated).toBeLessThanOrEqual(Math.min(maxRepeats, inFlight));
      expect(endSeconds).toBeLessThan(longestEndSeconds);
    }
  },
  600_000 * often,
);
