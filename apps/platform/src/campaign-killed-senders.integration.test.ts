import { diceOf, type CampaignInstallation } from './campaign-installation.fixture';
import { killDuring, killable, maxInFlight, often } from './campaign-kills.fixture';

/** The process that sends dies at any moment of a campaign, and the campaign ends as if nothing had happened. */
const devices = 5_000;
const longestEndSeconds = 60;

let it_: CampaignInstallation;

beforeAll(async () => {
  it_ = await killable(devices);
});

afterAll(() => it_?.stop());

it.each([
  { names: ['notifications'], kills: 8 * often, seed: 13 },
  { names: ['campaigns 1', 'campaigns 2', 'notifications'], kills: 4 * often, seed: 14 },
])(
  'loses no device and no count when $names is killed $kills times, and repeats no more than was in flight',
  async ({ names, kills, seed }) => {
    const dice = diceOf(seed);
    for (let kill = 0; kill < kills; kill++) {
      const { at, repeated, inFlight, endSeconds } = await killDuring(it_, { names, chance: dice(), devices });
      const end = `ended ${endSeconds.toFixed(1)} s after the restart`;
      process.stdout.write(
        `${names.join(' + ')} killed ${at}: ${repeated} repeats, ${inFlight} were sent unnoted; ${end}\n`,
      );
      expect(repeated).toBeLessThanOrEqual(inFlight);
      expect(inFlight).toBeLessThanOrEqual(maxInFlight);
      expect(endSeconds).toBeLessThan(longestEndSeconds);
    }
  },
  600_000 * often,
);
