import { useLanguage } from '../language/language';
import type { CardDetail } from './queries';
import { fieldsOf } from './evidence-fields';

type Props = { evidence: CardDetail['evidence']; side: 'front' | 'back'; isFlat: boolean };

/** Outlines over a picture, one for each place that a value was read from. The title names field and source. */
export function PlacesOnPicture({ evidence, side, isFlat }: Props) {
  const { t } = useLanguage();
  const texts = t.cardScreen;
  const places = fieldsOf(evidence).flatMap(([field, { places = [] }]) =>
    places.filter((place) => place.side === side).map((place) => ({ ...place, field })),
  );
  return (
    <svg className="places" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      {places.map(({ field, source, box, corners }) => (
        <polygon
          key={`${field} ${source} ${box.x} ${box.y}`}
          points={(isFlat ? cornersOf(box) : corners).map(({ x, y }) => `${x},${y}`).join(' ')}
          data-source={source}
        >
          <title>{`${texts.fields[field]} · ${texts.places[source]}`}</title>
        </polygon>
      ))}
    </svg>
  );
}

const cornersOf = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
];
