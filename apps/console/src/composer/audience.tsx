import { NativeSelect, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useApps } from '../devices/use-apps';
import { useLanguage } from '../language/language';
import { Failure } from '../parts/failure';
import type { Draft } from './draft';
import type { FieldErrors } from './field-errors';
import type { Change } from './message-fields';
import { allSegmentsQuery, samplesQuery } from './queries';

type AudienceProps = {
  company: number;
  draft: Draft;
  change: Change;
  errors: FieldErrors;
  /** Named devices, a line for each. They stay out of the draft. */
  named: string;
  setNamed: (text: string) => void;
  isNamed: boolean;
  setIsNamed: (isNamed: boolean) => void;
};

export const namesIn = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

/** How many devices the campaign is for; undefined while that is unknown. */
export function useAudienceSize({ segment }: Draft, named: string, isNamed: boolean): number | undefined {
  const { data } = useQuery({ ...samplesQuery(segment), enabled: !isNamed && segment !== '' });
  if (isNamed) return namesIn(named).length;
  return segment === '' ? 0 : data?.total;
}

/** The receivers: an app, and a segment of its devices or devices by name. */
export function Audience(props: AudienceProps) {
  const { company, draft, change, errors, isNamed, setIsNamed } = props;
  const { t } = useLanguage();
  const texts = t.composer;
  const { list } = useApps(company);
  const bundles = [...new Set(list.map(({ bundle_id }) => bundle_id))];
  const kinds = [
    { value: 'segment', label: t.segment },
    { value: 'named', label: t.namedDevices },
  ];
  return (
    <Stack gap="md">
      <NativeSelect
        label={t.application}
        required
        data={[{ value: '', label: texts.choose }, ...bundles.map((value) => ({ value, label: value }))]}
        value={draft.app}
        error={errors.application_name}
        onChange={(event) => change({ app: event.currentTarget.value })}
      />
      <SegmentedControl
        aria-label={t.audience}
        data={kinds}
        value={isNamed ? 'named' : 'segment'}
        onChange={(kind) => setIsNamed(kind === 'named')}
      />
      {isNamed ? <Named {...props} /> : <SegmentOfDevices {...props} />}
    </Stack>
  );
}

function Named({ named, setNamed, errors }: AudienceProps) {
  const { t, number } = useLanguage();
  return (
    <Textarea
      label={t.composer.coreIds}
      description={t.composer.devicesNamed(number(namesIn(named).length))}
      rows={5}
      value={named}
      error={errors.notifications}
      onChange={(event) => setNamed(event.currentTarget.value)}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

function SegmentOfDevices({ company, draft, change, errors }: AudienceProps) {
  const { t, number } = useLanguage();
  const texts = t.composer;
  const { data: segments = [], error } = useQuery(allSegmentsQuery(company));
  const samples = useQuery(samplesQuery(draft.segment));
  const choices = segments.map(({ uuid, name }) => ({ value: uuid, label: name }));
  return (
    <>
      {error && <Failure error={error} />}
      <NativeSelect
        label={t.segment}
        required
        data={[{ value: '', label: texts.choose }, ...choices]}
        value={choices.some(({ value }) => value === draft.segment) ? draft.segment : ''}
        error={errors.segment_id}
        onChange={(event) => change({ segment: event.currentTarget.value })}
      />
      {segments.length === 0 && (
        <Text size="sm">
          {texts.noSegments}{' '}
          <Link to="/devices" search={{ company } as never} className="link">
            {texts.toDevices}
          </Link>
        </Text>
      )}
      {samples.error && <Failure error={samples.error} />}
      {draft.segment && samples.data && (
        <div>
          <Text size="sm" fw={600}>
            {texts.reaches(number(samples.data.total))}
          </Text>
          <ul className="samples" aria-label={texts.samples}>
            {samples.data.data.map(({ core_id, brand, model }) => (
              <li key={core_id}>
                <code>{core_id}</code> {[brand, model].filter(Boolean).join(' ')}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
