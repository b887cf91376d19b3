import { List, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useLanguage } from '../language/language';
import { Moment } from '../parts/moment';
import type { CardDetail } from './queries';

type Sign = NonNullable<CardDetail['evidence']['copy_signs']>[number];

/** What speaks for a copy: it is for a person to judge. */
export function CopySigns({ signs }: { signs: Sign[] }) {
  const texts = useLanguage().t.cardScreen;
  if (signs.length === 0) return null;
  return (
    <section aria-label={texts.copySigns}>
      <Text size="sm">{texts.copySigns}</Text>
      <List size="sm" mb="sm">
        {signs.map((sign) => (
          <List.Item key={`${sign.kind} ${sign.side ?? sign.field ?? ''} ${sign.sources?.join() ?? ''}`}>
            <CopySign sign={sign} />
          </List.Item>
        ))}
      </List>
    </section>
  );
}

function CopySign({ sign: { kind, side, field, sources = [], sent_at, credential_uuid } }: { sign: Sign }) {
  const texts = useLanguage().t.cardScreen;
  if (kind === 'black_and_white') return texts.blackAndWhite;
  if (kind === 'screen') return side && texts.screen[side];
  if (kind === 'sources_differ')
    return field && texts.sourcesDiffer(texts.fields[field], sources.map((source) => texts.places[source]).join(', '));
  return (
    <>
      {texts.sentBefore} {sent_at && <Moment at={sent_at} />}{' '}
      {credential_uuid && (
        <Link to="/cards/$uuid" params={{ uuid: credential_uuid }} className="link">
          {texts.earlierCard}
        </Link>
      )}
    </>
  );
}
