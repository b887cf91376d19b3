import { deviceFields } from '../devices/filters';
import { useApps } from '../devices/use-apps';
import { useLanguage } from '../language/language';
import { describeFilter } from '../parts/filter-chips';
import type { Filters } from '../parts/record-search';

/** What a segment's devices have in common, in words. */
export function SegmentFilters({ company, filters }: { company: number; filters: Filters }) {
  const { t } = useLanguage();
  const fields = deviceFields(t, useApps(company).list);
  const described = Object.entries(filters).map(([name, values]) => describeFilter(name, values, fields));
  if (described.length === 0) return t.segmentScreen.everyDevice;
  return (
    <ul className="chips">
      {described.map(({ label, shown }) => (
        <li key={label} className="chip">
          <span className="chip-name">{label}</span> {shown}
        </li>
      ))}
    </ul>
  );
}
