import { Text } from '@mantine/core';
import { useLanguage } from '../language/language';
import { filled, type Draft } from './draft';
import { payloadLimit, payloadSizes } from './payload-size';

type PreviewProps = { draft: Draft; variables: Record<string, string> };

/** The message as the two systems show it, and how much of its limit it takes. */
export function Previews({ draft, variables }: PreviewProps) {
  const { t } = useLanguage();
  return (
    <div className="previews">
      <Preview system="android" name="Android" draft={draft} variables={variables} />
      <Preview system="ios" name="iOS" draft={draft} variables={variables} />
      <Meter draft={draft} variables={variables} />
      <Text size="xs" c="var(--soft)">
        {t.composer.previewHint}
      </Text>
    </div>
  );
}

function Preview({ system, name, draft, variables }: PreviewProps & { system: string; name: string }) {
  const { t } = useLanguage();
  const { kind, title, message, color, mediaUrl, buttonText } = draft;
  return (
    <figure className="preview">
      <figcaption>{name}</figcaption>
      <div className="phone" data-system={system} data-kind={kind}>
        <div className="push">
          <div className="push-head">
            <span className="push-icon" />
            {draft.app || t.composer.anApp}
          </div>
          <strong>{filled(title, variables) || t.composer.title}</strong>
          <p>{filled(message, variables) || t.composer.text}</p>
          {/* The page loads nothing of other hosts: the address stands for the picture. */}
          {mediaUrl && <div className="push-media">{mediaUrl.split('/').at(-1)}</div>}
          {buttonText && (
            <span className="push-button" style={{ borderColor: color }}>
              {buttonText}
            </span>
          )}
        </div>
      </div>
    </figure>
  );
}

function Meter({ draft, variables }: PreviewProps) {
  const { t, number } = useLanguage();
  const sizes = payloadSizes(draft, variables);
  return (
    <div className="meters">
      {(['fcm', 'apns'] as const).map((provider) => {
        const bytes = sizes[provider];
        const text = t.composer.bytes(provider === 'fcm' ? 'FCM' : 'APNs', number(bytes), number(payloadLimit));
        return (
          <div key={provider}>
            <Text size="xs" className="figures" c={bytes > payloadLimit ? 'var(--failed)' : 'var(--soft)'}>
              {text}
            </Text>
            <div className="meter" role="img" aria-label={text} data-over={bytes > payloadLimit ? '' : undefined}>
              <span style={{ width: `${Math.min(100, (bytes / payloadLimit) * 100)}%` }} />
            </div>
          </div>
        );
      })}
    </div>
  );
}
