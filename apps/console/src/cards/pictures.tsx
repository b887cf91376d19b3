import { Group, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { useLanguage } from '../language/language';
import { PlacesOnPicture } from './places';
import { pathOfLink } from '../parts/path-of-link';
import type { CardDetail } from './queries';

/** The pictures of a card, straightened or as sent, with boxes where its values were read. */
export function Pictures({ card }: { card: CardDetail }) {
  const { t } = useLanguage();
  const texts = t.cardScreen;
  const [kind, setKind] = useState('flat');
  const isFlat = kind === 'flat';
  return (
    <section className="block">
      <Group justify="space-between" mb="sm">
        <Text component="h2" fw={600}>
          {texts.pictures}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={texts.pictures}
          data={[
            { value: 'flat', label: texts.flat },
            { value: 'original', label: texts.original },
          ]}
          value={kind}
          onChange={setKind}
        />
      </Group>
      <div className="pictures">
        {(['front', 'back'] as const).map((side) => (
          <figure key={side} className="picture">
            <div className="picture-frame">
              <img
                src={pathOfLink(isFlat ? card[`${side}_image`] : card[`original_${side}_image`])}
                alt={texts[side]}
              />
              <PlacesOnPicture evidence={card.evidence} side={side} isFlat={isFlat} />
            </div>
            <figcaption>{texts[side]}</figcaption>
          </figure>
        ))}
        <div className="faces">
          {card.face_images.map((link) => (
            <figure key={link} className="picture">
              <img src={pathOfLink(link)} alt={texts.face} />
              <figcaption>{texts.face}</figcaption>
            </figure>
          ))}
        </div>
      </div>
    </section>
  );
}
