import { useLanguage } from '../language/language';

type State = { validated: boolean; expired: boolean | null };

export function CardState({ card: { validated, expired } }: { card: State }) {
  const { t } = useLanguage();
  const texts = t.cardScreen;
  return (
    <span className="badges">
      <span className="badge" data-state={validated ? 'sended' : undefined}>
        {validated ? texts.validated : texts.notValidated}
      </span>
      {expired && (
        <span className="badge" data-state="fails">
          {texts.expired}
        </span>
      )}
    </span>
  );
}
