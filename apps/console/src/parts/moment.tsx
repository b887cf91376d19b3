import { useLanguage } from '../language/language';

/** A moment in the viewer's zone; exact on hover. */
export function Moment({ at, isPrecise = false }: { at: string; isPrecise?: boolean }) {
  const { moment, preciseMoment, exactMoment } = useLanguage();
  return (
    <time dateTime={at} title={exactMoment(at)}>
      {isPrecise ? preciseMoment(at) : moment(at)}
    </time>
  );
}
